import Configuration
import Relay
import Settings
import Store
import TestSupport
import Testing
import Values

@testable import Daemon
@testable import Relay

@Suite("From the configuration to the relay")
struct RelaySettingsTests {
    private func load(_ text: String) throws -> Configuration {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "pocketbell.yaml")
        return try Configuration.load(path: path, environment: ["HOME": folder.path, "TZ": "UTC"])
    }

    private static let looks = """
        title: "For {child}"
            urgency: low
            tags: [a, b]
            icon: https://f.example/i.png
            link: https://f.example/{child-id}
        """
    private static let style = AlertStyle(
        title: "For {child}", urgency: .low, tags: ["a", "b"], icon: "https://f.example/i.png",
        link: "https://f.example/{child-id}")

    @Test(
        "a private address is named before anything is sent there, unless it is allowed; a name is not looked up",
        arguments: [
            ("http://192.168.1.5/x", false, "192.168.1.5 is not"), ("http://[::1]/x", false, "[::1] is not"),
            ("http://localhost:8/x", false, "localhost is not"), ("http://192.168.1.5/x", true, nil),
            ("http://169.254.169.254/x", true, "choose another"), ("https://house.example/x", false, nil),
            ("https://93.184.216.34/x", false, nil),
        ])
    func privateAddress(_ url: String, _ isAllowed: Bool, _ words: String?) throws {
        let warnings = RelaySettings.warnings(
            of: try load(
                "targets: [{name: house, kind: webhook, url: \"\(url)\", private-addresses: \(isAllowed)}]"))
        #expect(warnings.count == (words == nil ? 0 : 1))
        #expect(warnings.allSatisfy { $0.hasPrefix("target house: ") && $0.contains(words ?? "") })
    }

    @Test(
        "two targets under the same names of one broker are named: a child would read there what is its parents'",
        arguments: [
            ("mqtt://192.168.1.5", "", true), ("mqtt://192.168.1.5:1883/", ", topic: pocketbell", true),
            ("mqtt://192.168.1.5", ", topic: alice", false), ("mqtt://192.168.1.6", "", false),
            ("mqtt://192.168.1.5:1884", "", false),
        ])
    func sharedNames(_ url: String, _ more: String, _ isNamed: Bool) throws {
        let own = "private-addresses: true"
        let warnings = RelaySettings.warnings(
            of: try load(
                """
                targets:
                  - {name: house, kind: mqtt, url: "mqtt://192.168.1.5", \(own)}
                  - {name: alice, kind: mqtt, url: "\(url)"\(more), \(own)}
                """))
        #expect(warnings.count == (isNamed ? 1 : 0))
        #expect(warnings.allSatisfy { $0.hasPrefix("target alice: ") && $0.contains("as house does") })
    }

    @Test("what a target and a rule want alerts to look like arrives at the relay, all of it")
    func looks() throws {
        let settings = RelaySettings(
            try load(
                """
                targets:
                  - name: house
                    kind: webhook
                    url: https://h.example/x
                    \(Self.looks)
                  - {name: plain, kind: webhook, url: "https://h.example/x"}
                rules:
                  - name: money
                    to: [plain]
                    \(Self.looks)
                """))
        #expect(settings.targets.map(\.style) == [Self.style, AlertStyle()])
        let rule = Rule(name: "money", targets: ["plain"], style: Self.style)
        let change = FactChange(
            kind: .transactionAdded(Self.row), child: Self.child, origin: "o", isLate: false, at: Timestamp(seconds: 1))
        let expected = RuleSet([rule], targets: ["house", "plain"]).plan(change)
        #expect(settings.rules.plan(change) == expected && expected.first?.deliveries.first?.style != nil)
    }

    @Test("each urgency of the file is one of the relay's", arguments: AlertStyle.Urgency.allCases)
    func urgencies(_ urgency: AlertStyle.Urgency) throws {
        let text = "targets:\n  - {name: a, kind: desktop, urgency: \(urgency.rawValue)}\n"
        #expect(RelaySettings(try load(text)).targets.first?.style.urgency == urgency)
    }

    @Test("alerts lead to the page where people find it, unless a target says where else")
    func page() throws {
        let targets =
            "targets:\n  - {name: a, kind: desktop}\n  - {name: b, kind: desktop, link: 'https://other.example'}\n"
        #expect(RelaySettings(try load(targets)).targets.map(\.style.link) == [nil, "https://other.example"])
        let page = "dashboard: {proxies: [127.0.0.1], public-url: 'https://b.example/money'}\n"
        #expect(
            RelaySettings(try load(targets + page)).targets.map(\.style.link) == [
                "https://b.example/money/{if transaction-id}transactions/{transaction-id}{end}",
                "https://other.example",
            ])
    }

    @Test("currency and zone are those of the file")
    func locale() throws {
        let locale = RelaySettings(try load("currency: GBP\ntime-zone: Asia/Tokyo\n")).locale
        #expect(locale.currency.code == "GBP" && locale.zone.name == "Asia/Tokyo")
        #expect(RelaySettings(try load("")).locale.currency == .dollar)
        let configuration = try load(
            "language: de\ntargets:\n  - {name: a, kind: desktop}\n  - {name: b, kind: desktop, language: fr}\n")
        let languages = ["a", "b", "gone"].map { AlertLocale(configuration, readersOf: $0).language }
        #expect(RelaySettings(configuration).locale.language == .german && languages == [.german, .french, .german])
    }

    @Test("headers of a webhook are read with its secrets")
    func headers() throws {
        let settings = RelaySettings(
            try load(
                """
                targets:
                  - name: house
                    kind: webhook
                    url: https://h.example/x
                    authorization: Bearer 5f0c8a7e
                    headers: [{name: X-From, value: pocketbell}]
                """))
        let headers = try #require((settings.targets.first?.settings as? WebhookSettings)?.headers)
        #expect(headers.map(\.name) == ["Authorization", "X-From"])
        #expect(try headers.map { try $0.value.resolve().withText { $0 } } == ["Bearer 5f0c8a7e", "pocketbell"])
    }

    @Test("what a target of a rule does not show is a warning, not a mistake")
    func ignored() throws {
        let configuration = try load("rules:\n  - {name: money, to: [desktop], tags: [a]}\n")
        let warnings = Examination.warnings(of: configuration)
        #expect(warnings == ["\(configuration.file ?? ""):2:40: rule money: 'tags' is not shown by desktop (desktop)"])
    }

    @Test("a living rule's targets that can't change what they have shown are named; Slack's bot can, its hook can't")
    func living() throws {
        let configuration = try load(
            """
            targets:
              - {name: screen, kind: desktop}
              - {name: hook, kind: slack, url: env:SLACK}
              - {name: bot, kind: slack, token: env:SLACK, channel: C024BE91L}
              - {name: house, kind: webhook, url: https://h.example/x}
            rules:
              - {name: standing, living: true, to: [screen, hook, bot]}
            """)
        let warnings = RelaySettings.warnings(of: configuration)
        #expect(warnings.count == 1 && warnings[0].hasPrefix("rule standing: target hook can't change"))
        #expect(RelaySettings.warnings(of: try load("rules:\n  - {name: money, to: [desktop]}\n")).isEmpty)
    }

    private static let child = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "c1"), firstName: "Alice", lastName: "Reed",
        balance: .zero, seenAt: Timestamp(seconds: 0))
    private static let row = TransactionRow(
        server: child.server, id: .init(rawValue: "t1"), child: child.id, amount: .zero, kind: .credit, category: "",
        description: "", balanceAfter: .zero, createdAt: Timestamp(seconds: 0), position: 1,
        firstSeenAt: Timestamp(seconds: 0), source: .scan, isLate: false)
}
