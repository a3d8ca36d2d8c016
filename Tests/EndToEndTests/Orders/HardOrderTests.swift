import DemoBackend
import HTTPClient
import JSON
import TestSupport
import TestWaiting
import Testing
import Values

/// Orders of every family on a server that answers badly, beside the real program: each is carried out once.
@Suite("Orders and bad answers")
struct HardOrderTests {
    /// One order, which request of it is spoilt, and how often the server has done it.
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let method: String, path: String
        let done: @Sendable (OtherApp, String) async throws -> Int

        var testDescription: String { words.prefix(2).joined(separator: " ") }
    }

    private static let goal = "Skateboard 🛹"
    private static let cases = [
        Case(words: ["goals", "add", "Alice", "Boat", "--target", "9"], method: "POST", path: "savings-goals") {
            app, alice in
            try await app.get("/children/\(alice)/savings-goals").count { $0["name"] == "Boat" }
        },
        Case(words: ["goals", "deposit", goal, "1.25", "--child", "Alice"], method: "POST", path: "savings-goals") {
            app, alice in
            try await moves(app, alice).count { $0["type"] == "ChildDeposit" }
        },
        Case(words: ["goals", "withdraw", goal, "1.25"], method: "POST", path: "savings-goals") { app, alice in
            try await moves(app, alice).count { $0["type"] == "Withdrawal" }
        },
        Case(words: ["goals", "edit", goal, "--target", "77"], method: "PUT", path: "savings-goals") { app, alice in
            try await app.get("/children/\(alice)/savings-goals").count { target($0) == "77.00" }
        },
        Case(words: ["allowance", "pause", "Alice", "--reason", "Away"], method: "POST", path: "children") {
            app, alice in
            try await app.get("/children/\(alice)/allowance/history").count { $0["reason"] == "Away" }
        },
        Case(words: ["allowance", "settings", "Alice", "--may-owe", "yes"], method: "PUT", path: "children") {
            app, _ in
            try await app.get("/children").count { $0["allowDebt"] == true }
        },
        Case(words: ["chores", "add", "Alice", "Rake", "--reward", "2"], method: "POST", path: "tasks") { app, _ in
            try await app.get("/tasks").count { $0["title"] == "Rake" }
        },
        Case(
            words: ["chores", "approve", "Empty the dishwasher", "--child", "Alice"], method: "PUT",
            path: "tasks/completions"
        ) { app, alice in
            try await app.get("/children/\(alice)/transactions").count { $0["category"] == "Task" }
        },
    ]

    /// What went into Alice's goal, and out of it.
    private static func moves(_ app: OtherApp, _ alice: String) async throws -> [JSONValue] {
        let goals = try await app.get("/children/\(alice)/savings-goals")
        let id = try #require(goals.first { $0["name"] == .string(goal) }?.text("id"))
        return try await app.get("/savings-goals/\(id)/contributions")
    }

    private static func target(_ goal: JSONValue) -> String? {
        if case .number(let number)? = goal["targetAmount"] { number.text } else { nil }
    }

    @Test(
        "an answer that is lost after the server acted, and an empty 500 without it: done once, and confirmed",
        arguments: cases, [DemoFamily.Trouble.lostAnswer, .silence])
    func lost(_ order: Case, _ trouble: DemoFamily.Trouble) async throws {
        let family = try await DemoFamily(.real)
        let home = family.installation
        let watcher = try await family.start()
        try await home.waitForRecords("goals", "allowance", "chores", "chores history")
        family.spoil(order.method, order.path, trouble)
        #expect(try await home.run(order.words).status == 0)
        try await eventually("the end", within: .seconds(200), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        let entry = try #require(try await home.json("pending", "list", "--all").first)
        #expect(entry["state"] == "confirmed" && family.isSpoilt, "\(entry)")
        #expect(entry["attempts"] == (trouble == .lostAnswer ? 1 : 2), "\(entry)")
        let app = try await OtherApp(at: family.address)
        let alice = try #require(family.backend.children.first).id
        #expect(try await order.done(app, alice) == 1)
        try await family.end(watcher)
    }

    @Test("an answer that describes somebody else's record is not believed: the order's own is found")
    func anotherRecord() async throws {
        let family = try await DemoFamily(.real)
        let home = family.installation
        let watcher = try await family.start()
        let others = try await home.waitForRecords("goals") { !$0.isEmpty }
        let other = try #require(others.first?.text("id"))
        family.spoil("POST", "savings-goals", .describes(other))
        #expect(try await home.run("goals", "add", "Alice", "Boat", "--target", "9").status == 0)
        try await eventually("the end", within: .seconds(200), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        let entry = try #require(try await home.json("pending", "list", "--all").first)
        let boats = try await home.records("goals").filter { $0["name"] == "Boat" }
        #expect(entry["state"] == "confirmed" && boats.count == 1, "\(entry)")
        #expect(entry["record"] == boats.first?["id"] && entry["record"] != .string(other))
        try await family.end(watcher)
    }

    @Test("two parents who put the same into a goal at the same time: six movements, three of each")
    func twins() async throws {
        let family = try await DemoFamily(.real)
        let home = family.installation
        let watcher = try await family.start()
        try await home.waitForRecords("goals")
        let app = try await OtherApp("parent2@example.com", at: family.address)
        let alice = try #require(family.backend.children.first)
        _ = try family.backend.record(
            SimulatedDraft(
                child: alice.id, amount: try #require(.init("40")), kind: .credit, category: "Gift", description: "x"))
        let goals = try await app.get("/children/\(alice.id)/savings-goals")
        let id = try #require(goals.first { $0["name"] == .string(Self.goal) }?.text("id"))
        async let theirs: Void = {
            for _ in 1...3 { try await app.send(.post, "/savings-goals/\(id)/contribute", ["amount": 2]) }
        }()
        for _ in 1...3 {
            #expect(try await home.run("goals", "deposit", Self.goal, "2.00", "--child", "Alice").status == 0)
        }
        try await theirs
        try await eventually("the end", within: .seconds(200), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        let moves = try await Self.moves(app, alice.id)
        for name in ["Pat Johnson", "Sam Johnson"] {
            #expect(moves.count { $0["createdByName"] == .string(name) } == 3, "\(moves)")
        }
        #expect(try await home.json("pending", "list", "--all").allSatisfy { $0["state"] == "confirmed" })
        try await family.end(watcher)
    }

    @Test("what was ordered while the server was away goes to it child by child, in the order in which it was given")
    func offline() async throws {
        let family = try await DemoFamily(.real)
        let home = family.installation
        let watcher = try await family.start()
        try await home.waitForRecords("goals", "allowance")
        await family.backend.stop()
        let orders = [
            ["goals", "add", "Alice", "Boat", "--target", "9"], ["allowance", "set", "Bruno", "3"],
            ["allowance", "set", "Alice", "4"], ["add", "Alice", "+1.00", "One"],
            ["goals", "edit", Self.goal, "--target", "88"], ["add", "Bruno", "+2.00", "Two"],
            ["allowance", "set", "Alice", "5"], ["allowance", "resume", "Bruno"],
        ]
        for words in orders { #expect(try await home.run(words).status == 0, "\(words)") }
        #expect(try await home.json("pending", "list").count == orders.count)
        let already = family.writes.count
        _ = try await family.backend.start()
        try await eventually("the end", within: .seconds(200), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        #expect(try await home.json("pending", "list", "--all").allSatisfy { $0["state"] == "confirmed" })
        let (alice, bruno) = (family.backend.children[0].id, family.backend.children[1].id)
        let writes = family.writes.dropFirst(already)
        let goal = try #require(try await home.records("goals").first { $0["name"] == .string(Self.goal) }?.text("id"))
        func place(_ text: String, _ body: String) throws -> Int {
            try #require(
                writes.firstIndex { $0.contains(text) && $0.contains(body) }, "\(text) \(body) in \(writes)")
        }
        let ofAlice = try [
            place("POST /api/v1/savings-goals", "Boat"), place("PUT /api/v1/children/\(alice)/allowance", "4"),
            place("POST /api/v1/transactions", "One"), place("PUT /api/v1/savings-goals/\(goal)", "88"),
            place("PUT /api/v1/children/\(alice)/allowance", "5.00"),
        ]
        let ofBruno = try [
            place("PUT /api/v1/children/\(bruno)/allowance", "3"), place("POST /api/v1/transactions", "Two"),
            place("POST /api/v1/children/\(bruno)/allowance/resume", ""),
        ]
        #expect(ofAlice == ofAlice.sorted() && ofBruno == ofBruno.sorted(), "\(writes)")
        #expect(writes.count == orders.count, "each was sent once: \(writes)")
        try await family.end(watcher)
    }
}
