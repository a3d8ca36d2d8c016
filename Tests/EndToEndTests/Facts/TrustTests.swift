import JSON
import TestSupport
import TestWaiting
import Testing
import Values

/// A genuine server that loses what it had.
@Suite("Servers that lose rows", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct TrustTests {
    /// A family with five transactions for each child, whose rule tells of what is withdrawn too.
    private func family() async throws -> Family {
        let family = try await Family(scan: "5s", more: ["--History=5"])
        let lines = try TextFile.read(family.installation.configuration)
            .split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        try family.installation.configure(
            lines.joined(separator: "\n").replacing(
                text: "events: [transaction]", with: "events: [transaction, withdrawn]"))
        return family
    }

    /// Waits for a scan that began after now, and for its end.
    private func scan(_ family: Family) async throws {
        func last() async throws -> JSONValue? {
            try await family.installation.json("status").first?["accounts"]?[0]?["lastScan"]
        }
        for _ in 0..<2 {
            let before = try await last()
            try await eventually("another scan", within: .seconds(60), every: .milliseconds(100)) {
                try await last() != before
            }
        }
    }

    @Test("a transaction that the server lists no longer is told as withdrawn after two readings, and counts nowhere")
    func withdrawn() async throws {
        let family = try await family()
        let watcher = try await family.start(until: "live")
        let made = try await family.hub.createTransaction(description: "Taken back")
        try await family.expectEverywhere("Taken back")
        let before = try await family.installation.waitForStatus { ($0.count("transactions") ?? 0) >= 11 }
        #expect(before.count("transactionsWithdrawn") == 0)
        try await family.hub.remove(transaction: try #require(made.text("id")))
        try await scan(family)
        #expect(try await family.installation.run("transactions").output.contains("Taken back"))
        try await family.hub.setClock(offset: 700)
        try await family.receiver.wait(for: "no longer received", at: "/house")
        let status = try await family.installation.waitForStatus { $0.count("transactionsWithdrawn") == 1 }
        #expect(status.count("transactions") == (before.count("transactions") ?? 0) - 1)
        #expect(status["balanced"] == true)
        #expect(try await family.installation.run("transactions").output.contains("Taken back") == false)
        let told = try await family.installation.json("deliveries", "list").filter {
            $0["event"] == "withdrawn" && $0["target"] == "house"
        }
        #expect(told.count == 1)
        let number = try #require(told.first?["number"]?.description)
        let explained = try await family.installation.run("deliveries", "explain", number)
        #expect(explained.output.contains("the server does not list the transaction any more, since"))
        try await family.end(watcher)
    }

    @Test(
        "a server that was restored from a backup is one problem, and nobody is told of each transaction that is gone")
    func restored() async throws {
        let family = try await family()
        try await family.hub.control("snapshot", [:])
        let watcher = try await family.start(until: "live")
        for number in 1...4 { try await family.hub.createTransaction(description: "Vanishes \(number)") }
        try await family.expectEverywhere("Vanishes 4")
        try await family.hub.control("restore", [:])
        try await scan(family)
        try await family.hub.setClock(offset: 700)
        let status = try await family.installation.waitForStatus { $0.count("transactionsWithdrawn") == 4 }
        #expect(status.problems.contains { $0.contains("4 transactions are gone at once") })
        #expect(status["balanced"] == true)
        // What comes afterwards is told as always, and nothing was told between.
        try await family.hub.createTransaction(description: "After the restore")
        try await family.expectEverywhere("After the restore")
        #expect(family.receiver.received.contains { $0.text.contains("no longer received") } == false)
        let rows = try await family.installation.json("transactions", "--limit", "100")
        #expect(rows.contains { $0.text("description")?.hasPrefix("Vanishes") == true } == false)
        try await family.end(watcher)
    }

    @Test("a hub that announces nothing any more is connected anew and said to be deaf, until it is heard again")
    func deaf() async throws {
        let family = try await family()
        let watcher = try await family.start(until: "live")
        try await family.expectHinted("Announced")
        let before = try await family.hub.control("stats")["opened"]
        try await family.hub.control("settings", ["silent": true])
        // A scan every five seconds; those that it finds within three of their making do not count.
        var number = 0
        let isDeaf = { (status: JSONValue) in status.problems.contains { $0.contains("does not announce what happens") }
        }
        while number < 12 {
            let now = try #require(try await family.installation.json("status").first)
            if isDeaf(now) { break }
            number += 1
            try await family.hub.createTransaction(description: "Unheard \(number)")
            try await family.expectEverywhere("Unheard \(number)")
        }
        let status = try await family.installation.waitForStatus(isDeaf)
        #expect(status.problems.contains { $0.contains("its connection was renewed") })
        try await family.hub.control("settings", ["silent": false])
        try await eventually("another connection", within: .seconds(30), every: .milliseconds(100)) {
            try await family.hub.control("stats")["opened"] != before
        }
        try await family.installation.waitForStatus { $0.accountState("watched") == "live" }
        try await family.expectHinted("Heard again")
        try await family.installation.waitForStatus { !isDeaf($0) }
        try await family.end(watcher)
    }
}
