import Glibc
import TestSupport
import Testing

/// A state folder or store that cannot be used: a sentence with the file and the next step, and a status of its own.
@Suite("The store in trouble", .serialized)
struct StoreTroubleTests {
    private static let yaml = """
        accounts:
          - name: watched
            server: http://127.0.0.1:1
            email: mum@example.org
        """

    /// An installation with a store that was used once.
    private func used() async throws -> Installation {
        let home = try Installation(Self.yaml)
        // Nothing runs.
        try await #require(home.run("status").status == 1)
        return home
    }

    private func store(_ home: Installation) -> String { "\(home.folder.path)/state/pocketbell.sqlite" }

    /// Runs a command as somebody whom permissions hold: root may do anything.
    private func runWithoutPrivileges(_ home: Installation, _ words: [String]) async throws -> Installation.Answer {
        guard geteuid() == 0 else { return try await home.run(words) }
        let nobody: uid_t = 65_534
        let paths = ["", "/pocketbell.yaml", "/state", "/state/accounts", "/state/pocketbell.sqlite"]
        for path in paths { chown(home.folder.path + path, nobody, nobody) }
        let process = try ChildProcess(
            "setpriv",
            ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", Installation.program] + words
                + ["--config", home.configuration], environment: home.environment)
        let status = try await process.waitForExit()
        return Installation.Answer(status: status, output: process.output, errors: process.errors)
    }

    /// Whether somebody without privileges can start the program, which may lie in root's own folder.
    static var isProgramOpen: Bool {
        guard geteuid() == 0 else { return true }
        var path = ""
        for part in Installation.program.split(separator: "/") {
            path += "/\(part)"
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o005 == 0o005 else { return false }
        }
        return access("/usr/bin/setpriv", X_OK) == 0
    }

    @Test(
        "a second copy ends with 75, names the store, and the first one works on",
        arguments: ["run", "run again"])
    func second(_ name: String) async throws {
        let home = try Installation(Self.yaml)
        let first = try home.start("run")
        try await first.waitForOutput("watching")
        let answer = try await home.run("run")
        #expect(answer.status == 75)
        #expect(answer.errors.contains(store(home)))
        #expect(answer.errors.contains("Stop the other copy"))
        #expect(try await home.run("status").output.contains("running since"))
        first.signal(15)
        #expect(try await first.waitForExit() == 0)
    }

    @Test("a store that may not be written", .enabled(if: isProgramOpen, "the program lies where only root may go"))
    func readOnlyFile() async throws {
        let home = try await used()
        chmod(store(home), 0o400)
        for words in [["run"], ["status"]] {
            let answer = try await runWithoutPrivileges(home, words)
            #expect(answer.status == 77)
            #expect(answer.errors.contains(store(home)))
            #expect(answer.errors.contains("permission to write there"))
        }
    }

    @Test(
        "a state folder that may not be written", .enabled(if: isProgramOpen, "the program lies where only root may go")
    )
    func readOnlyFolder() async throws {
        let home = try await used()
        chmod("\(home.folder.path)/state", 0o500)
        let answer = try await runWithoutPrivileges(home, ["run"])
        #expect(answer.status == 77)
        #expect(
            answer.errors.contains("The state folder \(home.folder.path)/state cannot be written: Permission denied"))
        #expect(answer.errors.contains("Make it writable for this user"))
        chmod("\(home.folder.path)/state", 0o700)
    }

    @Test("a state folder that is a file")
    func folderIsFile() async throws {
        let home = try Installation(Self.yaml)
        try home.folder.write("", to: "state")
        let answer = try await home.run("run")
        #expect(answer.status == 78)
        #expect(answer.errors.contains("\(home.folder.path)/state"))
    }

    @Test("a store that a newer version wrote", arguments: [["run"], ["status"]])
    func newer(_ words: [String]) async throws {
        let home = try await used()
        // SQLite keeps `user_version` in four bytes at 60, the most significant first.
        try TextFile.overwrite(store(home), at: 60, with: [0, 0, 0x27, 0x0F])
        let before = try TextFile.bytes(of: store(home))
        let answer = try await home.run(words)
        #expect(answer.status == 65)
        #expect(answer.errors.contains("A newer version of this program has written the database, in schema 9999"))
        #expect(answer.errors.contains(store(home)))
        #expect(answer.errors.contains("Install that version again"))
        #expect(answer.errors.contains("pocketbell pending export FILE"))
        #expect(try TextFile.bytes(of: store(home)) == before)
    }

    @Test("a store whose beginning or inside is damaged", arguments: [0, 4_096])
    func corrupted(_ offset: Int) async throws {
        let home = try await used()
        let size = try TextFile.bytes(of: store(home)).count
        let garbage = [UInt8](repeating: 0xA5, count: offset == 0 ? 100 : size - offset)
        try TextFile.overwrite(store(home), at: offset, with: garbage)
        let before = try TextFile.bytes(of: store(home))
        let program = try home.start("run")
        try await program.waitForOutput("watching")
        #expect(program.errors.contains("damaged"), "\(program.errors)")
        let status = try await home.run("status")
        #expect(status.output.contains("the store was damaged and was made anew"), "\(status.output)")
        let aside = "\(home.folder.path)/state/set-aside"
        let folder = try #require(Folder.names(in: aside).first)
        #expect(
            try TextFile.bytes(of: "\(aside)/\(folder)/pocketbell.sqlite") == before, "what may be saved yet is kept")
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("damaged"), "\(doctor.output)")
        program.signal(15)
        #expect(try await program.waitForExit() == 0)
    }

    @Test("another program's file is not taken for the store")
    func foreign() async throws {
        let home = try Installation(Self.yaml)
        try home.folder.write("Dear diary\n" + String(repeating: "x", count: 5_000), to: "state/pocketbell.sqlite")
        let answer = try await home.run("run")
        #expect(answer.status == 69)
        #expect(answer.errors.contains(store(home)))
        #expect(try TextFile.read(store(home)).hasPrefix("Dear diary"))
    }
}
