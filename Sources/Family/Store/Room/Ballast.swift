import Glibc
import Values

/// A file beside the store that holds nothing but room: it is given up when the disk is full, so that what was begun can be ended.
struct Ballast {
    /// The file's name in the state folder.
    static let name = "pocketbell.ballast"

    private let path: String

    init(in folder: StateFolder) { path = "\(folder.path)/\(Self.name)" }

    /// What it holds, in bytes: blocks that are really there, whatever its length says.
    var size: Int {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    /// Makes it hold so many bytes, or be gone where there is no room for them.
    ///
    /// - Returns: `false` where there is none, or where the system lets nobody reserve any.
    func make(_ bytes: Int) -> Bool {
        release()
        guard bytes > 0 else { return true }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        // Not a length alone: blocks. It gives the error instead of setting `errno`.
        let code = posix_fallocate(descriptor, 0, bytes)
        close(descriptor)
        guard code == 0, size >= bytes else {
            release()
            return false
        }
        return true
    }

    /// Gives the room back.
    ///
    /// - Returns: whether there was any.
    @discardableResult
    func release() -> Bool {
        let had = size > 0
        return unsafe unlink(path) == 0 && had
    }
}
