import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// What is not on the server yet, taken along in a file: from a store that a newer version wrote into a new one.
@Suite("Unsent work in a file", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct UnsentFileTests {
    private func lines(_ text: String) -> [String] { text.split(separator: "\n").dropFirst().map(String.init) }

    @Test("exported from a store that a newer version wrote, imported into a new one, and made on the server once")
    func downgrade() async throws {
        let family = try await Family(hasPassword: true)
        let home = family.installation
        let (state, file) = ("\(home.folder.path)/state", "\(home.folder.path)/unsent.json")
        try await family.end(try await family.start(until: "live"))
        for number in 1...2 {
            #expect(try await home.run("add", "Alice", "-1.0\(number)", "Along \(number)").status == 0)
        }
        let said = try await home.run("pending", "export", file)
        #expect(said.status == 0 && said.output == "Written: 2 entries: \(file)\n", "\(said)")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let (written, token) = (try TextFile.read(file), try #require(try home.token("watched")))
        #expect(!written.contains(token) && !written.contains("password123"), "no secrets are in it")
        let again = try await home.run("pending", "export", file)
        #expect(again.status == 64 && again.errors.contains("--force"), "\(again.errors)")
        // As a newer version leaves it.
        try TextFile.overwrite("\(state)/pocketbell.sqlite", at: 60, with: [0, 0, 0x27, 0x0F])
        #expect(try await home.run("pending").status == 65)
        let piped = try await home.run("pending", "export", "-")
        #expect(piped.status == 0 && lines(piped.output) == lines(written), "\(piped)")
        // The older one begins anew.
        #expect(rename(state, state + "-newer") == 0)
        let early = try await home.run("pending", "import", file)
        #expect(early.status == 1 && early.errors.contains("nobody here is signed in as the person"), "\(early)")
        let watcher = try await family.start(until: "live")
        let taken = try await home.run("pending", "import", "-", input: piped.output)
        #expect(taken.status == 0 && taken.output.hasPrefix("Imported: 2 entries."), "\(taken)")
        // What another store had is looked for first, once the server has had a minute.
        try await eventually("confirmed", within: .seconds(500), every: .milliseconds(200)) {
            let all = try await home.json("pending", "list", "--all")
            return all.count == 2 && all.allSatisfy { $0["state"] == "confirmed" }
        }
        let twice = try #require(try await home.json("pending", "import", file).first)
        #expect(twice["imported"] == 0 && twice["ended"] == 2 && twice["refused"] == [])
        let made = try await home.json("transactions", "--limit", "1000").compactMap { $0.text("description") }
        #expect(made.filter { $0.hasPrefix("Along") } == ["Along 2", "Along 1"])
        try await family.end(watcher)
    }

    @Test("a line that is damaged or unknown keeps no other back; what is no such file is said")
    func refusals() async throws {
        let family = try await Family(hasPassword: true)
        let home = family.installation
        let file = "\(home.folder.path)/unsent.json"
        let watcher = try await family.start(until: "live")
        try await family.end(watcher)
        for number in 1...2 {
            #expect(try await home.run("add", "Alice", "+2.0\(number)", "Line \(number)").status == 0)
        }
        #expect(try await home.run("pending", "export", file).status == 0)
        let all = try TextFile.read(file).split(separator: "\n").map(String.init)
        for id in try await home.json("pending").compactMap({ $0.text("intent") }) {
            #expect(try await home.run("pending", "discard", id).status == 0)
        }
        let text = [all[0], "no JSON", all[1].replacing("2.01", with: "9.01"), #"{"order":{},"sum":""}"#, all[2]]
            .joined(separator: "\n")
        let said = try await home.run("pending", "import", "-", input: text)
        #expect(said.status == 1 && said.output.hasPrefix("Imported: 0 entries, 1 at the end since."), "\(said)")
        for words in ["line 2 is not imported: it is no JSON", "line 3 is not imported: it was damaged", "line 4 is"] {
            #expect(said.errors.contains(words), "\(said.errors)")
        }
        for (input, words) in [("", "is no file that"), ("{}\n", "is no file that"), ("\u{0}", "is no file that")] {
            let answer = try await home.run("pending", "import", "-", input: input)
            #expect(answer.status == 66 && answer.errors.contains(words), "\(answer)")
        }
        let missing = try await home.run("pending", "import", "\(home.folder.path)/none")
        #expect(missing.status == 66 && missing.errors.contains("No such file"), "\(missing)")
    }
}
