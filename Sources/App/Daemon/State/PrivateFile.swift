import Glibc

/// A small file that only its owner may read, replaced as a whole or not at all.
enum PrivateFile {
    /// The largest file that is read, in bytes.
    static let limit = 64 * 1024

    /// `nil` if there is no such file.
    ///
    /// - Throws: the error number, also `EACCES` for a file that others may read and `EFBIG` for a large one.
    static func read(_ path: String) throws(ErrorNumber) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw ErrorNumber() }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw ErrorNumber() }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else { throw ErrorNumber(EACCES) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ErrorNumber() }
            if count == 0 { return Array(bytes[..<filled]) }
            filled += count
        }
        throw ErrorNumber(EFBIG)
    }

    /// Writes beside the old file, syncs, and puts it in its place, so that a crash leaves the old or the new one.
    static func replace(_ path: String, with bytes: [UInt8]) throws(ErrorNumber) {
        let fresh = path + ".new"
        let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ErrorNumber() }
        do throws(ErrorNumber) {
            guard fchmod(descriptor, 0o600) == 0 else { throw ErrorNumber() }
            try writeAll(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw ErrorNumber() }
        } catch {
            close(descriptor)
            _ = unsafe unlink(fresh)
            throw error
        }
        close(descriptor)
        guard unsafe rename(fresh, path) == 0 else { throw ErrorNumber() }
    }

    /// - Returns: `false` if there was no such file.
    static func remove(_ path: String) throws(ErrorNumber) -> Bool {
        if unsafe unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw ErrorNumber() }
        return false
    }

    /// Takes a folder away with everything in it; links are removed, not followed.
    static func removeAll(_ path: String) {
        if unsafe unlink(path) == 0 { return }
        for name in names(in: path) { removeAll("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    /// The names in a folder; none if it cannot be read.
    static func names(in folder: String) -> [String] {
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

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(ErrorNumber) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ErrorNumber() }
            written += count
        }
    }
}

/// An `errno` as an error.
struct ErrorNumber: Error, Equatable, CustomStringConvertible {
    let code: Int32

    init(_ code: Int32 = errno) { self.code = code }

    var description: String { unsafe String(cString: strerror(code)) }
}
