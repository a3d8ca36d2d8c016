import JSON
import TestSupport
import TestWaiting
import Testing

/// What a parent does about chores, on a genuine server.
@Suite(
    "Chores that parents add and review", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized
)
struct ChoreReviewTests {
    @Test(
        "a chore that was done is approved once and paid for; another is rejected with a reason",
        arguments: ["spec", "real"])
    func review(_ dialect: String) async throws {
        let family = try await Family(dialect: dialect, scan: "5s")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        #expect(
            try await home.run("chores", "add", "Alice", "Mow", "the", "lawn", "--reward", "2.50", "--wait", "60s")
                .status == 0)
        let chore = try #require(try await home.json("chores").first { $0["title"] == "Mow the lawn" })
        #expect(chore["sync"] == "synced" && chore["reward"] == "2.50" && chore["child"]?["firstName"] == "Alice")
        let alice = try await OtherApp(OtherApp.alice, at: family.hub.address)
        let photo = try TextFile.bytes(of: ChoreOrderTests.photo)
        for _ in 1...2 { _ = try await alice.complete(chore.text("id") ?? "", photo: photo) }
        let done = try await home.waitForRecords("chores history") { $0.count == 2 }
        let twice = try await home.run("chores", "approve", "Mow the lawn")
        #expect(twice.status == 64 && twice.errors.contains("more than one"), "\(twice)")
        let (first, second) = (done[0].text("id") ?? "", done[1].text("id") ?? "")
        let said = try await home.run("chores", "approve", String(first.prefix(8)), "--wait", "60s", "--json")
        #expect(said.status == 0 && (try? JSONValue(parsing: said.output))?["state"] == "confirmed", "\(said)")
        // By its name, now that one alone waits.
        let rejected = try await home.run("chores", "reject", "mow the lawn", "--reason", "the edges", "--wait", "60s")
        #expect(rejected.status == 0, "\(rejected)")
        let rows = try await home.json("chores", "history")
        #expect(rows.first { $0["id"] == .string(first) }?["state"] == "approved")
        #expect(rows.first { $0["id"] == .string(second) }?["rejection"] == "the edges")
        try await eventually("the payment", every: .milliseconds(200)) {
            try await home.json("transactions").count { $0["description"] == "Task completed: Mow the lawn" } == 1
        }
        let again = try await home.run("chores", "approve", first, "--wait", "60s", "--json")
        #expect((try? JSONValue(parsing: again.output))?["state"] == "confirmed", "\(again)")
        #expect(try await home.json("transactions").count { $0["description"] == "Task completed: Mow the lawn" } == 1)
        try await family.end(watcher)
    }

    @Test("an approval whose answer is lost pays once")
    func lost() async throws {
        let family = try await Family(dialect: "real", scan: "5s")
        let home = family.installation
        let parent = try await OtherApp(at: family.hub.address)
        let chore = try await parent.addChore("Lawn")
        let alice = try await OtherApp(OtherApp.alice, at: family.hub.address)
        _ = try await alice.complete(chore, photo: try TextFile.bytes(of: ChoreOrderTests.photo))
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("chores history")
        try await family.hub.spoil("PUT", "/api/v1/tasks/completions", ["afterHandling": true, "cut": true])
        #expect(try await home.run("chores", "approve", "Lawn").status == 0)
        try await eventually("the end", within: .seconds(150), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        #expect(try await home.json("pending", "list", "--all").first?["state"] == "confirmed")
        #expect(try await home.json("transactions").count { $0["description"] == "Task completed: Lawn" } == 1)
        try await family.end(watcher)
    }

    @Test("a parent does nobody's chores")
    func parent() async throws {
        let family = try await Family(dialect: "real")
        let home = family.installation
        _ = try await OtherApp(at: family.hub.address).addChore("Lawn")
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("chores")
        let said = try await home.run("chores", "done", "Lawn")
        #expect(said.status == 77 && said.errors.contains("only Alice may"), "\(said)")
        try await family.end(watcher)
    }
}
