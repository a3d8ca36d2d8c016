import JSON
import Settings
import Store
import Testing
import Values

@testable import Relay

/// What arrives at a server on this machine that stands for each service.
@Suite("Services and gateways, over a socket", Receiver.trait, .timeLimit(.minutes(1)))
struct ServiceDeliveryTests {
    private let receiver = Receiver.shared
    private static let connection = TargetConnection(allowsPrivateAddresses: true)

    private static func secret(_ text: String) -> SecretSource { .literal(Secret(text)) }

    /// One service: how it is configured, what it is asked, and what it says first and then.
    private struct Case: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let refusal: (status: JSONValue, body: String)
        let answer: (status: JSONValue, body: String)
        /// - Parameter server: where the receiver is that stands for it.
        let settings: @Sendable (_ server: String) -> any HTTPTargetSettings

        var kind: String { type(of: settings("")).word }
        var testDescription: String { kind }
    }

    private static let cases = [
        Case(
            method: "PUT", path: "/_matrix/client/v3/rooms/%21a%3Am.example/send/m.room.message/pb_",
            refusal: (429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":5}"#), answer: (200, #"{"event_id":"$x"}"#)
        ) { server in
            MatrixSettings(server: server, room: "!a:m.example", token: secret("syt_1234567"), connection: connection)
        },
        Case(method: "POST", path: "/api/webhook/pocketbell-3f6c", refusal: (503, ""), answer: (200, "")) { server in
            HomeAssistantSettings(server: server, webhook: secret("pocketbell-3f6c"), connection: connection)
        },
        Case(
            method: "POST", path: "/v2/send", refusal: (400, #"{"error":"Timeout"}"#),
            answer: (201, #"{"timestamp":"1732480000000"}"#)
        ) { server in
            SignalSettings(
                server: server, number: "+4915112345678", recipient: "+4915187654321", connection: connection)
        },
        Case(
            method: "POST", path: "/notify/family-k3Xw9", refusal: (424, #"{"error":"x"}"#),
            answer: (200, #"{"error":null,"details":[]}"#)
        ) { server in AppriseSettings(server: server, key: secret("family-k3Xw9"), connection: connection) },
        Case(method: "POST", path: "/1/messages.json", refusal: (500, "oops"), answer: (200, #"{"status":1}"#)) {
            server in
            var settings = PushoverSettings(
                token: secret("azGDORePK8gMaC0QOYAMyEEuzJnyUi"), user: secret("uQiRzpo4DXghDmr9QzzfQu27cmVRsG"),
                connection: connection)
            settings.server = server
            return settings
        },
    ]

    @Test("each asks for what it should, waits when it is told to, and is delivered", arguments: cases)
    private func delivery(_ one: Case) async throws {
        let name = "service-\(one.kind)"
        try await receiver.script(
            name, ["status": one.refusal.status, "body": .string(one.refusal.body)],
            ["status": one.answer.status, "body": .string(one.answer.body)])
        let relay = try await RelayFixture()
        let target = TargetConfiguration(name: "own", one.settings(receiver.hook(name)))
        try await relay.withRelay([target]) { _ in
            try await relay.alert(1...1, to: ["own"], description: Hostile.markup)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        // None of them is a webhook of ours.
        let seen = try await receiver.seen(name, isOfToday: false)
        #expect(seen.count == 2 && seen.allSatisfy { $0.method == one.method })
        #expect(seen.allSatisfy { $0.path.hasPrefix("/hook/\(name)\(one.path)") }, "\(seen.map(\.path))")
        #expect(Set(seen.map(\.path)).count == 1)
        #expect(seen.allSatisfy { $0.headers["content-type"] == "application/json" && $0.json != nil })
        await relay.end()
    }
}
