import Glibc
import Values

/// Why a secret can't be had. The message names the place, never the content.
package struct SecretSourceError: Error, Sendable, Equatable, CustomStringConvertible {
    enum Kind: Sendable, Equatable {
        case unset, unreadable, notText, empty, tooLong, exposed, noCredentials
    }

    let kind: Kind
    /// What is wrong, and what to do about it.
    package let message: String

    /// The message, so that a report can interpolate the error.
    package var description: String { message }

    init(kind: Kind, credential name: String) {
        self.kind = kind
        message =
            "the credential '\(name)' isn't there, since $CREDENTIALS_DIRECTORY is unset; "
            + "add LoadCredential=\(name):PATH to the systemd unit"
    }

    /// Who runs this process: the one whose rights count.
    static var user: String {
        let name = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_name) }
        return "the user \(name ?? "with the number \(geteuid())")"
    }

    init(_ failure: SecretReference.Failure) {
        switch failure {
        case .unset(let variable):
            kind = .unset
            message = "the environment variable \(variable) isn't set; set it for this program"
        case .unreadable(let path, let error):
            kind = .unreadable
            message = "\(failure); \(error.stepToRead(path))"
        case .notFile:
            kind = .unreadable
            message = "\(failure); name a file"
        case .notText:
            kind = .notText
            message = "\(failure)"
        case .empty:
            kind = .empty
            message = "the secret is empty; write it into the first line"
        case .tooLong(let limit):
            kind = .tooLong
            message = "the secret is longer than \(limit) bytes; is it the right file?"
        case .exposed(let path):
            kind = .exposed
            message = "others can read the secret in \(path); run: chmod 600 \(path)"
        }
    }
}

extension SystemError {
    /// What to do about a file that cannot be opened or read for this reason.
    ///
    /// Only what is not there is created, and rights are given only where they are what is lacking.
    package func stepToRead(_ path: String) -> String {
        switch code {
        case ENOENT, ENOTDIR: "create it, readable by \(SecretSourceError.user)"
        case EACCES, EPERM: Self.stepToRights(path)
        case ELOOP: "its links lead in a circle: name the file itself"
        case EMFILE, ENFILE: "raise the limit of open files (ulimit -n)"
        default: "look after the disk it is on, or name another file"
        }
    }

    private static func stepToRights(_ path: String) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return "let \(SecretSourceError.user) enter its folder" }
        if status.st_uid == geteuid() { return "run: chmod 600 \(path)" }
        return "make it readable by \(SecretSourceError.user), such as by chown"
    }
}
