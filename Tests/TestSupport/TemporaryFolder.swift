import Glibc

/// A folder of a test's own, gone with everything in it when the value is let go.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        struct Failure: Error { let code: Int32 }
        var template = Array("/tmp/pocketbell-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.removeAll(path) }

    /// Bottom up; links are removed, not followed.
    private static func removeAll(_ path: String) {
        if unlink(path) == 0 { return }
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { removeAll("\(path)/\(name)") }
        }
        closedir(folder)
        rmdir(path)
    }

    /// Writes a file below the folder, making the folders on the way.
    @discardableResult
    package func write(_ text: String, to name: String, mode: UInt32 = 0o600) throws -> String {
        struct Failure: Error { let code: Int32 }
        let file = "\(path)/\(name)"
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, mode)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(code: errno) }
        return file
    }
}
