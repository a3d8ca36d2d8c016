import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// Entries on a genuine server that answers badly, beside the real program: each is made once.
@Suite("Entries and bad answers", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"))
struct EntryTroubleTests {
    /// Spoils the next attempts to make a transaction.
    private func spoil(_ family: Family, _ more: [String: JSONValue], count: Int = 1) async throws {
        var members: [JSONObject.Member] = [
            .init("path", "/api/v1/transactions"), .init("method", "POST"),
            .init("count", .number(JSONNumberText(count))),
        ]
        for (name, value) in more { members.append(.init(name, value)) }
        try await family.hub.control("fault", .object(JSONObject(members)))
    }

    private func made(_ family: Family, _ description: String) async throws -> Int {
        try await family.installation.json("transactions", "--limit", "1000").count {
            $0["description"] == .string(description) && $0["state"] == "synced"
        }
    }

    private func entries(_ family: Family) async throws -> [JSONValue] {
        try await family.installation.json("pending", "list", "--all")
    }

    private func ended(_ family: Family, within limit: Duration = .seconds(150)) async throws {
        try await eventually("the end of all entries", within: limit, every: .milliseconds(200)) {
            try await entries(family).allSatisfy { ["confirmed", "parked"].contains($0["state"]) }
        }
    }

    @Test("an answer that is lost after the server acted: one row, shown once at every moment, and confirmed")
    func lost() async throws {
        let family = try await Family(scan: "5s")
        let watcher = try await family.start(until: "live")
        try await spoil(family, ["afterHandling": true, "cut": true])
        let before = try await balance(family)
        #expect(try await family.installation.run("add", "Alice", "+7.25", "Lost answer").status == 0)
        try await eventually("its row", within: .seconds(150), every: .milliseconds(200)) {
            let list = try await family.installation.json("transactions")
            #expect(list.count { $0["description"] == "Lost answer" } == 1)
            #expect(try await balance(family) == before + 725)
            return try await entries(family)[0]["state"] == "confirmed"
        }
        #expect(try await made(family, "Lost answer") == 1)
        #expect(try await entries(family)[0]["attempts"] == 1)
        try await family.end(watcher)
    }

    private func balance(_ family: Family) async throws -> Int {
        let child = try await family.installation.json("children").first { $0["firstName"] == "Alice" }
        return try #require(child?.text("shown").flatMap { Int($0.filter { $0 != "." }) })
    }

    @Test("an empty 500 though nothing was made is looked at and sent again, and never doubled")
    func silentRefusal() async throws {
        let family = try await Family(dialect: "real", scan: "5s")
        let watcher = try await family.start(until: "live")
        try await spoil(family, ["status": 500, "body": ""])
        #expect(try await family.installation.run("add", "Alice", "+1.00", "Refused once").status == 0)
        try await ended(family)
        #expect(try await made(family, "Refused once") == 1)
        #expect(try await entries(family)[0]["attempts"] == 2)
        try await family.end(watcher)
    }

    @Test("an answer that describes somebody else's row proves nothing: it is looked for, sent again, and there once")
    func anotherRow() async throws {
        let family = try await Family(dialect: "real", scan: "5s")
        let watcher = try await family.start(until: "live")
        let other = try await family.hub.createTransaction(amount: "9.00", description: "Somebody else's")
        try await spoil(family, ["status": 201, "body": .string(other.description)])
        #expect(try await family.installation.run("add", "Alice", "+9.00", "Ours").status == 0)
        try await eventually("the doubt", every: .milliseconds(50)) {
            try await entries(family)[0].text("reason")?.contains("another row") == true
        }
        try await ended(family)
        #expect(try await made(family, "Ours") == 1)
        #expect(try await made(family, "Somebody else's") == 1)
        #expect(try await entries(family)[0]["attempts"] == 2)
        try await family.end(watcher)
    }

    @Test("a refusal that the server explains parks the entry, status names it, and a changed one is made")
    func refused() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await spoil(family, ["status": 400, "body": #"{"error":{"code":"INVALID","message":"Not on Sundays"}}"#])
        let said = try await home.run("add", "Alice", "+1.00", "Sunday", "--wait", "30s")
        #expect(said.status == 1 && said.output.contains("Not on Sundays"), "\(said.output)")
        let status = try await home.run("status", "--json")
        #expect(status.status == 1 && status.output.contains("parkedIntents"))
        let counts = try JSONValue(parsing: status.output)
        #expect(counts.count("intents") == 1 && counts.count("intentsParked") == 1 && counts["balanced"] == true)
        let id = try #require(try await entries(family)[0].text("intent"))
        #expect(try await home.run("pending", "edit", String(id.prefix(6)), "--description", "Monday").status == 0)
        try await ended(family)
        #expect(try await made(family, "Monday") == 1)
        let late = try await home.run("pending", "discard", id)
        #expect(late.status == 64 && late.errors.contains("only the server can take it back"))
        try await family.end(watcher)
    }

    @Test("what cannot be meant is refused with the next step, and leaves nothing behind")
    func admission() async throws {
        let family = try await Family()
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        let cases: [([String], String)] = [
            (["Alicia", "+1.00", "Kite"], "did you mean 'Alice'"), (["Alice", "1.00", "Kite"], "has no sign"),
            (["Alice", "+0.00", "Kite"], "must not be zero"), (["Alice", "+1.005", "Kite"], "two decimal places"),
            (["Alice", "+100000000.00", "Kite"], "too large"), (["Alice", "+1.00"], "description is empty"),
            (["Alice", "+1.00", String(repeating: "x", count: 501)], "501 characters"),
            (["Alice", "-1.00", "Kite", "--category", "Snaks"], "did you mean 'Snacks'"),
            (["Alice", "+1.00", "Kite", "--category", "Snacks"], "no category of money that comes"),
            (["Alice", "+1.00", "Kite", "--account", "wached"], "did you mean 'watched'"),
            (["Alice", "+1,00", "Kite"], "is not an amount"),
        ]
        for (words, expected) in cases {
            let said = try await home.run(["add"] + words)
            #expect(said.status == 64 && said.errors.contains(expected), "\(words): \(said.errors)")
        }
        #expect(try await entries(family) == [])
    }

    @Test("a child's login enters nothing")
    func child() async throws {
        let family = try await Family(dialect: "real", email: "child1@example.com")
        let watcher = try await family.start(until: "live")
        let said = try await family.installation.run("add", "Alice", "+1.00", "Kite")
        #expect(said.status == 77 && said.errors.contains("only a parent"), "\(said.errors)")
        try await family.end(watcher)
    }

    @Test("two parents who enter the same at the same time have two rows; each entry counts one of them")
    func twins() async throws {
        let family = try await Family(scan: "5s")
        let watcher = try await family.start(until: "live")
        async let other: Void = {
            for _ in 1...3 { try await family.hub.createTransaction(amount: "2.00", description: "Twin") }
        }()
        for _ in 1...3 { #expect(try await family.installation.run("add", "Alice", "+2.00", "Twin").status == 0) }
        try await other
        try await ended(family)
        try await eventually("all rows", within: .seconds(30), every: .milliseconds(200)) {
            try await made(family, "Twin") == 6
        }
        let claimed = Set(try await entries(family).compactMap { $0.text("transaction") })
        #expect(claimed.count == 3)
        try await family.end(watcher)
    }

    @Test("killed again and again while entries are on their way, the program makes each once")
    func killed() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        try await family.end(try await family.start(until: "live"))
        for number in 1...4 {
            #expect(try await home.run("add", "Alice", "+\(number).00", "Killed \(number)").status == 0)
        }
        // Slow enough that a kill meets every step: before the mark, in the request, before the outcome.
        try await spoil(family, ["delayMs": 60], count: 100)
        for milliseconds in [40, 120, 200, 260, 330] {
            let process = try home.start("run")
            try await eventually("the program", every: .milliseconds(5)) {
                try await home.json("status").first?["running"] == true
            }
            // Nothing tells of the moment that is meant: somewhere in its work.
            usleep(UInt32(milliseconds * 1_000))
            process.signal(9)
            _ = try await process.waitForExit()
        }
        let watcher = try await family.start(until: "live")
        try await ended(family, within: .seconds(300))
        for number in 1...4 { #expect(try await made(family, "Killed \(number)") == 1) }
        #expect(try await entries(family).allSatisfy { $0["state"] == "confirmed" })
        try await family.end(watcher)
    }
}
