import JSON
import TestSupport
import Testing

/// What a server answers on a bad day: no row is believed that was not read, none is lost, and status says what is wrong.
@Suite(
    "What a server answers on a bad day", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized
)
struct ServerAnswerTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let order: [String: JSONValue]
        let says: String

        init(_ name: String, _ order: [String: JSONValue], says: String) {
            testDescription = name
            self.order = order
            self.says = says
        }

        func body(path: String) -> JSONValue {
            let all = order.merging(["path": .string(path), "method": "GET", "count": 1000]) { $1 }
            return .object(JSONObject(all.map { JSONObject.Member($0.key, $0.value) }))
        }
    }

    private static let money = #"{"id":"x","amount":123456789012345678901234567890.12}"#

    static let faults = [
        Fault("500 without a word", ["status": 500, "body": ""], says: "with status 500"),
        Fault(
            "a page with 200", ["status": 200, "body": "<html>Sign in to the network</html>"],
            says: "is not an AllowanceTracker server"),
        Fault("JSON that stops in the middle", ["status": 200, "body": #"[{"id":"#], says: "stops in the middle"),
        Fault(
            "a connection that ends within the answer", ["truncateAt": 10], says: "broke before its answer was complete"
        ),
        Fault("an answer of another shape", ["status": 200, "body": #"{"rows":7}"#], says: "cannot be understood"),
        Fault(
            "an amount of 30 digits", ["status": 200, "body": .string("[\(money)]")], says: "cannot be understood"),
        Fault(
            "503 and a wish to be left alone", ["status": 503, "headers": ["Retry-After": "1"]],
            says: "is not available"),
    ]

    @Test("the program says what it was, goes on, and tells everything afterwards", arguments: faults)
    func spoiled(_ fault: Fault) async throws {
        let family = try await Family(scan: "5s")
        let watcher = try await family.start(until: "live")
        for path in ["/api/v1/children", "/api/v1/transactions"] {
            try await family.hub.control("fault", fault.body(path: path))
        }
        try await family.hub.createTransaction(description: "Behind the fault")
        let status = try await family.installation.waitForStatus {
            $0.accountReason("watched")?.contains(fault.says) == true
        }
        #expect(status["balanced"] == true)
        #expect(family.receiver.received.isEmpty)
        try await family.hub.clearFaults()
        try await family.expectEverywhere("Behind the fault")
        try await family.installation.waitForStatus { $0.accountReason("watched") == nil }
        #expect(family.receiver.received(at: "/house").count == 1)
        try await family.end(watcher)
    }
}
