import Glibc

/// Where a secret is kept: never in the settings file itself.
package enum SecretReference: Sendable, Hashable {
    /// `file:PATH`: the file's first line. Relative paths start at the credentials folder, see ``resolve(relativeTo:)``.
    case file(String)
    /// `env:NAME`.
    case environment(String)

    package init?(text: String) {
        if text.hasPrefix("file:"), text.count > 5 {
            self = .file(String(text.dropFirst(5)))
        } else if text.hasPrefix("env:"), text.count > 4 {
            self = .environment(String(text.dropFirst(4)))
        } else {
            return nil
        }
    }

    package enum Failure: Error, Equatable {
        case unset(variable: String)
        case unreadable(path: String, reason: String)
        case empty
        case tooLong(limit: Int)
        /// Group or others may read the file.
        case exposed(path: String)
    }

    /// Reads the secret, at most 4 KiB, without the line break at its end.
    ///
    /// - Parameter folder: for relative paths; systemd's `$CREDENTIALS_DIRECTORY` in a service.
    package func resolve(relativeTo folder: String = ".") throws(Failure) -> Secret {
        switch self {
        case .environment(let name):
            guard let value = unsafe getenv(name) else { throw .unset(variable: name) }
            return try unsafe Self.checked(String(cString: value))
        case .file(let path):
            return try Self.checked(Self.read(path.hasPrefix("/") ? path : folder + "/" + path))
        }
    }

    private static func read(_ path: String) throws(Failure) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unsafe .unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "not a file")
        }
        // Only for files of our own: credentials handed over by systemd belong to root, and their access list shows up
        // as group bits.
        guard status.st_uid != geteuid() || status.st_mode & 0o077 == 0 else { throw .exposed(path: path) }
        let limit = 4096
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw unsafe .unreadable(path: path, reason: String(cString: strerror(errno))) }
        guard count <= limit else { throw .tooLong(limit: limit) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func checked(_ text: String) throws(Failure) -> Secret {
        let line = text.prefix { $0 != "\n" && $0 != "\r\n" && $0 != "\r" }
        guard !line.isEmpty else { throw .empty }
        return Secret(String(line))
    }
}
