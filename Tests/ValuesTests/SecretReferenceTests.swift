import Glibc
import Testing
import Values

@Suite("Where secrets are kept")
struct SecretReferenceTests {
    private func text(_ secret: Secret) -> String { secret.withText { $0 } }

    @Test(
        "only file:, env: and credential: are references",
        arguments: [
            "hunter2", "file:", "env:", "", "FILE:x", "credential:", "credential:a/b", "credential:..", "env:A=b",
            "file:a\0b", ":x", "http://x",
        ])
    func malformed(text: String) {
        #expect(SecretReference(text: text) == nil)
    }

    @Test("each form is read")
    func forms() {
        #expect(SecretReference(text: "file:/a:b") == .file("/a:b"))
        #expect(SecretReference(text: "env:NAME") == .environment("NAME"))
        #expect(SecretReference(text: "credential:mum") == .credential("mum"))
    }

    @Test("a file's first line is the secret", arguments: ["hunter2\r\nrest", "hunter2\n", "hunter2", "hunter2\r"])
    func firstLine(content: String) throws {
        try SecretFile.with(Array(content.utf8)) { path throws in
            #expect(try text(SecretReference.file(path).resolve()) == "hunter2")
        }
    }

    @Test("a file of our own that others may read is refused", arguments: [0o640, 0o604, 0o620, 0o601])
    func exposed(mode: Int) throws {
        try SecretFile.with(Array("hunter2".utf8)) { path throws in
            chmod(path, mode_t(mode))
            #expect(throws: SecretReference.Failure.exposed(path: path)) { try SecretReference.file(path).resolve() }
            chmod(path, 0o400)
            #expect(try text(SecretReference.file(path).resolve()) == "hunter2")
        }
    }

    /// systemd's credentials belong to root with group bits: to a program of another user they are not its own files.
    @Test("a file of somebody else is judged by its owner, whatever its group bits", .enabled(if: geteuid() == 0))
    func credentialsOfRoot() throws {
        try SecretFile.with(Array("hunter2".utf8)) { path throws in
            chown(path, 1, 1)
            chmod(path, 0o440)
            #expect(try text(SecretReference.file(path).resolve()) == "hunter2")
        }
    }

    @Test("relative paths and credentials start at their folders")
    func folders() throws {
        try SecretFile.with(Array("hunter2".utf8)) { path throws in
            let name = String(path.dropFirst("/tmp/".count))
            #expect(try text(SecretReference.file(name).resolve(relativeTo: "/tmp")) == "hunter2")
            #expect(try text(SecretReference.credential(name).resolve(credentials: "/tmp")) == "hunter2")
            #expect(throws: SecretReference.Failure.self) {
                try SecretReference.credential("../tmp/\(name)").resolve(credentials: "/tmp")
            }
        }
    }

    @Test("without systemd there are no credentials", .enabled(if: getenv("CREDENTIALS_DIRECTORY") == nil))
    func noCredentials() {
        #expect(throws: SecretReference.Failure.unset(variable: "CREDENTIALS_DIRECTORY")) {
            try SecretReference.credential("mum").resolve()
        }
    }

    @Test("4,096 bytes are the most, and none is too few")
    func size() throws {
        try SecretFile.with([UInt8](repeating: 0x61, count: 4_096) + [0x0D, 0x0A, 0x62]) { path throws in
            #expect(try text(SecretReference.file(path).resolve()).count == 4_096)
        }
        try SecretFile.with([UInt8](repeating: 0x61, count: 100_000)) { path throws in
            #expect(throws: SecretReference.Failure.tooLong(limit: 4_096)) { try SecretReference.file(path).resolve() }
        }
        try SecretFile.with(Array("\nsecret".utf8)) { path throws in
            #expect(throws: SecretReference.Failure.empty) { try SecretReference.file(path).resolve() }
        }
    }

    @Test("bytes that are no text are refused, not repaired", arguments: [0xFF, 0x00] as [UInt8])
    func notText(_ byte: UInt8) throws {
        try SecretFile.with([0x61, byte, 0x62]) { path throws in
            #expect(throws: SecretReference.Failure.notText(place: path)) {
                try SecretReference.file(path).resolve()
            }
        }
    }

    @Test("what can't be read says why", .timeLimit(.minutes(1)))
    func unreadable() throws {
        #expect(throws: SecretReference.Failure.unset(variable: "POCKETBELL_UNSET")) {
            try SecretReference.environment("POCKETBELL_UNSET").resolve()
        }
        #expect(throws: SecretReference.Failure.notFile(path: "/")) {
            try SecretReference.file("/").resolve()
        }
        // A pipe without a writer would block whoever opens it.
        let pipe = "/tmp/secret-pipe-\(getpid())"
        mkfifo(pipe, 0o600)
        defer { unlink(pipe) }
        #expect(throws: SecretReference.Failure.notFile(path: pipe)) {
            try SecretReference.file(pipe).resolve()
        }
        let missing = #expect(throws: SecretReference.Failure.self) { try SecretReference.file("/no/where").resolve() }
        #expect(missing?.description == "/no/where can't be read: No such file or directory")
    }

    @Test("what is behind the first line is nobody's matter")
    func behind() throws {
        try SecretFile.with([0x61, 0x0A, 0x00, 0xFF]) { path throws in
            #expect(try text(SecretReference.file(path).resolve()) == "a")
        }
    }

    @Test("the environment's value is taken as it is")
    func environment() throws {
        let home = try #require(getenv("PATH").map { String(cString: $0) })
        #expect(try text(SecretReference.environment("PATH").resolve()) == home)
    }
}
