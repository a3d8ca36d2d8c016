import Glibc

/// The folder that holds what the program remembers.
enum StateFolder {
    /// Makes the folder, and what is missing above it, with the mode 0700.
    ///
    /// A folder that exists is tightened only if it is this user's and holds nothing but the store's own files: the
    /// person may have named a folder that others have to reach.
    static func prepare(_ path: String, fileName: String) throws(StoreError) {
        try make(path)
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw failure(path, "is not a folder", reason: ENOTDIR)
        }
        guard status.st_mode & 0o077 != 0, status.st_uid == geteuid(), isOurs(path, fileName) else { return }
        guard unsafe chmod(path, 0o700) == 0 else { throw failure(path, "cannot be made private", reason: errno) }
    }

    private static func make(_ path: String) throws(StoreError) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw failure(path, "cannot be made", reason: errno)
        }
        try make(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure(path, "cannot be made", reason: errno)
        }
    }

    private static func isOurs(_ path: String, _ fileName: String) -> Bool {
        guard let folder = unsafe opendir(path) else { return false }
        defer { unsafe closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name == "." || name == ".." || name.hasPrefix(fileName) else { return false }
        }
        return true
    }

    private static func failure(_ path: String, _ what: String, reason: Int32) -> StoreError {
        let kind: StoreError.Kind =
            switch reason {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            case EIO: .inputOutput
            default: .unusable
            }
        return StoreError(
            kind, "The state folder \(path) \(what).",
            nextStep: "Make it writable for this user, or choose another with the key 'state'.",
            detail: unsafe String(cString: strerror(reason)))
    }
}
