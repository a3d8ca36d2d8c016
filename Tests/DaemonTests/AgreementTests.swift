import CommandLineTool
import Configuration
import Glibc
import HTTPClient
import Relay
import Settings
import SignalRProtocol
import SyncEngine
import Terminal
import TestSupport
import Testing
import TextFormats

@testable import Daemon
@testable import Store

/// What two modules that do not know each other must agree on; this one knows both.
@Suite("Agreement between modules")
struct AgreementTests {
    @Test("the program and its hub libraries have one version")
    func version() { #expect(SignalRVersion.text == Version.text) }

    @Test("a unit is not started again after what only a person can mend", arguments: ["", "user/"])
    func restarts(_ mode: String) throws {
        let needPerson = ExitCode.allCases.filter { code in
            switch code {
            case .usage, .newerData, .notPermitted, .badConfiguration: true
            // What is not there now may be at the next start.
            case .success, .needsPerson, .inputMissing, .unavailable, .internalError, .outputFailed, .tryAgain,
                .interrupted:
                false
            }
        }
        let unit = try TextFile.read("\(RealParts.packageFolder)/deploy/systemd/\(mode)pocketbell.service")
        let lines = unit.split(separator: "\n").map(String.init)
        #expect(lines.contains("Restart=on-failure"))
        #expect(
            lines.filter { $0.hasPrefix("RestartPreventExitStatus=") }
                == ["RestartPreventExitStatus=" + needPerson.map { "\($0.rawValue)" }.joined(separator: " ")])
    }

    @Test(
        "what a configuration calls an address, also in a secret's file, is one to the HTTP client; else its key is named",
        arguments: [
            ("http://u:pw@host/x", false), ("http://u@host/x", false), ("http://127.0.0.1:99999/x", false),
            ("http://host:0/x", false), ("http://host:1x/", false), ("http://:80/x", false), ("http://[::1/x", false),
            ("http://[zz]/x", false), ("http://[::1]x/", false), ("http://ho<st/x", false), ("ftp://host/x", false),
            ("http://host", true), ("http://host:/x", true), ("http://a-b_c.example:65535/x@y:99999?q=@#f", true),
            ("https://[2001:db8::1]:8443/x", true), ("https://192.168.1.5/x", true),
        ])
    func addresses(_ address: String, _ isRight: Bool) throws {
        let folder = try TemporaryFolder()
        let secret = try folder.write(address + "\n", to: "hb")
        chmod(secret, 0o600)
        let file = try folder.write(
            "heartbeat: {url: 'file:hb'}\ntargets:\n  - {name: chat, kind: slack, url: 'file:hb'}\n", to: "c.yaml")
        let mistakes = try Configuration.load(path: file, environment: ["HOME": folder.path]).referents.mistakes()
        #expect((mistakes?.all.count ?? 0) == (isRight ? 0 : 2), "\(String(describing: mistakes))")
        #expect(mistakes?.all.allSatisfy { $0.message.hasPrefix("'url' ") } ?? true)
        #expect(((try? HTTPURL(address)) != nil) == isRight)
    }

    @Test("what a configuration may name of conflicts is what orders can contest; its rules are the engine's")
    func conflicts() {
        let named = ConflictSettings.fields.flatMap { kind, fields in [kind] + fields.map { "\(kind).\($0)" } }
        #expect(Set(named) == Set(ConflictRules.names) && named.count == ConflictRules.names.count)
        #expect(ConflictSettings.Rule.allCases.map(\.rawValue) == ConflictRow.Rule.allCases.map(\.rawValue))
    }

    @Test("the rules of the file decide, from its reload on")
    func conflictRules() throws {
        let folder = try TemporaryFolder()
        let rules = CurrentRules()
        #expect(rules.conflicts.rule(of: .goal, "name") == .merge)
        for (word, rule) in [("client", ConflictRow.Rule.client), ("manual", .manual)] {
            let file = try folder.write(
                "conflicts:\n  - of: goal\n    rule: server\n  - {of: goal.name, rule: \(word)}\n", to: "c.yaml")
            let configuration = try Configuration.load(path: file, environment: ["HOME": folder.path])
            rules.set(RuleSet([], targets: []), configuration)
            #expect(
                rules.conflicts.rule(of: .goal, "name") == rule && rules.conflicts.rule(of: .goal, "due") == .server)
        }
    }

    @Test(
        "what cannot be decided is refused with its place and the next step",
        arguments: [
            ("goal.nam", "did you mean 'goal.name'?"), ("transaction", "take this rule out"),
            ("settings.nextAllowanceAt", "take this rule out"), ("child.balance", "take this rule out"),
            ("wish.zzzzzzzz", "fields of wish: name, price"), ("zzzzzzzz", "one of: goal, wish"),
        ])
    func conflictNames(_ name: String, _ hint: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("conflicts:\n  - of: \(name)\n    rule: client\n", to: "c.yaml")
        let error = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: file, environment: ["HOME": folder.path])
        }
        let text = try #require(error).rendered(by: DiagnosticRenderer(style: .plain))
        #expect(text.contains(hint) && text.contains("c.yaml:2:9"), "\(text)")
    }
}
