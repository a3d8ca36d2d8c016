import Configuration
import Settings
import TestSupport
import Testing
import Values

@testable import Relay

@Suite("Rules and targets of a configuration")
struct ConfigurationRuleTests {
    private let environment = ["HOME": "/home/mum"]

    private func load(_ text: String) throws -> Configuration {
        let file = try TemporaryFile(text)
        return try Configuration.load(path: file.path, environment: environment)
    }

    private func rule(_ members: String) throws -> Configuration.Rule {
        let text = "targets:\n  - {name: desk, kind: desktop}\nrules:\n  - {name: r, to: [desk]\(members)}\n"
        return try #require(try load(text).rules.first)
    }

    @Test("what a rule leaves out is every transaction of every child in the target's own words")
    func defaults() throws {
        let rule = try rule("")
        #expect(
            rule.events == [.transaction] && rule.match.children == [] && rule.match.minimum == nil && rule.below == nil
        )
        #expect(rule.text == nil && rule.to == ["desk"])
    }

    @Test("a rule names people as it names targets: their targets are told, each once")
    func people() throws {
        let text = """
            targets:
              - {name: desk, kind: desktop}
              - {name: hall, kind: desktop}
            people:
              - {name: mum, targets: [desk, hall], quiet: ["22:00-07:00", "Fri-Mon,wed 9:30-00:00", "sun 00:00-24:00"]}
              - {name: dad, targets: [hall]}
            rules:
              - {name: r, to: [dad, mum]}
            """
        let configuration = try load(text)
        #expect(configuration.rules.map(\.to) == [["hall", "desk"]])
        let (mum, dad) = (configuration.people[0], configuration.people[1])
        #expect(mum.name == "mum" && mum.targets == ["desk", "hall"] && dad.quiet.isEmpty)
        #expect(
            mum.quiet == [
                QuietHours(days: Set(1...7), start: 1_320, end: 420),
                QuietHours(days: [5, 6, 7, 1, 3], start: 570, end: 1_440), QuietHours(days: [7], start: 0, end: 1_440),
            ])
    }

    @Test(
        "a rule takes what fits together",
        arguments: [
            ", events: [balance-low], below: 5.00", ", events: [balance-low, transaction], below: 0.01, minimum: 1",
            ", children: [Alice, 'Bruno Reed']", ", minimum: 0.01", ", text: '{child} {verb} {amount} {threshold}'",
            ", text: '{child|upper|cut:9} {if notes}{notes}{else}-{end}'",
            ", link: 'https://a.example/{if notes}x{end}'",
            ", events: [problem], text: '{if child}{child}{end}{by|or:x}{if event=disk-full}!{end}'",
            ", events: [problem], text: '{description} {at} {event} {account} {currency}', title: Oh, tags: [a]",
            ", events: [problem, transaction], children: [Alice], text: '{child}'",
            ", events: [summary], when: 'sun 18:00', children: [Alice], text: '{description}'",
            ", events: [summary, transaction], when: '7:05'",
            ", events: [problem, balance-low], below: 1, children: [Alice], title: '{child}'",
        ])
    func fitting(_ members: String) throws { _ = try rule(members) }

    @Test(
        "a rule refuses what does not",
        arguments: [
            ", events: [balance-low]", ", below: 5.00", ", events: [balance-low], below: 5.00, minimum: 1",
            ", children: []", ", children: ['']", ", events: []", ", events: [everything]", ", minimum: -1",
            ", minimum: 1.001", ", text: ''", ", text: '{nobody}'", ", text: '{child'",
            ", text: '{child|uper}'", ", text: '{if child}'", ", title: '{end}'",
            ", link: 'https://{if child}a.example{end}/'",
            ", events: [problem], text: '{if event=disk-full}{child}{end}'", ", to: []", ", unknown: 1",
            ", events: [summary]", ", when: '18:00'", ", events: [summary], when: 'sun'",
            ", events: [summary], when: 'sun 24:00'", ", events: [summary], when: 'son 18:00'",
            ", events: [summary], when: '18:00', text: '{child}'",
            ", events: [problem], children: [Alice]", ", events: [sign-in-needed, connection-lost], text: '{verb} x'",
            ", events: [problem], title: '{child}'", ", events: [problem], link: 'https://a.example/{transaction-id}'",
        ])
    func unfitting(_ members: String) { #expect(throws: ConfigurationErrors.self) { try rule(members) } }

    @Test("every place of words either is empty in all alerts about the program itself, or is taken there")
    func placesOfProblems() {
        for place in TemplateField.allCases {
            let isTaken = (try? rule(", events: [problem], text: '{\(place.rawValue)}'")) != nil
            #expect(
                isTaken == ["description", "at", "event", "account", "currency"].contains(place.rawValue), "\(place)")
        }
    }

    @Test("one mistake in 'children' is one message", arguments: ["Alice", "['']", "[[Alice]]", "{a: b}"])
    func children(_ value: String) {
        let error = #expect(throws: ConfigurationErrors.self) { try rule(", children: \(value)") }
        #expect(error?.sentence.hasSuffix("has 1 mistake") == true, "\(error?.sentence ?? "")")
    }

    @Test("a child's name has up to 80 characters and a text up to 1000")
    func lengths() throws {
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        #expect(try rule(", children: [\(text(80))]").match.children == [text(80)])
        #expect(throws: ConfigurationErrors.self) { try rule(", children: [\(text(81))]") }
        #expect(try rule(", text: \(text(1_000))").text?.count == 1_000)
        #expect(throws: ConfigurationErrors.self) { try rule(", text: \(text(1_001))") }
    }

    @Test("every place that an alert's words may have is taken", arguments: TemplateField.allCases)
    func places(_ place: TemplateField) throws {
        #expect(try rule(", text: '{\(place.rawValue)}'").text == "{\(place.rawValue)}")
    }

    @Test("an empty list of rules tells nobody, which is not the same as none")
    func noRules() throws {
        #expect(try load("rules: []\n").rules.isEmpty)
        #expect(try load("targets: []\n").rules.map(\.name) == ["everything"])
        #expect(throws: ConfigurationErrors.self) { try load("rules:\n") }
    }

    @Test("a rule may name targets alone that are there, the desktop only where nothing else is said")
    func references() throws {
        #expect(throws: ConfigurationErrors.self) {
            try load("targets:\n  - {name: a, kind: desktop}\nrules:\n  - {name: r, to: [desktop]}\n")
        }
        #expect(try load("rules:\n  - {name: r, to: [desktop]}\n").targets.map(\.name) == ["desktop"])
    }

    @Test("each kind of target is read with what it takes")
    func kinds() throws {
        let targets = try load(
            """
            targets:
              - {name: hook, kind: webhook, url: "https://a.example/hook"}
              - {name: disc, kind: discord, url: "https://discord.com/api/webhooks/1/x", private-addresses: true}
              - {name: phone, kind: ntfy, topic: family}
              - {name: own, kind: ntfy, server: "http://127.0.0.1:8080/n", topic: family, token: tk_a, ca-file: c.pem}
            """
        ).targets
        let hook = try #require(targets[0].settings as? WebhookSettings)
        #expect(hook.keys.isEmpty && hook.headers.isEmpty && hook.connection == TargetConnection())
        #expect(targets[1].settings is HookSettings<DiscordTarget> && targets[1].allowsPrivateAddresses)
        let phone = try #require(targets[2].settings as? NtfySettings)
        #expect(try phone.server == "https://ntfy.sh" && phone.topic.resolve().withText { $0 } == "family")
        #expect(phone.token == nil)
        let own = try #require(targets[3].settings as? NtfySettings)
        #expect(own.server == "http://127.0.0.1:8080/n")
        #expect(own.connection.certificateAuthorities?.hasSuffix("/c.pem") == true)
        #expect(try own.token?.resolve().withText { $0 } == "tk_a")
    }

    @Test(
        "how often facts are read is between 5 seconds and an hour",
        arguments: [("5s", 5), ("3600s", 3_600), ("60m", 3_600), ("1h", 3_600)])
    func scans(_ text: String, _ seconds: Int) throws {
        let account = "accounts:\n  - {name: mum, server: 'https://a.example', email: a@b, scan: \(text)}\n"
        #expect(try load(account).accounts[0].scan == .seconds(seconds))
    }

    @Test(
        "any other pace is refused",
        arguments: ["4s", "4999ms", "3601s", "61m", "2h", "0s", "-5s", "60", "''", "5 s x"])
    func otherScans(_ text: String) {
        let account = "accounts:\n  - {name: mum, server: 'https://a.example', email: a@b, scan: \(text)}\n"
        #expect(throws: ConfigurationErrors.self) { try load(account) }
    }
}
