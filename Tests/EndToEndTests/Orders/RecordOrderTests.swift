import JSON
import TestSupport
import TestWaiting
import Testing

/// Orders about what a genuine server keeps beside the money, in both of its dialects.
@Suite("Orders about records", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct RecordOrderTests {
    /// What a command answers as JSON, once the server has it.
    private func order(_ home: Installation, _ words: String..., state: JSONValue = "confirmed") async throws
        -> JSONValue
    {
        let said = try await home.run(words + ["--wait", "60s", "--json"])
        let order = try JSONValue(parsing: said.output)
        #expect(order["state"] == state, "\(words): \(said)")
        return order
    }

    private func goals(_ family: Family) async throws -> [JSONValue] {
        let path = "/api/v1/children/\(ReferenceHub.alice)/savings-goals?includeCompleted=true"
        guard case .array(let rows) = try await family.hub.get(path) else { return [] }
        return rows
    }

    @Test("goals, money in them, allowances and pauses: ordered here, done there", arguments: ["spec", "real"])
    func household(_ dialect: String) async throws {
        let family = try await Family(dialect: dialect)
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("goals", "allowance")
        _ = try await order(home, "goals", "add", "Alice", "Boat", "--target", "99.5")
        #expect(try await goals(family).count { $0["name"] == "Boat" } == 1)
        let before = try #require(try await goals(family).first { $0["name"] == "Boat" }?["currentAmount"])
        let deposit = try await order(home, "goals", "deposit", "boat", "0.75")
        #expect(deposit["record"] != .null && deposit["amount"] == "0.75")
        let after = try #require(try await goals(family).first { $0["name"] == "Boat" }?["currentAmount"])
        #expect(before != after)
        // What the goal holds is known as soon as the order is at its end.
        #expect(try await home.records("goals").first { $0["name"] == "Boat" }?["saved"] == "0.75")
        _ = try await order(home, "goals", "remove", "Boat")
        #expect(try await goals(family).first { $0["name"] == "Boat" }?["status"] == "Cancelled")
        _ = try await order(home, "allowance", "set", "Alice", "7.25", "--reason", "Older")
        #expect(try await home.records("allowance").first?["weeklyAllowance"] == "7.25")
        for _ in 1...2 { _ = try await order(home, "allowance", "pause", "Alice", "--reason", "Away") }
        let path = "/api/v1/children/\(ReferenceHub.alice)/allowance/history"
        guard case .array(let history) = try await family.hub.get(path) else { throw Failure() }
        #expect(history.count { $0["adjustmentType"] == "Paused" } == 1, "what is so already is not sent")
        _ = try await order(home, "allowance", "resume", "Alice")
        // This server has no route for it: it waits for a person, with the reason.
        let edited = try await order(home, "goals", "edit", "New bicycle", "--target", "150", state: "parked")
        #expect(edited.text("reason")?.contains("its version has none") == true, "\(edited)")
        let row = try #require(try await home.records("goals").first { $0["name"] == "New bicycle" })
        #expect(row["sync"] == "failed" && row["target"] == "120.00")
        try await family.end(watcher)
    }

    @Test("wishes are changed, bought once, and removed; an answer that is lost changes nothing of that")
    func wishes() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("wishlist")
        _ = try await order(
            home, "wishlist", "edit", "Board game", "--child", "Alice", "--price", "19.99", "--notes", "blue")
        let changed = try #require(try await family.hub.wishes().first)
        #expect(changed["notes"] == "blue" && changed["name"] == "Board game")
        // This server takes it back if it is told twice.
        try await family.hub.spoil("POST", "/api/v1/wishlist", ["afterHandling": true])
        let bought = try await home.run("wishlist", "buy", "Board game", "--child", "Alice")
        #expect(bought.status == 0, "\(bought)")
        #expect(try await home.records("wishlist").first?["sync"] == "pendingUpdate")
        #expect(try await home.records("wishlist").first?["purchased"] == true)
        try await eventually("its end", within: .seconds(150), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        #expect(try await family.hub.wishes().first?["isPurchased"] == true)
        _ = try await order(home, "wishlist", "remove", "Board game", "--child", "Alice")
        #expect(try await family.hub.wishes() == [])
        let ambiguous = try await home.run("wishlist", "remove", "Kite")
        #expect(ambiguous.status == 64 && ambiguous.errors.contains("there is no wish 'Kite'"), "\(ambiguous.errors)")
        try await family.end(watcher)
    }

    @Test(
        "a child's login reads its notifications, all that were listed and none that came meanwhile; allowances are not its own"
    )
    func child() async throws {
        let family = try await Family(dialect: "real", email: "child1@example.com")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "First")
        try await home.waitForRecords("notifications") { $0.contains { $0["read"] == false } }
        let said = try await home.run("notifications", "read", "--all", "--wait", "60s", "--json")
        let order = try JSONValue(parsing: said.output)
        #expect(order["state"] == "confirmed" && order["child"] == .null, "\(said)")
        #expect(try await home.records("notifications").allSatisfy { $0["read"] == true && $0["sync"] == "synced" })
        let again = try await home.run("notifications", "read", "--all")
        #expect(again.status == 64 && again.errors.contains("not read"), "\(again.errors)")
        let refused = try await home.run("allowance", "set", "Alice", "50")
        #expect(refused.status == 77 && refused.errors.contains("only a parent"), "\(refused.errors)")
        try await family.end(watcher)
    }

    private struct Failure: Error {}
}
