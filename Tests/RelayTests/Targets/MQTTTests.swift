import HTTPClient
import JSON
import MQTT
import Settings
import Store
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("MQTT")
struct MQTTTests {
    private static let topics = MQTTTopics(base: "pocketbell", discovery: "homeassistant")

    // MARK: Verdicts

    @Test(
        "what a broker says of a message, and what it means",
        arguments: [
            (0x80, "refused rejected"), (0x83, "refused rejected"), (0x84, "dead misconfigured"),
            (0x85, "dead misconfigured"), (0x86, "dead unauthorized"), (0x87, "dead unauthorized"),
            (0x88, "retry server-error"), (0x89, "retry server-error"), (0x8A, "dead unauthorized"),
            (0x8B, "retry server-error"), (0x8E, "retry connection-lost"), (0x90, "dead misconfigured"),
            (0x95, "refused rejected"), (0x97, "retry server-error"), (0x99, "refused rejected"),
            (0x9F, "retry server-error"), (0xFF, "refused rejected"),
        ] as [(UInt8, String)])
    func reasons(_ code: UInt8, _ expected: String) {
        let reason = MQTTReason(code, words: "ask\u{7} mum hunter22")
        var error = MQTTError(.refused(reason), "the broker refuses the message")
        let verdict = error.verdict(within: .any) { Redaction([Secret("hunter22")]).applied(to: $0) }
        #expect(verdict.short == expected && !verdict.detail.contains(text: "hunter22"))
        error.mayHaveArrived = true
        #expect(error.verdict(within: .any) { $0 }.short == "doubt connection-lost")
    }

    @Test(
        "what happens to a connection, before and behind the message",
        arguments: [
            (.nameNotFound, "retry unreachable", "doubt connection-lost"),
            (.forbiddenAddress, "dead forbidden-address", "doubt connection-lost"),
            (.unreachable, "retry unreachable", "doubt connection-lost"),
            (.tls(.notTLS), "retry tls", "doubt connection-lost"),
            (.misconfigured, "dead misconfigured", "doubt connection-lost"),
            (.timedOut, "retry unreachable", "doubt timed-out"),
            (.protocolViolation, "retry unexpected-answer", "doubt unexpected-answer"),
            (.tooLarge(limit: 9), "refused rejected", "doubt connection-lost"),
            (.busy, "retry rate-limited", "doubt connection-lost"),
            (.lost, "retry unreachable", "doubt connection-lost"),
            (.closed, "retry interrupted", "doubt interrupted"),
        ] as [(MQTTError.Kind, String, String)])
    func failures(_ kind: MQTTError.Kind, _ before: String, _ behind: String) {
        var error = MQTTError(kind, "x")
        #expect(error.verdict(within: .any) { $0 }.short == before)
        error.mayHaveArrived = true
        #expect(error.verdict(within: .any) { $0 }.short == behind)
    }

    @Test("an address that nothing goes to is refused with what can help there, and with no more")
    func addresses() {
        func said(_ addresses: AddressPolicy) -> String {
            MQTTError(.forbiddenAddress, "x").verdict(within: addresses) { $0 }.detail
        }
        #expect(said(.only([])).contains(text: "private-addresses") && said(.only([])).contains(text: "mqtts://"))
        let home = said(.homeAlone)
        #expect(!home.contains(text: "private-addresses") && home.contains(text: "choose another"))
        for allows in [true, false] {
            let policy = AddressPolicy.target(allowsPrivateAddresses: allows)
            #expect(said(policy) == policy.refusal)
        }
    }

    // MARK: Words

    private static let hostile = [
        Hostile.pings, Hostile.markup, Hostile.long, Hostile.lines, "a/+/#", "\u{0}", "{{ states('x') }}",
        "\"},\"x\":{\"",
        "\u{202E}evil\u{2066} 👨‍👩‍👧‍👦", String(repeating: "x", count: 10_240),
    ]

    @Test("an alert says what it is, whatever was typed", arguments: hostile)
    func alerts(_ text: String) throws {
        let alert = RenderedAlert.sample(
            .gift(text, child: text, by: text, notes: text), template: Template("{child}: {description}"),
            style: AlertStyle(title: "{child}"))
        let body = MQTTTarget.json(of: alert)
        let json = try JSONValue(parsing: body)
        #expect(json["event_type"]?.word == "transaction" && json["alert"]?.word == alert.id)
        #expect(json["repeat"] == .bool(false) && body.count < 20_000)
        #expect(MQTTTarget.eventTypes.contains("transaction") && MQTTTarget.eventTypes.contains("digest"))
        #expect(try JSONValue(parsing: MQTTTarget.json(of: .sample(isRepeat: true)))["repeat"] == .bool(true))
    }

