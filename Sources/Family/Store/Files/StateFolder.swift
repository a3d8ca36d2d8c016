import Glibc
import Values

/// The folder that holds what the program must not forget. It is one user's, and nobody else may write there.
///
/// Its mode is that of who made it: a person may have reasons to let others read there, and all files in it are private by
/// themselves.
package struct StateFolder: Sendable, Hashable {
    /// The name of the store's file in it; `-wal`, `-shm` and `-lock` lie beside it.
    package static let storeName = "pocketbell.sqlite"

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

    /// What is wrong with it, or with a file in it.
    func failure(_ what: String, reason: Int32) -> StoreError {
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

extension StateFolder {
    /// Makes names in the file's folder last through a power cut.
    static func syncFolder(of path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Some file systems have nothing to sync here, and say so.
        return fsync(descriptor) == 0 || errno == EINVAL
    }

    /// Whether a path names one of a store's files, or anything in a folder beside it (sessions, photos) but that of copies, however it is
    /// written.
    ///
    /// - Parameter store: where the store's file is.
    static func isOwn(_ path: String, besides store: String) -> Bool {
        guard let place = place(of: path), let own = self.place(of: store) else { return false }
        return place.folder == own.folder && place.name.hasPrefix("pocketbell.")
            || place.folder.hasPrefix(own.folder + "/") && place.folder != "\(own.folder)/\(KeptCopies.folderName)"
    }

    private static func place(of path: String) -> (folder: String, name: Substring)? {
        let cut = path.lastIndex(of: "/")
        let folder = cut.map { String(path[..<$0]) } ?? "."
        guard let real = unsafe realpath(folder.isEmpty ? "/" : folder, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe (String(cString: real), cut.map { path[path.index(after: $0)...] } ?? path[...])
    }
}
