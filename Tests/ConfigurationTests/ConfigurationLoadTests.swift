import Configuration
import Glibc
import Settings
import TestSupport
import Testing
import Values

@testable import Relay

@Suite("Loading a configuration")
struct ConfigurationLoadTests {
    private let environment = ["HOME": "/home/mum"]

    @Test("everything that a file says arrives")
    func example() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(packaged("pocketbell.example.yaml"), to: "a", mode: 0o644)
        let configuration = try Configuration.load(path: path, environment: environment)
        #expect(configuration.state == "/var/lib/pocketbell")
        #expect(configuration.file == path)
        let mum = try #require(configuration.accounts.first)
        #expect(mum.name == "mum" && mum.server == "https://allowance.example.org" && mum.email == "mum@example.org")
        #expect(mum.scan == .seconds(60) && mum.hub == "/hubs/family")
        #expect(mum.certificateAuthorities == "/etc/pocketbell/family.pem")
        #expect(mum.password.map(Self.shown) == "file:/etc/pocketbell/mum")
        #expect(try #require(configuration.accounts.first { $0.name == "dad" }).password == nil)
        let targets = Dictionary(uniqueKeysWithValues: configuration.targets.map { ($0.name, $0) })
        let command = try #require(targets["speaker"]?.settings as? CommandSettings)
        #expect(command.program == "/usr/local/bin/say-it" && command.arguments == ["--voice", "anna"])
        #expect(command.limit == .seconds(30))
        let bot = try #require(targets["family-bot"]?.settings as? SlackSettings)
        #expect(bot.url == nil && bot.token.map(Self.shown) == "file:/etc/pocketbell/slack.token")
        #expect(bot.channel == "C024BE91L" && bot.edits && targets["family-chat"]?.edits == false)
        #expect(configuration.rules.filter(\.isLiving).map(\.name) == ["standing"])
        let hook = try #require(targets["house"]?.settings as? WebhookSettings)
        #expect(try hook.url.resolve().withText { $0 } == "http://192.168.1.5:8123/api/webhook/abc")
        #expect(hook.keys.first.map(Self.shown) == "env:HOOK_SECRET")
        #expect(hook.headers.map(\.name) == ["Authorization", "X-Api-Key"])
        #expect(hook.headers.map { Self.shown($0.value) } == ["file:/etc/pocketbell/house.token", "env:HOUSE_KEY"])
        #expect(hook.connection.allowsPrivateAddresses && hook.format == .webhook)
        let broker = try #require(targets["stream"]?.settings as? WebhookSettings)
        #expect(broker.keys.map(Self.shown) == ["env:BROKER_SECRET", "env:BROKER_SECRET_NEXT"])
        #expect(broker.format == .cloudEvents(source: "https://home.example/pocketbell"))
        #expect(configuration.drill == Schedule(days: [7], minute: 600))
        let week = try #require(configuration.rules.first { $0.events == [.summary] })
        #expect(week.when == Schedule(days: [7], minute: 1_080))
        #expect(
            hook.connection.certificateAuthorities == folder.path + "/house.pem", "paths begin at the file's folder")
        let rule = try #require(configuration.rules.first { $0.name == "money" })
        #expect(
            rule.events == [.transaction] && rule.match.children == ["Alice"] && rule.match.minimum == Decimal("5.00"))
        #expect(rule.to == ["family-chat", "house"] && rule.text == "{child} {verb} {amount}: {description}")
        let style = rule.style
        #expect(style.title == "Pocket money of {child}" && style.urgency == .low)
        #expect(style.tags == ["moneybag", "allowance"] && style.icon == "https://allowance.example.org/icon.png")
        #expect(style.link == "https://allowance.example.org/children/{child-id}")
        let low = try #require(configuration.rules.first { $0.name == "nearly-broke" })
        #expect(low.below == Decimal("2.50") && low.style.title == nil)
        #expect(targets["screen"]?.style.icon == "dialog-information")
        #expect(configuration.currency.code == "EUR" && configuration.timeZone.name == "Europe/Berlin")
        #expect(configuration.language == .german)
        #expect(targets["grandparents"]?.language == .french)
    }

    @Test("the profiles load", arguments: ["family-server", "desktop", "chat-forwarding"])
    func profiles(name: String) throws {
        let path = "\(RealParts.packageFolder)/config/profiles/\(name).yaml"
        let configuration = try Configuration.load(path: path, environment: environment)
        #expect(configuration.accounts.count == 1)
        #expect(!configuration.rules.isEmpty)
    }

    @Test("no file at all is a configuration: popups for everything")
    func standard() throws {
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        try #require(access("/etc/pocketbell/pocketbell.yaml", F_OK) != 0, "this machine has a configuration")
        let configuration = try Configuration.load(path: nil, environment: environment)
        #expect(configuration.file == nil && configuration.accounts.isEmpty)
        #expect(configuration.targets.map(\.name) == ["desktop"])
        #expect(configuration.targets[0].kind == .desktop)
        #expect(configuration.rules.map(\.to) == [["desktop"]])
        #expect(configuration.rules[0].events == [.transaction])
        #expect(configuration.state == folder.path + "/.local/state/pocketbell")
    }

    @Test("targets without rules get everything; rules without targets may name the desktop")
    func partial() throws {
        let folder = try TemporaryFolder()
        let targets = try folder.write(
            "targets:\n  - {name: a, kind: desktop}\n  - {name: b, kind: desktop}\n", to: "a.yaml")
        #expect(try Configuration.load(path: targets, environment: environment).rules.map(\.to) == [["a", "b"]])
        let rules = try folder.write("rules:\n  - name: large\n    minimum: 10.00\n    to: [desktop]\n", to: "a.yaml")
        let configuration = try Configuration.load(path: rules, environment: environment)
        #expect(configuration.rules.map(\.name) == ["large"] && configuration.targets.map(\.name) == ["desktop"])
        let comments = try folder.write("# nothing yet\n", to: "a.yaml")
        #expect(try Configuration.load(path: comments, environment: environment).rules.map(\.name) == ["everything"])
    }

    @Test(
        "the state folder is the configured one, systemd's, or XDG's",
        arguments: [
            ("state: /a", ["STATE_DIRECTORY": "/b", "HOME": "/h"], "/a"),
            ("state: ~/a", ["STATE_DIRECTORY": "/b", "HOME": "/h"], "/h/a"),
            ("", ["STATE_DIRECTORY": "/b:/c", "XDG_STATE_HOME": "/d", "HOME": "/h"], "/b"),
            ("", ["XDG_STATE_HOME": "/d", "HOME": "/h"], "/d/pocketbell"),
            ("", ["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/pocketbell"),
        ])
    func state(text: String, environment: [String: String], expected: String) throws {
        let path = try TemporaryFile(text)
        #expect(try Configuration.load(path: path.path, environment: environment).state == expected)
    }

    @Test(
        "the state folder of a file with a mistake is where the file puts it, as if it had none, else the usual one",
        arguments: [
            "state: /var/here", "state: here", "state: 'here/it/is'  # and a word", "state: \"../here\"",
            "state: ~/here",
            "state:", "",
        ])
    func stateOfBroken(text: String) throws {
        let folder = try TemporaryFolder()
        let environment = ["HOME": "/home/mum"]
        let good = try folder.write(text == "state:" ? "" : text, to: "good.yaml")
        let expected = try Configuration.load(path: good, environment: environment).state
        let broken = try folder.write("targetz: []\n\(text)\naccounts: [", to: "broken.yaml")
        let place = try #require(Configuration.place(ofBroken: broken, environment: environment))
        #expect(place.file == broken && place.state == expected)
        #expect(expected.hasPrefix("/"))
    }

    @Test("without any folder for the store the error says what to set")
    func noState() throws {
        let file = try TemporaryFile("")
        let error = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: file.path, environment: [:])
        }
        #expect(
            try #require(error).description
                == "there is no folder for the store; set HOME, or 'state' in the configuration file")
    }

    @Test("the own file comes before that of the system, and --config before both")
    func lookup() throws {
        let folder = try TemporaryFolder()
        let own = try folder.write("state: /own", to: "pocketbell/pocketbell.yaml")
        let named = try folder.write("state: /named", to: "a.yaml")
        let environment = ["HOME": "/h", "XDG_CONFIG_HOME": folder.path]
        #expect(try Configuration.load(path: nil, environment: environment).file == own)
        #expect(try Configuration.load(path: named, environment: environment).state == "/named")
    }

    @Test("a named file that isn't there is an error, and so is one that can't be read")
    func unreadable() throws {
        let absent = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: "/nonexistent/a.yaml", environment: environment)
        }
        #expect(
            try #require(absent).description
                == "there is no configuration file /nonexistent/a.yaml; check its path")
        let folder = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: "/tmp", environment: environment)
        }
        #expect(
            try #require(folder).description
                == "/tmp is a folder, not a configuration file; name the file itself")
    }

    @Test("a literal secret is taken from a file that only its owner can read")
    func literal() throws {
        let text = """
            targets:
              - {name: chat, kind: slack, url: "https://hooks.slack.com/services/T/B/x"}
              - {name: house, kind: webhook, url: "https://a.example", secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}
              - {name: phone, kind: ntfy, topic: family, token: tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2}
            """
        let file = try TemporaryFile(text)
        let targets = try Configuration.load(path: file.path, environment: environment).targets
        let slack = try #require(targets[0].settings as? SlackSettings)
        #expect(try slack.url?.resolve().withText { $0 } == "https://hooks.slack.com/services/T/B/x")
        #expect(!targets[0].allowsPrivateAddresses)
        for mode: mode_t in [0o640, 0o604, 0o620, 0o602] {
            chmod(file.path, mode)
            #expect(throws: ConfigurationErrors.self) {
                try Configuration.load(path: file.path, environment: environment)
            }
        }
    }

    @Test("root may let a group read its file, as the service's, and nobody else", .enabled(if: geteuid() == 0))
    func literalOfGroup() throws {
        let file = try TemporaryFile(
            "targets:\n  - {name: chat, kind: slack, url: \"https://hooks.slack.com/services/T/B/x\"}\n")
        chown(file.path, 0, 1)
        for (mode, isTaken) in [(0o640, true), (0o660, false), (0o644, false), (0o642, false)] {
            chmod(file.path, mode_t(mode))
            let configuration = try? Configuration.load(path: file.path, environment: environment)
            #expect((configuration != nil) == isTaken, "mode \(String(mode, radix: 8))")
        }
    }

    @Test("a list of targets that is there and empty has none; what is left out is the desktop")
    func noTargets() throws {
        let folder = try TemporaryFolder()
        let none = try folder.write("targets: []\n", to: "a.yaml")
        let configuration = try Configuration.load(path: none, environment: environment)
        #expect(configuration.targets.isEmpty && configuration.rules.map(\.to) == [[]])
        let rule = try folder.write("targets: []\nrules:\n  - {name: all, to: [desktop]}\n", to: "a.yaml")
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(path: rule, environment: environment) }
    }

    @Test("the file that the package installs is right, watches whoever signs in, and has no target")
    func packaged() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(packaged("pocketbell.yaml"), to: "a", mode: 0o644)
        let configuration = try Configuration.load(path: path, environment: environment)
        #expect(configuration.accounts.isEmpty && configuration.targets.isEmpty)
    }

    private func packaged(_ name: String) throws -> String {
        try TextFile.read("\(RealParts.packageFolder)/config/\(name)")
    }

    private static func shown(_ source: SecretSource) -> String {
        switch source {
        case .file(let path): "file:\(path)"
        case .environment(let name): "env:\(name)"
        case .credential(let name): "credential:\(name)"
        case .literal: "literal"
        }
    }
}
