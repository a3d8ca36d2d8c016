import CDiskShim
import Glibc
import Store

/// Where a run's store lies: in memory, each life of the program in a folder of its own, which begins as the last committed image
/// of the life before.
final class Disk {
    private(set) var folder: String
    private let root: String
    private var lives = 0
    private static let files = ["", "-wal"]

    init() throws {
        disk_shim_install()
        disk_shim_skip_syncs(1)
        var template = Array("/dev/shm/pocketbell-simulation-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(path: "/dev/shm") }
        root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        folder = root + "/0"
    }

    deinit { Self.remove(root) }

    struct Failure: Error, CustomStringConvertible {
        let path: String
        var description: String { "cannot write in \(path)" }
    }

    /// Copies what is on the disk now: what a program finds that starts after a crash at this moment.
    func crash() throws {
        let old = folder
        lives += 1
        folder = "\(root)/\(lives)"
        try Self.copyAll(of: old, to: folder)
    }

    /// With the folder of photos in it.
    private static func copyAll(of old: String, to new: String) throws {
        mkdir(new, 0o700)
        guard let list = opendir(old) else { return }
        defer { closedir(list) }
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), !name.hasSuffix("-shm"), !name.hasSuffix("-lock") else { continue }
            let (source, target) = (old + "/" + name, new + "/" + name)
            if Int32(entry.pointee.d_type) != Int32(DT_DIR) {
                try copy(source, to: target)
            } else if name == "media" {
                try copyAll(of: source, to: target)
            }
        }
    }

    /// Forgets the folder of the life before, once its store is closed.
    func removeFormer() { Self.remove("\(root)/\(lives - 1)") }

    func fill() { disk_shim_fail_writes(13) }  // SQLITE_FULL
    func fail(onSync: Bool) {
        if onSync { disk_shim_fail_syncs(1_034) } else { disk_shim_fail_writes(778) }  // SQLITE_IOERR_FSYNC, _WRITE
    }
    func heal() {
        disk_shim_fail_writes(0)
        disk_shim_fail_syncs(0)
    }

    private static func copy(_ from: String, to: String) throws {
        let source = open(from, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return }
        defer { close(source) }
        let target = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Failure(path: to) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { return }
            guard Glibc.write(target, buffer, count) == count else { throw Failure(path: to) }
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Failure(path: path) }
        defer { close(target) }
        guard Glibc.write(target, bytes, bytes.count) == bytes.count else { throw Failure(path: path) }
    }

    static func remove(_ path: String) {
        guard let list = opendir(path) else { return }
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            if unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        }
        closedir(list)
        rmdir(path)
    }
}
