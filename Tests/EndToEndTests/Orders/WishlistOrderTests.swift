import JSON
import TestSupport
import TestWaiting
import Testing

/// Wishes that a person adds here, from the command line to a genuine server and back.
@Suite("Adding wishes", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct WishlistOrderTests {
    private func wishes(_ home: Installation, _ name: String) async throws -> [JSONValue] {
        try await home.json("wishlist").filter { $0["name"] == .string(name) }
    }

    @Test("what is added beside a running program is on the server, and --wait says so")
    func live() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("wishlist")
        let said = try await home.run(
            "wishlist", "add", "Alice", "<b>Big</b>", "kite", "--price", "12.50", "--wait", "30s", "--json")
        #expect(said.status == 0, "\(said.errors)")
        let order = try JSONValue(parsing: said.output)
        #expect(order["state"] == "confirmed" && order["order"] == "addWish" && order["attempts"] == 1)
        #expect(order["amount"] == "12.50" && order["transaction"] == .null)
        let wish = try #require(try await wishes(home, "<b>Big</b> kite").first)
        #expect(wish["id"] == order["record"] && wish["sync"] == "synced" && wish["price"] == "12.50")
        #expect(try await family.hub.wishes().count { $0["name"] == "<b>Big</b> kite" } == 1)
        try await family.end(watcher)
    }

    @Test(
        "what is added while no program runs is shown as pending, changed, given up, and sent by the next run in order")
    func offline() async throws {
        let family = try await Family()
        let home = family.installation
        let first = try await family.start(until: "live")
        try await home.waitForRecords("wishlist")
        try await family.end(first)
        for name in ["Kite", "Ball", "Drum"] {
            let said = try await home.run("wishlist", "add", "Alice", name, "--price", "3")
            #expect(said.status == 0 && said.output.contains("sent as soon as the program runs"), "\(said)")
        }
        let kite = try #require(try await wishes(home, "Kite").first)
        #expect(kite["id"] == .null && kite["sync"] == "pendingCreate" && kite["purchased"] == false)
        #expect(try await home.run("wishlist").output.contains("new"))
        let waiting = try await home.json("pending", "list").reversed().compactMap { $0.text("intent") }
        #expect(waiting.count == 3 && kite["intent"] == .string(waiting[0]))
        #expect(try await home.run("pending", "edit", waiting[0], "--set", "price=4.50").status == 0)
        #expect(try await wishes(home, "Kite").first?["price"] == "4.50")
        let wrong = try await home.run("pending", "edit", waiting[0], "--set", "size=4")
        #expect(wrong.status == 64 && wrong.errors.contains("has no 'size'"), "\(wrong.errors)")
        #expect(try await home.run("pending", "discard", waiting[1]).status == 0)
        #expect(try await wishes(home, "Ball") == [])
        let second = try await family.start(until: "live")
        try await eventually("confirmed", every: .milliseconds(100)) {
            try await home.json("pending", "list") == []
        }
        let made = try await family.hub.wishes().compactMap { $0.text("name") }.filter { $0 != "Board game" }
        #expect(made == ["Kite", "Drum"])
        let shown = try await wishes(home, "Kite")
        #expect(shown.map { $0["price"] } == ["4.50"] && shown.map { $0["sync"] } == ["synced"])
        try await family.end(second)
    }

    @Test("killed again and again while wishes are on their way, the program adds each once")
    func killed() async throws {
        let family = try await Family()
        let home = family.installation
        let first = try await family.start(until: "live")
        try await home.waitForRecords("wishlist")
        try await family.end(first)
        for number in 1...3 {
            #expect(try await home.run("wishlist", "add", "Alice", "Wish \(number)", "--price", "1").status == 0)
        }
        // Slow enough that a kill meets every step: before the mark, in the request, before the outcome.
        try await family.hub.spoil("POST", "/api/v1/wishlist", ["delayMs": 150], count: 100)
        for milliseconds in [30, 90, 160, 250] {
            let process = try home.start("run")
            try await eventually("the program", every: .milliseconds(5)) {
                try await home.json("status").first?["running"] == true
            }
            // Nothing tells of the moment that is meant: somewhere in its work.
            try await Task.sleep(for: .milliseconds(milliseconds))
            process.signal(9)
            _ = try await process.waitForExit()
        }
        let last = try await family.start(until: "live")
        try await eventually("the end", within: .seconds(300), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        for number in 1...3 {
            #expect(try await family.hub.wishes().count { $0["name"] == .string("Wish \(number)") } == 1)
        }
        try await family.end(last)
    }

    @Test("an answer that is lost after the server acted: one wish, shown once at every moment, and confirmed")
    func lost() async throws {
        let family = try await Family()
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await home.waitForRecords("wishlist")
        try await family.hub.spoil("POST", "/api/v1/wishlist", ["afterHandling": true])
        #expect(try await home.run("wishlist", "add", "Alice", "Lost", "--price", "1").status == 0)
        try await eventually("its end", within: .seconds(150), every: .milliseconds(200)) {
            #expect(try await wishes(home, "Lost").count == 1)
            return try await home.json("pending", "list") == []
        }
        #expect(try await family.hub.wishes().count { $0["name"] == "Lost" } == 1)
        let order = try #require(try await home.json("pending", "list", "--all").first)
        #expect(order["state"] == "confirmed" && order["attempts"] == 1)
        try await family.end(watcher)
    }

    @Test(
        "what cannot be meant is refused with the next step and leaves nothing behind; so does a server without wishes")
    func admission() async throws {
        let family = try await Family(dialect: "real")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await eventually("the list's absence", every: .milliseconds(200)) {
            try await home.run("wishlist").output.contains("has no wishes")
        }
        let cases: [([String], String)] = [
            (["Alicia", "Kite", "--price", "1"], "did you mean 'Alice'"),
            (["Alice", "--price", "1"], "'name' is empty"), (["Alice", "Kite"], "what 'price' is"),
            (["Alice", "Kite", "--price", "0"], "from 0.01"), (["Alice", "Kite", "--price", "-1"], "no amount"),
            (["Alice", "Kite", "--price", "1,50"], "must be an amount"),
            (["Alice", "Kite", "--price", "1.005"], "decimal"),
            (["Alice", "Kite", "--price", "1000000"], "to 100000.00"),
            (["Alice", String(repeating: "x", count: 201), "--price", "1"], "201 characters"),
            (["Alice", "Kite", "--price", "1", "--account", "wached"], "did you mean 'watched'"),
            (["Alice", "Kite", "--price", "1"], "no wishlist"),
        ]
        for (words, expected) in cases {
            let said = try await home.run(["wishlist", "add"] + words)
            #expect(said.status == 64 && said.errors.contains(expected), "\(words): \(said.errors)")
        }
        #expect(try await home.json("pending", "list", "--all") == [])
        try await family.end(watcher)
    }
}
