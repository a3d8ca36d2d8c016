import Glibc

/// A little file system in memory, mounted at a folder for one test.
package final class SmallDisk: Sendable {
    private let path: String
    private var ballast: String { "\(path)/ballast" }

    package struct Failure: Error { let code: Int32 }

    /// Whether this user may mount at all.
    package static let isPermitted: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount(folder.path) == 0
    }()

    package init(_ path: String, megabytes: Int) throws {
        self.path = path
        mkdir(path, 0o700)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m,mode=700") == 0 else { throw Failure(code: errno) }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Takes all the room that is left.
    package func fill() throws {
        let descriptor = open(ballast, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 0, count: 4_096)
        while write(descriptor, bytes, bytes.count) > 0 {}
    }

    package func makeRoom() { unlink(ballast) }
}
