import HTTPClient
import JSON
import Settings
import Store
import Testing
import Values

@testable import Relay

/// Targets that lie, and that die while they are spoken to.
@Suite("Lying and dying targets", Receiver.trait, .timeLimit(.minutes(1)))
struct LyingTargetTests {
    private let receiver = Receiver.shared

    /// What becomes of an alert, and how often it was sent.
    private func told(
        _ name: String, _ target: TargetConfiguration, _ state: DeliveryRow.State, _ behaviours: JSONValue...
    ) async throws -> (outcomes: [String?], bodies: [String], detail: String?) {
        let relay = try await RelayFixture()
        var request = HTTPClientRequest(.put, try HTTPURL("http://127.0.0.1:\(receiver.port)/script/\(name)"))
        request.body = .bytes(JSONFragment(JSONValue.array(behaviours)).bytes, contentType: "application/json")
        #expect(try await TestHTTP.shared.send(request).status == 200)
        try await relay.withRelay([target]) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.map(\.state) == [state] }
        }
        let outcomes = try await relay.attempts(1).map(\.outcome)
        let detail = try await relay.deliveries().first?.detail
        let bodies = try await receiver.seen(name).map(\.body)
        await relay.end()
        return (outcomes, bodies, detail)
    }

    @Test("a chat that answers an error behind a good status has not taken this message")
    func lies() async throws {
        let told = try await told(
            "lies-error", .slack("lies-error"), .dead, ["status": 200, "body": #"{"ok":false,"error":"x"}"#])
        #expect(told.outcomes == ["dead"] && told.bodies.count == 1)
        #expect(told.detail?.contains("did not take it") == true)
    }

    @Test(
        "a page behind a good status is no answer of the service: alerts wait, and come when it is back")
    func pages() async throws {
        let relay = try await RelayFixture()
        let name = "lies-page"
        let page: JSONValue = ["status": 200, "body": "<html>Login to hotel wifi"]
        try await receiver.script(name, page, page, ["status": 200, "body": #"{"id":"x","sequence_id":"pb"}"#])
        let settings = NtfySettings(
            server: receiver.hook(name), topic: .literal(Secret("family")),
            connection: TargetConnection(allowsPrivateAddresses: true))
        try await relay.withRelay([TargetConfiguration(name: name, settings)], backoff: .long) { running in
            try await relay.alert(1...2, to: [name])
            try await relay.wait { $0.first?.reason == .unexpectedAnswer }
            let status = try #require(await running.status().first)
            #expect(status.state == .suspended && status.reason == .unexpectedAnswer)
            #expect(try await relay.deliveries().allSatisfy { $0.state == .queued })
            // Somebody else asks for the same: still the page.
            #expect(try await running.test(target: name).reason == .unexpectedAnswer)
            #expect(try await relay.deliveries().allSatisfy { $0.state == .queued })
            await running.tryAgain(target: name)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            #expect(await running.status().first?.state == .working)
        }
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("one that dies in the middle of its answer: the status counts where it is all that is promised")
    func tornStatus() async throws {
        let told = try await told(
            "torn-hook", .webhook("torn-hook"), .delivered, ["action": "torn", "status": 200, "body": "tak"])
        #expect(told.outcomes == ["delivered"] && told.bodies.count == 1)
    }

    @Test("one that dies in the middle of its answer: who would have said what became of it leaves doubt")
    func tornAnswer() async throws {
        let told = try await told(
            "torn-chat", .slack("torn-chat"), .delivered, ["action": "torn", "status": 200, "body": "o"],
            ["status": 200, "body": "ok"])
        #expect(told.outcomes == ["in-doubt", "delivered"])
        #expect(told.bodies.map { $0.contains("may be a repeat") } == [false, true])
    }

    @Test("one that dies in the middle of the request may have read it: sent again, with the mark of a repeat")
    func tornRequest() async throws {
        let told = try await told(
            "deaf", .slack("deaf"), .delivered, ["action": "deaf"], ["status": 200, "body": "ok"])
        #expect(told.outcomes == ["in-doubt", "delivered"])
        #expect(told.bodies[0].isEmpty && told.bodies[1].contains("may be a repeat"))
    }

    @Test("one that redirects to itself is asked once and left alone", arguments: [301, 302, 307, 308])
    func loops(_ status: Int) async throws {
        let relay = try await RelayFixture()
        let name = "loop-\(status)"
        try await receiver.script(
            name,
            ["status": .number(JSONNumberText(status)), "headers": ["Location": .string(receiver.hook(name))]])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...2, to: [name])
            try await relay.wait { $0.first?.reason == .redirected }
            #expect(try #require(await running.status().first).state == .suspended)
        }
        #expect(try await receiver.seen(name).count == 1)
        await relay.end()
    }

    @Test(
        "a wish to be left alone is at most a year, in whatever form; what is no time, and what is over, is no wish",
        arguments: [
            ("31536000", 31_536_000), ("99999999999999999999999999", 31_536_000), ("0", 0), ("0.5", 1),
            ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", nil as Int?), ("-5", nil),
            ("Infinity", nil), ("1e9", nil), ("0x7fffffff", nil), ("soon", nil), ("", nil), ("1, 2", nil),
        ])
    func wishes(_ header: String, _ seconds: Int?) async throws {
        let name = "wish-\(header.utf8.reduce(5_381) { ($0 &* 33) &+ Int($1) })"
        try await receiver.script(name, ["status": 429, "headers": ["Retry-After": .string(header)]])
        let webhook = try WebhookTarget(
            url: Secret(receiver.hook(name)), signing: nil, addresses: .target(allowsPrivateAddresses: true))
        let courier = HTTPCourier(name: name, target: webhook, http: TestHTTP.shared, clock: .system)
        let verdict = await courier.deliver(.sample(), body: nil).verdict
        guard case .retry(let wait) = verdict.kind else {
            Issue.record("\(verdict)")
            return
        }
        #expect(verdict.reason == .rateLimited)
        #expect(wait.map { Int($0.components.seconds) + ($0.components.attoseconds > 0 ? 1 : 0) } == seconds)
    }
}
