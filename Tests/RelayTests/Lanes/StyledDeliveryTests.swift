import JSON
import Settings
import Store
import Testing
import Values

@testable import Relay

/// The whole way of what a rule says about looks: planned, stored, sent.
@Suite("Deliveries with looks", Receiver.trait, .timeLimit(.minutes(1)))
struct StyledDeliveryTests {
    private let receiver = Receiver.shared

    private func webhook(_ name: String, headers: [WebhookHeader] = []) -> TargetConfiguration {
        let headers = headers.map { HeaderSettings(name: $0.name, value: .literal($0.value)) }
        var target = TargetConfiguration(
            name: name,
            WebhookSettings(
                url: .literal(Secret(receiver.hook(name))), headers: headers,
                connection: TargetConnection(allowsPrivateAddresses: true)))
        target.style = AlertStyle(title: "of the target", tags: ["own"])
        return target
    }

    private func rules(_ name: String) -> RuleSet {
        let style = AlertStyle(title: "For {child}", urgency: .low, link: "https://f.example/{transaction-id}")
        return RuleSet(
            [
                Rule(name: "low", events: [.balanceLow], below: Decimal("5"), targets: [name], template: "never"),
                Rule(name: "money", targets: [name], template: "{child}: {amount}", style: style),
            ], targets: [name])
    }

    @Test(
        "what the rule said then is what is sent, whether a lane looked for it or got it handed over",
        arguments: [false, true])
    func planned(handedOver: Bool) async throws {
        let relay = try await RelayFixture()
        let name = "styled-\(handedOver)"
        try await receiver.script(name, ["status": 200])
        let locale = AlertLocale(currency: try #require(Currency(code: "GBP")))
        try await relay.withRelay([webhook(name)], locale: locale) { running in
            try await relay.alert(1...1, to: [name], by: rules(name), through: handedOver ? running : nil)
            try await relay.wait { $0.first?.state == .delivered }
        }
        let data = try #require(try await receiver.seen(name).first?.json?["data"])
        #expect(data["title"] == "For Alice" && data["text"] == "Alice: £12.50" && data["currency"] == "GBP")
        #expect(data["urgency"] == "low" && data["tags"] == ["own"] && data["link"] == "https://f.example/t1")
        #expect(data["rule"] == "money")
        await relay.end()
    }

    @Test("a target's readers are told in their language, others in the family's; machines read the same")
    func languages() async throws {
        let relay = try await RelayFixture()
        var (family, grandma) = (webhook("of-family"), webhook("of-grandma"))
        (family.style, grandma.style, grandma.language) = (AlertStyle(), AlertStyle(), .french)
        for name in [family.name, grandma.name] { try await receiver.script(name, ["status": 200]) }
        let locale = AlertLocale(currency: try #require(Currency(code: "EUR")), language: .german)
        try await relay.withRelay([family, grandma], locale: locale) { _ in
            try await relay.alert(1...1, to: [family.name, grandma.name])
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
        }
        let bodies = [try await receiver.seen(family.name).first, try await receiver.seen(grandma.name).first]
        let data = bodies.map { $0?.json?["data"] }
        #expect(data.map { $0?["title"] } == ["Taschengeld", "Argent de poche"])
        #expect(data[0]?["text"]?.string?.hasPrefix("Alice bekam 12,50\u{A0}€: Kite (Kontostand ") == true)
        #expect(data[1]?["text"]?.string?.hasPrefix("Alice a reçu 12,50\u{A0}€\u{A0}: Kite (solde\u{A0}: ") == true)
        #expect(data.allSatisfy { $0?["transaction"]?["amount"] == "12.50" })
        await relay.end()
    }

    @Test("an account's name is in the body, since a receiver may have several families")
    func account() async throws {
        let relay = try await RelayFixture()
        let name = "of-account"
        try await receiver.script(name, ["status": 200])
        try await relay.store.write { transaction in
            let server = try transaction.ensureServer(origin: RelayFixture.origin)
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Timestamp(seconds: 1))
            try transaction.link(account, to: .init(rawValue: "c1"))
        }
        try await relay.withRelay([webhook(name)]) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.state == .delivered }
        }
        #expect(try await receiver.seen(name).first?.json?["data"]?["account"] == "mum")
        await relay.end()
    }

    @Test("a sample looks as alerts of that target do, carries its headers, and the report shows it without secrets")
    func sample() async throws {
        let relay = try await RelayFixture()
        let name = "sample-looks"
        try await receiver.script(name, ["status": 401, "body": "no such token: 5f0c8a7e"])
        let headers = [WebhookHeader(name: "Authorization", value: Secret("Bearer 5f0c8a7e"))]
        let report = try await relay.withRelay([webhook(name, headers: headers)], rules: rules(name)) { running in
            try await running.test(target: name)
        }
        let request = try #require(try await receiver.seen(name).first)
        #expect(request.headers["authorization"] == "Bearer 5f0c8a7e")
        #expect(report.title == "For Test" && report.text == "Test: $12.50" && report.body == request.body)
        #expect(request.json?["data"]?["title"] == "For Test" && request.json?["data"]?["account"] == "test")
        #expect(!report.isDelivered && !"\(report)".contains("5f0c8a7e") && report.answer.contains("<redacted>"))
        await relay.end()
    }

    @Test("what a sample's body says about a secret is not in the report")
    func sampleTopic() async throws {
        let relay = try await RelayFixture()
        let ntfy = TargetConfiguration(
            name: "phone",
            NtfySettings(
                server: "http://127.0.0.1:\(receiver.port)/hook", topic: .literal(Secret("family-k3Xw9")),
                connection: TargetConnection(allowsPrivateAddresses: true)))
        let report = try await relay.withRelay([ntfy]) { try await $0.test(target: "phone") }
        #expect(report.body?.contains("<redacted>") == true && !"\(report)".contains("k3Xw9"))
        await relay.end()
    }

    @Test("bytes that an earlier version stored are sent as they were, but for the mark of the repeat")
    func upgrade() async throws {
        let relay = try await RelayFixture()
        let name = "old-bytes"
        try await receiver.script(name, ["status": 200])
        try await relay.alert(1...1, to: [name])
        let old =
            #"{"type":"transaction.created","timestamp":"2023-11-14T22:13:21Z","data":{"alert":"pb_1","late":false,"#
        let start = AttemptStart(.init(rawValue: 1), body: Array((old + #""repeat":false}}"#).utf8))
        try await relay.store.turn(finish: [], begin: [start], now: Timestamp(seconds: 1_700_000_200))
        try await relay.withRelay([webhook(name)]) { _ in
            try await relay.wait { $0.first?.state == .delivered }
        }
        #expect(try await receiver.seen(name, isOfToday: false).map(\.body) == [old + #""repeat":true}}"#])
        await relay.end()
    }
}
