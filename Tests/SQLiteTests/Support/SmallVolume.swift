import Glibc
import Testing

/// A file system of its own in memory, mounted for one test; only root may.
final class SmallVolume: Sendable {
    let path: String
    private let folder: TestFolder

    /// - Parameter size: as `mount` reads it, such as `2m`.
    init(size: String) throws {
        folder = try TestFolder()
        path = folder.path
        try #require(mount("tmpfs", path, "tmpfs", 0, "size=\(size)") == 0)
    }

    // The mount hides the folder, so it goes first.
    deinit { umount2(path, Int32(MNT_DETACH)) }

    func makeReadOnly() throws { try #require(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0) }

    /// Whether this process may mount, found by doing it.
    static let isPermitted: Bool = (try? SmallVolume(size: "64k")) != nil
    static let why: Comment = "needs the right to mount a tmpfs: run as root"
}
