import Glibc
import Observability
import Store
import Testing

/// A state folder of its own for each test, removed at the end.
final class TestStore: Sendable {
    let folder: String

    init() throws {
        var template = Array("/tmp/pocketbell-store-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StoreError(.unusable, "no folder", nextStep: "") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(folder) }

    var file: String { folder + "/" + StateFolder.storeName }

    func open() async throws -> Store { try await Store.open(in: folder, logger: Self.logger) }

    static var logger: Logger {
        Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink())
    }

    static func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    static func write(_ bytes: [UInt8], to path: String, at offset: Int = 0, truncating: Bool = false) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | (truncating ? O_TRUNC : 0), 0o600)
        #expect(pwrite(descriptor, bytes, bytes.count, offset) == bytes.count)
        close(descriptor)
    }

    static func read(_ count: Int, of path: String, at offset: Int) -> [UInt8] {
        let descriptor = Glibc.open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        #expect(pread(descriptor, &bytes, count, offset) == count)
        return bytes
    }

    /// The path and what lies in it, two levels deep at most.
    static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { remove(path + "/" + name) }
            }
            closedir(folder)
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
