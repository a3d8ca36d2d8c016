import Glibc
package import Values

/// A small file that only its owner may read, replaced as a whole or not at all.
package enum PrivateFile {
    /// The largest file that is read where nothing else is said, in bytes.
    package static let usualLimit = 64 * 1024

    /// `nil` if there is no such file.
    ///
    /// - Parameter limit: the largest that is read, in bytes.
    /// - Throws: the error number, also `EACCES` for a file that others may read and `EFBIG` for a large one.
    package static func read(_ path: String, limit: Int = usualLimit) throws(SystemError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError() }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else { throw SystemError(EACCES) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            if count == 0 { return Array(bytes[..<filled]) }
            filled += count
        }
        throw SystemError(EFBIG)
    }

    /// Writes beside the old file, syncs, and puts it in its place, so that a crash leaves the old or the new one, and of
    /// several writers one wins whole.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        removeLeftovers(of: path)
        let (fresh, descriptor) = try makeFresh(beside: path)
        // Closing it also gives up its lock, which has kept others from taking it for a leftover.
        defer { close(descriptor) }
        do throws(SystemError) {
            guard fchmod(descriptor, 0o600) == 0 else { throw SystemError() }
            try writeAll(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw SystemError() }
            guard unsafe rename(fresh, path) == 0 else { throw SystemError() }
        } catch {
            _ = unsafe unlink(fresh)
            throw error
        }
        try syncFolder(of: path)
    }

    /// Takes the file away, and what a crash has left of an attempt to replace it.
    ///
    /// - Returns: `false` if there was no such file.
    @discardableResult
    package static func remove(_ path: String) throws(SystemError) -> Bool {
        removeLeftovers(of: path)
        guard unsafe unlink(path) == 0 else {
            guard errno == ENOENT else { throw SystemError() }
            return false
        }
        try syncFolder(of: path)
        return true
    }

    /// A locked file of its own for one writer.
    private static func makeFresh(beside path: String) throws(SystemError) -> (path: String, descriptor: Int32) {
        while true {
            let fresh = path + freshMark + String(UInt64.random(in: .min ... .max), radix: 36)
            let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SystemError() }
            var status = stat()
            // Between the two calls another writer may have taken it for a leftover.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                return (fresh, descriptor)
            }
            close(descriptor)
        }
    }

    /// Removes what writers that died have left; a living one holds the lock of its file.
    private static func removeLeftovers(of path: String) {
        let (folder, file) = parts(of: path)
        for name in names(in: folder) where name.hasPrefix(file + freshMark) {
            // An account's own file may be called so, and has another ending.
            guard !name.dropFirst(file.utf8.count + freshMark.utf8.count).contains(".") else { continue }
            let descriptor = unsafe open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink("\(folder)/\(name)") }
            close(descriptor)
        }
    }

    /// Without it a power cut may bring back the name's old file.
    private static func syncFolder(of path: String) throws(SystemError) {
        let descriptor = unsafe open(parts(of: path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        // Some file systems have nothing to sync here, and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError() }
    }

    private static func parts(of path: String) -> (folder: String, file: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    /// Between the name of a file and the random end of what is to become it. No account's file ends so.
    private static let freshMark = ".new."

    /// Takes a folder away with everything in it; links are removed, not followed.
    package static func removeAll(_ path: String) {
        if unsafe unlink(path) == 0 { return }
        for name in names(in: path) { removeAll("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    /// The names in a folder; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError() }
            written += count
        }
    }
}
