import HTTPClient
import JSON
import TestSupport
import TestWaiting
import Testing

/// What was changed here while nobody was looking at the server, and there by another program: seen and decided by a person.
@Suite("Conflicts", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct ConflictTests {
    /// An allowance of 8.00 that was ordered here while the program did not run, and 9.00 that somebody else has set meanwhile.
    private func contested() async throws -> (family: Family, other: OtherApp, watcher: ChildProcess) {
        let family = try await Family()
        let home = family.installation
        let first = try await family.start(until: "live")
        try await home.waitForRecords("allowance")
        try await family.end(first)
        let order = try await home.run("allowance", "set", "Alice", "8.00", "--reason", "Older")
        #expect(order.status == 0, "\(order)")
        let other = try await OtherApp(at: family.hub.address)
        try await setAllowance(other, "9.00")
        let watcher = try await family.start(until: "live")
        try await eventually("a conflict", every: .milliseconds(200)) {
            try await home.json("conflicts", "list").count == 1
        }
        return (family, other, watcher)
    }

    private func setAllowance(_ other: OtherApp, _ amount: String) async throws {
        let body: JSONValue = ["weeklyAllowance": try JSONValue(parsing: amount)]
        try await other.send(.put, "/children/\(ReferenceHub.alice)/allowance", body)
    }

    private func allowance(_ home: Installation) async throws -> JSONValue {
        try #require(try await home.records("allowance").first { $0["child"]?["firstName"] == "Alice" })
    }

    @Test("both versions are shown everywhere that a person looks, and ours is sent when the person says so")
    func mine() async throws {
        let (family, _, watcher) = try await contested()
        let home = family.installation
        let row = try #require(try await home.json("conflicts", "list").first)
        #expect(row["field"] == "weeklyAllowance" && row["mine"] == "8.00" && row["server"] == "9.00", "\(row)")
        #expect(row["child"]?["firstName"] == "Alice" && row["state"] == "open" && row["account"] == "watched")
        let shown = try await allowance(home)
        #expect(shown["weeklyAllowance"] == "9.00" && shown["sync"] == "conflict", "the server's counts meanwhile")
        let (text, one) = (try await home.run("conflicts"), try await home.run("conflicts", "show", "1"))
        #expect(text.output.contains("Alice") && text.output.contains("8.00") && text.output.contains("9.00"))
        #expect(one.output.contains("pocketbell conflicts resolve 1 --keep server"), "\(one)")
        let status = try await home.run("status")
        #expect(status.status == 1 && status.output.contains("pocketbell conflicts"), "\(status)")
        let facts = try await home.waitForStatus { $0["run"]?["state"] == "conflict" }
        #expect(facts["counts"]?["conflictsOpen"] == 1 && facts["run"]?["count"] == 1)
        #expect(try await home.run("pending").output.contains("pocketbell conflicts"))
        try await badWords(home)
        let resolved = try await home.run("conflicts", "resolve", "1", "--keep", "mine")
        #expect(resolved.status == 0 && resolved.output.contains("yours, by a person"), "\(resolved)")
        try await home.waitForRecords("allowance") { rows in
            rows.contains { $0["weeklyAllowance"] == "8.00" && $0["sync"] == "synced" }
        }
        let again = try await home.run("conflicts", "resolve", "1", "--keep", "server")
        #expect(again.status != 0 && again.errors.contains("decided before"), "\(again)")
        #expect(try await home.run("conflicts").output.contains("Nothing waits for your decision"))
        #expect(try await home.json("conflicts", "list", "--all").count == 1)
        try await family.end(watcher)
    }

    private func badWords(_ home: Installation) async throws {
        for (words, said) in [
            (["7", "--keep", "mine"], "there is no conflict '7'"),
            (["x", "--keep", "mine"], "there is no conflict 'x'"),
            (["1"], "--keep server, --keep mine or --set weeklyAllowance=VALUE"),
            (["1", "--keep", "both"], "--keep server"),
            (["1", "--keep", "mine", "--set", "weeklyAllowance=1"], "--keep"),
            (["1", "--set", "price=1"], "is about 'weeklyAllowance'"),
            (["1", "--set", "weeklyAllowance=much"], "is no amount"),
        ] {
            let answer = try await home.run(["conflicts", "resolve"] + words)
            #expect(answer.status != 0 && answer.errors.contains(said), "\(words): \(answer)")
        }
        #expect(try await home.json("conflicts", "list").count == 1, "nothing of that decides")
    }

    @Test("an open one survives a restart and a backup; what moves again is shown first; then the server's is kept")
    func server() async throws {
        let (family, other, watcher) = try await contested()
        let home = family.installation
        try await family.end(watcher)
        let copy = "\(home.folder.path)/conflict-copy"
        #expect(try await home.run("backup", copy).status == 0)
        #expect(try await home.run("restore", copy).status == 0)
        #expect(try await home.json("conflicts", "list").count == 1)
        try await setAllowance(other, "9.50")
        let again = try await family.start(until: "live")
        #expect(try await home.run("sync").status == 0)
        let moved = try await home.run("conflicts", "resolve", "1", "--keep", "mine")
        #expect(moved.status != 0 && moved.errors.contains("9.50"), "\(moved)")
        #expect(try await home.json("conflicts", "list").first?["server"] == "9.50")
        let kept = try await home.run("conflicts", "resolve", "1", "--keep", "server", "--json")
        #expect(try JSONValue(parsing: kept.output)["result"] == "server", "\(kept)")
        #expect(try await home.json("pending", "list") == [])
        #expect(try await allowance(home)["weeklyAllowance"] == "9.50")
        #expect(try await home.json("pending", "list", "--all").first?["state"] == "superseded")
        try await family.end(again)
    }
}
