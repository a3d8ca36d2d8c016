import Glibc
import Values

/// The folder that holds what the program must not forget. It is one user's, and nobody else may write there.
///
/// Its mode is that of who made it: a person may have reasons to let others read there, and all files in it are private by
/// themselves.
package struct StateFolder: Sendable, Hashable {
    /// As given, without a slash at its end; relative ones stay relative to the program's folder.
    package let path: String

    /// - Parameter path: absolute or relative; the folder need not exist yet.
    package init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// A folder in it.
    package subscript(name: String) -> StateFolder { StateFolder("\(path)/\(name)") }

    /// Makes the folder and what is missing above it, for this user alone; one that is there is looked at and left as it is.
    ///
    /// - Throws: kind `readOnly` for a folder that cannot be made or written, that is somebody else's, or in which others
    ///   may write; `unusable` for what is no folder.
    package func create() throws(StoreError) {
        try Self.make(path)
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw failure("cannot be used", reason: ENOTDIR)
        }
        guard status.st_uid == geteuid() else {
            throw StoreError(
                .readOnly, "The state folder \(path) belongs to \(Self.name(of: status.st_uid)).",
                nextStep:
                    "Run this as that user or as root, ask the running program, or choose another with the key 'state'."
            )
        }
        guard status.st_mode & 0o022 == 0 else {
            throw StoreError(
                .readOnly, "In the state folder \(path) others may write.",
                nextStep: "Take that from them: chmod go-w \(path)")
        }
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw failure("cannot be written", reason: errno) }
    }

    /// Who owns it; `nil` if it is not there.
    package var owner: UInt32? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_uid : nil
    }

    /// How many bytes this user may still write to its disk; `nil` if nobody knows.
    package var room: UInt64? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    private static func make(_ path: String) throws(StoreError) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw StateFolder(path).failure("cannot be made", reason: errno)
        }
        try make(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw StateFolder(path).failure("cannot be made", reason: errno)
        }
    }

    private static func name(of user: uid_t) -> String {
        guard let entry = unsafe getpwuid(user) else { return "the user \(user)" }
        return unsafe "the user \(String(cString: entry.pointee.pw_name))"
    }

    private func failure(_ what: String, reason: Int32) -> StoreError {
        let kind: StoreError.Kind =
            switch reason {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            case EIO: .inputOutput
            default: .unusable
            }
        let detail = SystemError(reason).description
        return StoreError(
            kind, "The state folder \(path) \(what): \(detail).",
            nextStep: kind == .full
                ? "Make room on the disk."
                : "Make it writable for this user, or choose another with the key 'state'.",
            detail: detail)
    }
}
