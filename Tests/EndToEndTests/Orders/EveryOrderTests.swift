import DemoBackend
import JSON
import TestSupport
import TestWaiting
import Testing
import Values

/// Every order that can be typed, from the command to the fact that confirms it, on the simulated server: it has all of the routes.
@Suite("Every order", .serialized)
struct EveryOrderTests {
    /// Types an order, and holds that a fact has confirmed it.
    private func confirm(_ home: Installation, _ words: String...) async throws {
        let said = try await home.run(words + ["--wait", "60s", "--json"])
        let order = try? JSONValue(parsing: said.output)
        #expect(said.status == 0 && order?["state"] == "confirmed", "\(words): \(said)")
        #expect(order?["attempts"] == 1, "\(words): \(said.output)")
    }

    @Test(
        "a parent's: money, allowances and settings, goals, chores, notifications; wishes where there are some",
        arguments: DemoDialect.allCases)
    func parent(_ dialect: DemoDialect) async throws {
        let family = try await DemoFamily(dialect)
        let home = family.installation
        let watcher = try await family.start()
        try await home.waitForRecords("goals", "allowance", "chores", "chores history", "notifications")
        try await confirm(home, "add", "Alice", "+40.00", "Birthday")
        try await confirm(home, "add", "Alice", "-1.20", "Ice", "cream", "--category", "Snacks")
        try await confirm(home, "allowance", "set", "Alice", "7.25", "--reason", "Older")
        try await confirm(home, "allowance", "pause", "Alice", "--reason", "Away")
        try await confirm(home, "allowance", "resume", "Alice")
        try await confirm(
            home, "allowance", "settings", "Alice", "--day", "Friday", "--saves", "yes", "--transfer", "percentage",
            "--percentage", "20", "--sees-savings", "no", "--may-owe", "yes")
        let settings = try #require(try await home.records("allowance").first)
        #expect(settings["weeklyAllowance"] == "7.25" && settings["allowanceDay"] == "Friday", "\(settings)")
        #expect(settings["mayOwe"] == true && settings["transferPercentage"] == "20", "\(settings)")
        try await confirm(home, "goals", "add", "Alice", "Boat", "--target", "99.5", "--due", "2027-05-01")
        try await confirm(home, "goals", "edit", "Boat", "--target", "120", "--description", "a <b>red</b> one")
        try await confirm(home, "goals", "deposit", "Boat", "3.50")
        try await confirm(home, "goals", "withdraw", "Boat", "1.25", "--reason", "Ice")
        let goal = try #require(try await home.records("goals").first { $0["name"] == "Boat" })
        #expect(goal["saved"] == "2.25" && goal["target"] == "120.00" && goal["sync"] == "synced", "\(goal)")
        try await confirm(home, "goals", "remove", "Boat")
        try await confirm(home, "chores", "add", "Alice", "Rake", "--reward", "2")
        let waiting = try await home.records("chores history").filter { $0["state"] == "pendingApproval" }
        #expect(waiting.count == 2, "one of each child")
        try await confirm(home, "chores", "approve", waiting[0].text("id") ?? "")
        try await confirm(home, "chores", "reject", waiting[1].text("id") ?? "", "--reason", "again")
        try await confirm(home, "notifications", "read", "--all")
        if dialect == .spec { try await wishes(home) }
        #expect(try await home.json("pending", "list") == [])
        try await family.end(watcher)
    }

    /// What is shown of Alice, in cents.
    private func money(_ home: Installation, _ name: String) async throws -> Int {
        let child = try await home.json("children").first { $0["firstName"] == "Alice" }
        return try #require(child?.text(name).flatMap { Int($0.filter { $0 != "." }) })
    }

    @Test(
        "what waits is in every read: the balance and the goal are shown as the server will have them, and then it has",
        arguments: DemoDialect.allCases)
    func pending(_ dialect: DemoDialect) async throws {
        let family = try await DemoFamily(dialect)
        let home = family.installation
        let first = try await family.start()
        try await home.waitForRecords("goals")
        try await confirm(home, "add", "Alice", "+40.00", "Birthday")
        try await eventually("a balance that has it") { try await money(home, "pending") == 0 }
        first.signal(15)
        _ = try await first.waitForExit()
        let goal = "Skateboard 🛹"
        let before = try await money(home, "balance")
        for words in [
            ["goals", "deposit", goal, "5", "--child", "Alice"], ["goals", "withdraw", goal, "1.25"],
            ["add", "Alice", "-2.00", "Ice"],
        ] {
            #expect(try await home.run(words).status == 0, "\(words)")
        }
        #expect(try await money(home, "balance") == before)
        #expect(try await money(home, "shown") == before - 575)
        func shownGoal() async throws -> JSONValue? {
            try await home.records("goals").first { $0["name"] == .string(goal) }
        }
        let waiting = try await shownGoal()
        #expect(waiting?["saved"] == "26.25" && waiting?["sync"] == "pendingUpdate")
        let second = try await family.start()
        // Nothing of it is shown twice or not at all, but for a moment: a balance that was asked for while the server moved a goal's
        // money may have it already, and nobody can say before the next one.
        var wrongInARow = 0
        try await eventually("the server's balance", within: .seconds(60), every: .milliseconds(50)) {
            wrongInARow = try await money(home, "shown") == before - 575 ? 0 : wrongInARow + 1
            #expect(wrongInARow < 20)
            #expect(try await shownGoal()?["saved"] == "26.25")
            let (balance, pending) = (try await money(home, "balance"), try await money(home, "pending"))
            return balance == before - 575 && pending == 0
        }
        #expect(try await home.json("pending", "list") == [])
        try await family.end(second)
    }

    private func wishes(_ home: Installation) async throws {
        try await confirm(home, "wishlist", "add", "Alice", "Drone", "--price", "49", "--notes", "the small one")
        try await confirm(home, "wishlist", "edit", "Drone", "--price", "45.50")
        try await confirm(home, "wishlist", "buy", "Drone")
        let wish = try #require(try await home.records("wishlist").first { $0["name"] == "Drone" })
        #expect(wish["purchased"] == true && wish["price"] == "45.50" && wish["notes"] == "the small one", "\(wish)")
        try await confirm(home, "wishlist", "remove", "Drone")
        #expect(try await home.records("wishlist").allSatisfy { $0["name"] != "Drone" })
    }

    @Test("a child's own: chores that are done, goals, wishes where there are some", arguments: DemoDialect.allCases)
    func child(_ dialect: DemoDialect) async throws {
        let family = try await DemoFamily(dialect, email: "child1@example.com")
        let home = family.installation
        let watcher = try await family.start()
        try await home.waitForRecords("goals", "chores", "chores history")
        try await confirm(
            home, "chores", "done", "Wash the car", "--child", "Alice", "--notes", "inside too", "--photo",
            ChoreOrderTests.photo)
        try await confirm(home, "goals", "deposit", "Skateboard 🛹", "0.50")
        try await confirm(home, "goals", "add", "Alice", "Kite", "--target", "12")
        if dialect == .spec { try await confirm(home, "wishlist", "add", "Alice", "Top", "--price", "3") }
        let child = try #require(family.backend.children.first)
        _ = try family.backend.record(
            SimulatedDraft(
                child: child.id, amount: try #require(.init("1")), kind: .credit, category: "Gift", description: "Gift")
        )
        try await home.waitForRecords("notifications") { $0.contains { $0["read"] == false } }
        try await confirm(home, "notifications", "read", "--all")
        try await family.end(watcher)
    }
}
