import HTTPServer
import JSON
import TestSupport
import Testing

/// What `--json` prints is what docs/json.schema.json promises.
@Suite("Output as JSON", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct JSONOutputTests {
    private static let file = Result {
        try JSONValue(parsing: TextFile.read("\(RealParts.packageFolder)/docs/json.schema.json"))
    }

    private func expect(_ values: [JSONValue], are definition: String, atLeast count: Int = 1) throws {
        #expect(values.count >= count, "\(definition)")
        let schema = try JSONSchema(Self.file.get(), definition: definition)
        for value in values { #expect(schema.mistakes(in: value) == [], "\(definition): \(value)") }
    }

    @Test("every command keeps to the schema, with and without a running program")
    func schema() async throws {
        let board = Switchboard()
        board.set("/house", HTTPResponse(.internalServerError))
        let family = try await Family(answer: board.answer)
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Schema")
        try await home.waitForStatus { $0.count("delivered") == 3 && !$0.problems.isEmpty }
        try await check(home)
        try expect(try await home.json("deliveries", "discard", "1"), are: "history")
        try await family.end(watcher)
        try await check(home)
    }

    private func check(_ home: Installation) async throws {
        try expect(try await home.json("status"), are: "status")
        try expect(try await home.json("children"), are: "child", atLeast: 2)
        try expect(try await home.json("transactions"), are: "transaction", atLeast: 20)
        try expect(try await home.json("deliveries", "list"), are: "delivery", atLeast: 4)
        try expect(try await home.json("deliveries", "explain", "1"), are: "history")
        try expect(try await home.json("doctor"), are: "finding", atLeast: 3)
    }

    @Test("the checker finds what differs")
    func checker() throws {
        let schema = try JSONSchema(Self.file.get(), definition: "finding")
        let good: JSONValue = ["name": "a", "state": "good", "message": "m", "hint": nil]
        #expect(schema.mistakes(in: good) == [])
        let bad: JSONValue = ["name": 5, "state": "splendid", "hint": "x"]
        #expect(schema.mistakes(in: bad).count == 3)
    }
}
