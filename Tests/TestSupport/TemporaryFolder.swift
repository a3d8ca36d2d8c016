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
        for name in Folder.names(in: path) { removeAll("\(path)/\(name)") }
        rmdir(path)
    }

    /// Writes a file below the folder, making the folders on the way.
    @discardableResult
    package func write(_ text: String, to name: String, mode: UInt32 = 0o600) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        try TextFile.write(bytes, to: file, mode: mode)
        return file
    }
}
