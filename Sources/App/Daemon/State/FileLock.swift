import Glibc
import Values

/// A lock between programs, held as long as the value lives. The kernel gives it up when its holder dies.
///
/// Who waits blocks its thread: hold it for a few file operations, no longer.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// - Parameter path: a file that is made if it is not there, and stays.
    init(_ path: String) throws(SystemError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        while flock(descriptor, LOCK_EX) != 0 {
            let code = errno
            guard code == EINTR else {
                close(descriptor)
                throw SystemError(code)
            }
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

/// Tells one file at a path from the next that is put in its place.
struct FileStamp: Sendable, Hashable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
        size = Int(status.st_size)
        // Changed also by a new owner or mode, which nobody can set back.
        seconds = Int(status.st_ctim.tv_sec)
        nanoseconds = Int(status.st_ctim.tv_nsec)
    }
}
