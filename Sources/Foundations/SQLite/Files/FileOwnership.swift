import Glibc
import Runtime
import Values

/// Holds a database file for this process, and sees to its mode. Who holds it may move the file and what belongs to it, as long as no
/// ``Database`` has it open.
///
/// The lock is on a file of its own. One on the database itself would be lost, together with SQLite's own locks,
/// as soon as anything in this process closed any descriptor of that file (POSIX). The kernel drops it when the process ends.
package final class FileOwnership: Sendable {
    let path: String
    /// -1 once released.
    private let descriptor: Lock<Int32>

    /// Keeps other processes out, and other databases of this one.
    ///
    /// - Throws: ``DatabaseError`` of the kind `ownedByAnotherProcess` or of those of the medium.
    package init(of path: String) throws {
        self.path = path
        descriptor = Lock(try Self.lock(path + "-lock"))
    }

    var warnings: [String] { FileSystem.warnings(for: path) }

    /// Makes the file if it is missing, for this user alone.
    func createFile() throws { try Self.createPrivately(path) }

    deinit { release() }

    /// Lets another process have the file. May be called again.
    package func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
        if held >= 0 { Self.unlock(held) }
    }

    private static func unlock(_ descriptor: Int32) {
        // Unlocked by name: a child process between fork and exec still holds a copy of the descriptor, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func lock(_ path: String) throws -> Int32 {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot create the lock file") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            defer { close(descriptor) }
            guard errno == EWOULDBLOCK else { throw failure(path, "cannot lock") }
            throw DatabaseError(.ownedByAnotherProcess, "open", "in use by \(readHolder(descriptor))")
        }
        // For the message above only; the lock itself is the kernel's.
        let text = "process \(getpid())\n"
        if ftruncate(descriptor, 0) == 0 { unsafe pwrite(descriptor, text, text.utf8.count, 0) }
        return descriptor
    }

    private static func readHolder(_ descriptor: Int32) -> String {
        let text = unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            unsafe String(
                decoding: buffer.prefix(max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))), as: UTF8.self)
        }
        return text.isEmpty ? "another process" : String(text.prefix { $0 != "\n" })
    }

    // SQLite gives -wal and -shm the mode of the file, so making the file first, with the right mode, is enough.
    private static func createPrivately(_ path: String) throws {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot open") }
        // Safe here and only here: SQLite has no lock on the file yet that closing could drop.
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DatabaseError(.cannotOpen, "open", "\(path) is not a regular file")
        }
        if status.st_mode & 0o077 != 0 && fchmod(descriptor, 0o600) != 0 { throw failure(path, "cannot make private") }
    }

    private static func failure(_ path: String, _ what: String) -> DatabaseError {
        let reason = errno
        var kind = DatabaseError.Kind(systemError: reason)
        // The file is there, and it is the one that refuses.
        if kind == .readOnlyFolder, FileSystem.isWritable(FileSystem.folder(of: path)) { kind = .readOnly }
        return DatabaseError(kind, "open", "\(what) \(path): \(SystemError(reason))")
    }
}
