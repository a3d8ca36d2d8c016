import DemoBackend
import HTTPClient
import JSON
import TestSupport
import Testing
import Values

/// What parents and children hear of chores, from a genuine server and from the simulated one, by the real program.
@Suite("Chores that are told", .serialized)
struct ChoreAlertTests {
    private static let rules = """

          - name: parents
            events: [chore-waiting, allowance]
            to: [house]
          - name: child
            events: [chore-approved, chore-rejected]
            to: [slack, house]

        """

    @Test(
        "a child does a chore, and its parents hear of it; they decide, and the child hears what came of it; each once",
        .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), arguments: ["spec", "real"])
    func chore(_ dialect: String) async throws {
        let family = try await Family(dialect: dialect, scan: "5s", moreRules: Self.rules)
        let (home, receiver) = (family.installation, family.receiver)
        let parent = try await OtherApp(at: family.hub.address)
        let alice = try await OtherApp(OtherApp.alice, at: family.hub.address)
        let photo = try TextFile.bytes(of: ChoreOrderTests.photo)
        // Done an hour before anybody watches: that is history. (A server's second or two more would be doubtful.)
        try await family.hub.setClock(offset: -3_600)
        let old = try await parent.addChore("Dishes")
        _ = try await alice.complete(old, photo: photo)
        try await family.hub.setClock(offset: 0)
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("chores history")

        // Its list of completions has never been read when it is done.
        let chore = try await parent.addChore("Lawn", reward: "2.50")
        let done = try await alice.complete(chore, photo: photo)
        let waits = try await receiver.wait(for: "chore.waiting", at: "/house")
        let data = try JSONValue(parsing: waits.text)["data"]
        #expect(data?["chore"]?["name"] == "Lawn" && data?["chore"]?["price"] == "2.50")
        #expect(data?["text"] == "Alice has done a chore that waits for approval: Lawn ($2.50)")
        #expect(data?["late"] == false && data?["chore"]?["id"] == .string(done))
        try await parent.send(.put, "/tasks/completions/\(done)/review", ["isApproved": true])
        let approved = try await receiver.wait(for: "Alice earned $2.50: Lawn", at: "/slack")
        #expect(approved.text.contains("Chore approved"))

        // What is decided here is told too.
        let second = try await alice.complete(chore, photo: photo)
        try await home.waitForRecords("chores history") { $0.contains { $0["id"] == .string(second) } }
        let said = try await home.run("chores", "reject", second, "--reason", "the edges", "--wait", "60s")
        #expect(said.status == 0, "\(said)")
        try await receiver.wait(for: "A chore of Alice was rejected: Lawn (", at: "/slack")
        try await family.end(watcher)
        let again = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Kite")
        try await family.expectEverywhere("Kite")
        let types = try receiver.received(at: "/house").compactMap { try JSONValue(parsing: $0.text).text("type") }
        let chores = types.filter { $0.hasPrefix("chore.") }
        #expect(chores == ["chore.waiting", "chore.approved", "chore.waiting", "chore.rejected"])
        #expect(try await home.json("status").first?["balanced"] == true)
        try await family.end(again)
    }

    @Test(
        "an allowance is told as one where a rule asks for that, and as money elsewhere; that it is paused, too",
        .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"))
    func allowance() async throws {
        let family = try await Family(dialect: "real", scan: "5s", moreRules: Self.rules)
        let watcher = try await family.start(until: "live")
        try await family.installation.waitForRecords("allowance")
        _ = try await family.hub.control("allowance", ["childId": .string(ReferenceHub.alice)])
        try await family.receiver.wait(for: "allowance.paid", at: "/house")
        try await family.receiver.wait(for: "Weekly Allowance", at: "/slack")
        let parent = try await OtherApp(at: family.hub.address)
        try await parent.send(
            .post, "/children/\(ReferenceHub.alice)/allowance/pause", ["reason": "no homework"])
        let paused = try await family.receiver.wait(for: "allowance.paused", at: "/house")
        #expect(paused.text.contains("The allowance of Alice is paused (by") && paused.text.contains("no homework"))
        let told = family.receiver.received(at: "/house").filter { $0.text.contains("Weekly Allowance") }
        #expect(told.count == 1)
        try await family.end(watcher)
    }

    @Test("the simulated family's parent hears of a chore and of its approval as well")
    func simulated() async throws {
        let receiver = try await WebhookReceiver(answer: WebhookReceiver.success)
        let family = try await DemoFamily(
            targets: """

                  - {name: house, kind: webhook, url: "\(receiver.address)/house", private-addresses: true}
                rules:
                  - {name: chores, events: [chore], to: [house]}

                """)
        let watcher = try await family.start()
        let parent = try await OtherApp(at: family.address)
        let alice = try await OtherApp(OtherApp.alice, at: family.address)
        try await family.installation.waitForRecords("chores")
        let child = try #require(family.backend.children.first)
        let chore = try await parent.addChore("Lawn", child: child.id)
        let done = try await alice.complete(chore, photo: try TextFile.bytes(of: ChoreOrderTests.photo))
        try await receiver.wait(for: "chore.waiting", at: "/house")
        try await parent.send(.put, "/tasks/completions/\(done)/review", ["isApproved": true])
        let approved = try await receiver.wait(for: "chore.approved", at: "/house")
        #expect(approved.text.contains("Lawn"))
        try await family.end(watcher)
    }
}
