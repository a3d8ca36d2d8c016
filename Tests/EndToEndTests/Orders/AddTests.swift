import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// Money that a person enters here: kept at once, made on the server once, and shown all the while.
@Suite("Adding money", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct AddTests {
    /// Rows of the server with this description, as its truth has them.
    private func made(_ description: String, _ family: Family) async throws -> Int {
        try await family.installation.json("transactions", "--limit", "1000").count {
            $0["description"] == .string(description) && $0["state"] == "synced"
        }
    }

    @Test("what is added beside a running program is made on the server, and --wait says so")
    func live() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        let before = try await money(home)
        let said = try await home.run("add", "Alice", "+5.00", "Lawn", "mowed", "--wait", "30s", "--json")
        #expect(said.status == 0, "\(said.errors)")
        let order = try JSONValue(parsing: said.output)
        #expect(order["state"] == "confirmed" && order["amount"] == "5.00" && order["attempts"] == 1)
        #expect(order["transaction"] != .null)
        #expect(try await made("Lawn mowed", family) == 1)
        let text = try await home.run("add", "Alice", "-3.20", "Ice cream")
        #expect(text.status == 0 && text.output.contains("3.20"), "\(text.output) \(text.errors)")
        try await eventually("confirmed", every: .milliseconds(100)) {
            try await home.json("pending", "list", "--all").allSatisfy { $0["state"] == "confirmed" }
        }
        try await eventually("the balance", every: .milliseconds(50)) { try await money(home) == before + 180 }
        try await family.expectEverywhere("Lawn mowed")
        try await family.end(watcher)
    }

    /// What is shown as Alice's, in cents.
    private func money(_ home: Installation, _ name: String = "shown") async throws -> Int {
        let child = try await home.json("children").first { $0["firstName"] == "Alice" }
        return try #require(child?.text(name).flatMap { Int($0.filter { $0 != "." }) })
    }

    @Test(
        "an answer that cannot be written says that the entry is kept, and how to see it",
        arguments: [">/dev/full", ">&-"])
    func unwritable(_ place: String) async throws {
        let family = try await Family()
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        let line = "exec '\(Installation.program)' add Alice +1.00 Kept --config '\(home.configuration)' \(place)"
        let process = try ChildProcess("sh", ["-c", line], environment: home.environment)
        #expect(try await process.waitForExit(within: .seconds(60)) == 74)
        let kept = try #require(try await home.json("pending", "list").first)
        let id = kept.text("intent")?.prefix(8) ?? ""
        #expect(
            process.errors.contains("the entry is kept, and only this answer can't be written"), "\(process.errors)")
        #expect(process.errors.contains("pocketbell pending show \(id)"), "\(process.errors)")
    }

    @Test("a wait that is broken off says that the entry is kept, and where it is seen")
    func brokenOff() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.stop()
        let words = ["add", "Alice", "+1.00", "Kept", "--wait", "60s", "--config", home.configuration]
        let process = try ChildProcess(Installation.program, words, environment: home.environment)
        try await eventually("the entry", every: .milliseconds(50)) {
            try await home.json("pending", "list").count == 1
        }
        process.signal(SIGINT)
        #expect(try await process.waitForExit(within: .seconds(20)) == 130)
        let id = try await home.json("pending", "list").first?.text("intent")?.prefix(8) ?? "none"
        #expect(process.output.contains("It is kept"), "\(process.output) \(process.errors)")
        #expect(process.output.contains("pocketbell pending show \(id)"), "\(process.output)")
        try await family.end(watcher)
    }

    @Test("what is added while no program runs is durable and shown, and the next run sends it, in order")
    func offline() async throws {
        let family = try await Family()
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        let before = try await money(home)
        for (number, amount) in [(1, "+5.00"), (2, "-1.25")] {
            let said = try await home.run("add", "Alice", amount, "Offline \(number)")
            #expect(said.status == 0, "\(said.errors)")
        }
        #expect(try await money(home, "balance") == before)
        #expect(try await money(home, "pending") == 375)
        #expect(try await money(home) == before + 375)
        let rows = try await home.json("transactions")
        #expect(rows.prefix(2).map { $0["state"] } == ["pending", "pending"])
        #expect(rows.prefix(2).map { $0["id"] } == [.null, .null])
        #expect(rows[0]["description"] == "Offline 2")
        let watcher = try await family.start(until: "live")
        try await eventually("confirmed", every: .milliseconds(100)) {
            try await home.json("pending", "list", "--all").allSatisfy { $0["state"] == "confirmed" }
        }
        let balances = try await home.json("transactions", "--limit", "1000").filter {
            $0.text("description")?.hasPrefix("Offline") ?? false
        }
        #expect(balances.map { $0["description"] } == ["Offline 2", "Offline 1"])
        try await eventually("the balance", every: .milliseconds(50)) {
            try await money(home, "balance") == before + 375
        }
        try await family.end(watcher)
    }
}
