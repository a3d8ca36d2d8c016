import Glibc

/// A file in `/tmp` that only its owner may read, for the time of a test.
enum SecretFile {
    static func with(_ content: [UInt8], _ body: (_ path: String) throws -> Void) throws {
        var template = Array("/tmp/secret.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        _ = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        try body(path)
    }
}