    @Test("a child's names and words change no name of a topic and no template", arguments: hostile)
    func discovery(_ text: String) throws {
        let child = FamilyPicture.Child(
            key: MQTTTopics.level(text), name: UserText.singleLine(text), balance: Decimal("37.5")!,
            last: .init(
                id: text, amount: Decimal("3.2")!, isCredit: false, category: text, description: UserText.cleaned(text),
                at: Timestamp(seconds: 1_700_000_000), balance: Decimal("37.5")!, by: text, notes: nil), waiting: 2)
        let discovery = HomeDiscovery(topics: Self.topics, locale: AlertLocale())
        let messages = discovery.messages(FamilyPicture(children: [child], isBlank: false))
        #expect(messages.count == 4 && messages.allSatisfy(\.isRetained))
        for message in messages {
            let levels = message.topic.description.split(separator: "/", omittingEmptySubsequences: false)
            #expect(levels.count == 5 && levels[0] == "homeassistant" && levels[4] == "config")
            #expect(
                levels.allSatisfy {
                    $0.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F }
                })
            let json = try JSONValue(parsing: message.payload)
            // Only what is the program's own is a template.
            for member in ["value_template", "json_attributes_template"] {
                let template = json[member]?.word ?? ""
                #expect(!template.contains(text: text) || template.isEmpty)
            }
        }
        let state = try JSONValue(parsing: child.state(currency: "EUR"))
        #expect(state["balance"]?.word == "37.50" && state["last"]?["amount"]?.word == "-3.20")
        #expect(
            child.state(currency: "EUR").count < 16_000
                && Self.topics.child(of: Self.topics.state(of: child.key)) == child.key)
    }

    @Test("what Home Assistant is told of a balance, an operation and alerts")
    func entities() throws {
        let child = FamilyPicture.Child(key: "c1", name: "Alice Reed", balance: Decimal("37.5")!)
        let discovery = HomeDiscovery(
            topics: Self.topics, locale: AlertLocale(currency: Currency(code: "JPY")!, language: .german))
        let messages = discovery.messages(FamilyPicture(children: [child], isBlank: false))
        #expect(
            messages.map(\.topic.description) == [
                "homeassistant/event/pocketbell/alerts/config", "homeassistant/sensor/pocketbell_c1/balance/config",
                "homeassistant/sensor/pocketbell_c1/last/config",
            ])
        let balance = try JSONValue(parsing: messages[1].payload)
        #expect(balance["name"]?.word == "Kontostand" && balance["unique_id"]?.word == "pocketbell_c1_balance")
        #expect(balance["device_class"]?.word == "monetary" && balance["state_class"]?.word == "total")
        #expect(balance["unit_of_measurement"]?.word == "JPY" && balance["suggested_display_precision"]?.whole == 0)
        #expect(balance["state_topic"]?.word == "pocketbell/children/c1")
        #expect(balance["availability_topic"]?.word == "pocketbell/status")
        #expect(balance["device"]?["name"]?.word == "Alice Reed")
        let last = try JSONValue(parsing: messages[2].payload)
        // Money that is no running total has no state class.
        #expect(last["state_class"] == nil && last["json_attributes_topic"]?.word == "pocketbell/children/c1")
        let alerts = try JSONValue(parsing: messages[0].payload)
        #expect(alerts["state_topic"]?.word == "pocketbell/alerts" && alerts["event_types"] != nil)
        let silent = HomeDiscovery(topics: MQTTTopics(base: "a/b-c", discovery: nil), locale: AlertLocale())
        #expect(silent.messages(FamilyPicture(children: [child], isBlank: false)).isEmpty)
        #expect(MQTTTopics(base: "a/b-c", discovery: nil).node == "a_b_c")
    }

    @Test(
        "a state's balance is not older than the transaction beside it; of the history's newest it is the child's own")
    func stateBalance() async throws {
        let relay = try await RelayFixture()
        for (source, expected) in [(TransactionRow.Source.baseline, "37.50"), (.hint, "50.00")] {
            let row = TransactionRow(
                server: relay.child.server, id: .init(rawValue: "t-\(source)"), child: relay.child.id,
                amount: Decimal("12.50")!, kind: .credit, category: "Gift", description: "Kite",
                balanceAfter: Decimal("50.00")!, createdAt: Timestamp(seconds: 1_700_000_010),
                position: source == .hint ? 2 : 1, firstSeenAt: Timestamp(seconds: 1_700_000_020), source: source,
                isLate: false)
            try await relay.store.write { _ = try $0.insert(row) }
            let child = try #require(try await FamilyPicture.read(relay.store).children.first)
            #expect(child.balance == Decimal(expected)! && child.last?.id == "t-\(source)")
        }
        await relay.end()
    }

    @Test("ids that are no level become their digest, and nobody else's")
    func levels() {
        #expect(MQTTTopics.level("7b0f6a8e-1b2c-4d5e") == "7b0f6a8e-1b2c-4d5e")
        let odd = ["", "a/b", "+", "#", "a b", String(repeating: "x", count: 65), "ä"].map(MQTTTopics.level)
        #expect(Set(odd).count == odd.count && odd.allSatisfy { $0.utf8.count == 33 })
        for name in ["pocketbell/children/a/b", "pocketbell/children/", "pocketbell/status", "other/children/c1"] {
            #expect(Self.topics.child(of: MQTTTopic(name)!) == nil)
        }
    }

    // MARK: What a broker is told

    @Test("only what changed is told, what is gone is taken back, and a stray of another time goes")
    func retained() {
        func message(_ name: String, _ text: String) -> MQTTMessage {
            MQTTMessage(MQTTTopic(name)!, Array(text.utf8), isRetained: true)
        }
        var states = RetainedStates()
        let (one, two) = (message("a", "1"), message("b", "1"))
        #expect(states.missing([one, two], strays: [one.topic, MQTTTopic("c")!]) == [message("c", ""), one, two])
        for told in [message("c", ""), one, two] { states.note(told) }
        #expect(states.missing([one, two], strays: [one.topic, MQTTTopic("c")!]) == [])
        #expect(states.missing([message("a", "2")], strays: []) == [message("b", ""), message("a", "2")])
        states.repeatAll()
        #expect(states.missing([one, two], strays: [MQTTTopic("c")!]) == [one, two])
    }

    // MARK: Settings

    private struct One: SettingsSection {
        let target: TargetConfiguration
        init(reading reader: inout SettingsReader) { target = TargetConfiguration(reading: &reader) }
    }

    @Test(
        "addresses of brokers",
        arguments: [
            ("mqtt://house", "house 1883 false"), ("mqtts://House.example:1/", "house.example 1 true"),
            ("mqtt://[::1]:2", "[::1] 2 false"), ("mqtts://10.0.0.1", "10.0.0.1 8883 true"), ("http://x", nil),
            ("mqtt://u:p@house", nil), ("mqtt://", nil), ("mqtt://a b", nil), ("mqtt://x:0", nil),
            ("mqtt://x:99999", nil),
            ("mqtt://[zz]", nil), ("mqtt://x/y", nil), ("mqtt://x\r\ny", nil),
        ] as [(String, String?)])
    func addresses(_ text: String, _ expected: String?) {
        let broker = try? TextFormat.broker.parse(text)
        #expect(broker.map { "\($0.host) \($0.port) \($0.isEncrypted)" } == expected)
    }

    @Test(
        "topics are levels of plain letters",
        arguments: [
            ("pocketbell", true), ("house/pb-1_x.y", true), ("a//b", false), ("/a", false), ("a/", false),
            ("a/+", false), ("#", false), ("a b", false), ("ä", false), ("", false),
        ])
    func bases(_ text: String, _ isGood: Bool) { #expect(((try? TextFormat.topicBase.parse(text)) != nil) == isGood) }

    @Test("in the clear nothing leaves the house, and the house has to be meant")
    func clear() throws {
        func settings(_ isEncrypted: Bool, _ allows: Bool) -> MQTTSettings {
            MQTTSettings(
                broker: ServerPlace(host: "x", port: 1, isEncrypted: isEncrypted), topics: Self.topics,
                connection: TargetConnection(allowsPrivateAddresses: allows))
        }
        for (address, isEncrypted, allows, expected) in [
            ("192.168.1.5", false, true, true), ("192.168.1.5", false, false, false), ("9.9.9.9", false, true, false),
            ("9.9.9.9", true, false, true), ("192.168.1.5", true, false, false), ("192.168.1.5", true, true, true),
            ("169.254.169.254", false, true, false), ("169.254.169.254", true, true, false),
        ] {
            #expect(settings(isEncrypted, allows).addresses.allows(IPAddress(address)!) == expected)
        }
    }

    @Test("a connection's name stays, differs by target and topic, and is one that any broker takes")
    func clientID() throws {
        func id(_ name: String, _ base: String, _ own: String? = nil) throws -> String {
            let settings = MQTTSettings(
                broker: ServerPlace(host: "x", port: 1, isEncrypted: false), client: own,
                topics: MQTTTopics(base: base, discovery: nil), connection: TargetConnection())
            let tools = TargetTools(http: TestHTTP.shared, bus: nil, clock: .system)
            return try #require(try settings.target(named: name, by: tools) as? MQTTTarget).link.place.options.clientID
        }
        #expect(try id("a", "x") == id("a", "x"))
        #expect(try Set([id("a", "x"), id("b", "x"), id("a", "y")]).count == 3)
        #expect(try id("a", "x").utf8.count == 22 && id("a", "x", "mine") == "mine")
    }

    @Test("a reload that changes nothing goes on with the same link")
    func links() throws {
        func settings(_ password: String) -> MQTTSettings {
            MQTTSettings(
                broker: ServerPlace(host: "x", port: 1, isEncrypted: false), user: "u",
                password: .literal(Secret(password)),
                topics: Self.topics, connection: TargetConnection())
        }
        let tools = TargetTools(http: TestHTTP.shared, bus: nil, clock: .system)
        let targets = try ["a", "a", "b"].map {
            try #require(try settings($0).target(named: "house", by: tools) as? MQTTTarget)
        }
        #expect(targets[0].link === targets[1].link && targets[0].link !== targets[2].link)
    }
}
