import Glibc
import Testing
import Values

@Suite("Where secrets are kept")
struct SecretReferenceTests {
    @Test("only file: and env: are references", arguments: ["hunter2", "file:", "env:", "", "FILE:x"])
    func malformed(text: String) {
        #expect(SecretReference(text: text) == nil)
    }

    @Test("a file's first line is the secret, and only its owner may read it")
    func file() throws {
        var template = Array("/tmp/secret.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        write(descriptor, "hunter2\r\nrest", 13)
        close(descriptor)
        #expect(try SecretReference.file(path).resolve().withText { $0 } == "hunter2")
        chmod(path, 0o640)
        #expect(throws: SecretReference.Failure.exposed(path: path)) { try SecretReference.file(path).resolve() }
    }

    @Test("what can't be read says why")
    func unreadable() {
        #expect(throws: SecretReference.Failure.unset(variable: "EDGES_UNSET")) {
            try SecretReference.environment("EDGES_UNSET").resolve()
        }
        #expect(throws: SecretReference.Failure.unreadable(path: "/", reason: "not a file")) {
            try SecretReference.file("/").resolve()
        }
    }
}
