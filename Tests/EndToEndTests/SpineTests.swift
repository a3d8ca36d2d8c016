import JSON
import TestSupport
import TestWaiting
import Testing

/// The main job on real parts: a transaction on a genuine server becomes a row and a message at every kind of target.
@Suite("From the server to people", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct SpineTests {
    @Test("a parent's login in the specified dialect hears of it at once, at every kind of target")
    func specified() async throws {
        let family = try await Family(dialect: "spec", email: "parent@example.com", scan: "60s")
        let watcher = try await family.start(until: "live")
        try await family.expectHinted("Lawn mowed")
        try await family.end(watcher)
    }

    @Test("a child's login in the real dialect hears of it at once")
    func realChild() async throws {
        let family = try await Family(dialect: "real", email: "child1@example.com", scan: "60s")
        let watcher = try await family.start(until: "live")
        try await family.expectHinted("Birthday")
        try await family.end(watcher)
    }

    @Test("a parent's login in the real dialect hears nothing and still learns of it within the scan interval")
    func realParent() async throws {
        let family = try await Family(dialect: "real", email: "parent@example.com", scan: "5s")
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Quiet money")
        try await family.expectEverywhere("Quiet money")
        try await family.expectRow("Quiet money", source: "scan", late: nil)
        try await family.end(watcher)
    }

    @Test("what happened while the program did not run is told once, and told as late")
    func whileStopped() async throws {
        let family = try await Family(dialect: "spec", email: "parent@example.com", scan: "60s")
        try await family.end(try await family.start(until: "live"))
        try await family.hub.createTransaction(description: "Found later")
        let watcher = try await family.start(until: "live")
        try await family.expectEverywhere("Found later")
        try await family.expectRow("Found later", source: "scan", late: true)
        let house = family.receiver.received(at: "/house").filter { $0.text.contains("Found later") }
        #expect(house.count == 1)
        #expect(try JSONValue(parsing: house[0].text)["data"]?["late"] == true)
        try await family.end(watcher)
    }

    @Test("what the server never announced is found by the scan and told once")
    func silent() async throws {
        let family = try await Family(dialect: "spec", email: "parent@example.com", scan: "5s")
        let watcher = try await family.start(until: "live")
        try await family.hub.control("settings", ["silent": true])
        try await family.hub.createTransaction(description: "Nobody said a word")
        try await family.expectEverywhere("Nobody said a word")
        try await family.expectRow("Nobody said a word", source: "scan", late: nil)
        try await family.end(watcher)
    }

    @Test("the first run takes the history in and tells nobody of it")
    func baseline() async throws {
        let family = try await Family(dialect: "spec", email: "parent@example.com", scan: "60s")
        let watcher = try await family.start(until: "live")
        let status = try await family.installation.waitForStatus { ($0.count("transactions") ?? 0) >= 24 }
        #expect(status.count("alerts") == 0)
        #expect(family.receiver.received.isEmpty)
        try await family.end(watcher)
    }

    @Test("with an empty list of rules a transaction becomes a row, and nobody is told")
    func nobody() async throws {
        let family = try await Family()
        let lines = try TextFile.read(family.installation.configuration)
            .split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        try family.installation.configure(
            lines.prefix { $0 != "rules:" }.joined(separator: "\n") + "\nrules: []\n")
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Surprise")
        try await eventually("the row", every: .milliseconds(50)) {
            try await family.installation.run("transactions").output.contains("Surprise")
        }
        #expect(try await family.installation.run("deliveries", "list").output.contains("Surprise") == false)
        let status = try await family.installation.json("status").first
        #expect(status?["balanced"] == true)
        try await family.end(watcher)
        #expect(family.receiver.received.isEmpty)
    }
}
