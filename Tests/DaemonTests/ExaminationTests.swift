import Configuration
import Control
import Glibc
import JSON
import TestSupport
import Testing
import Values

@testable import Daemon
@testable import Store

@Suite("What is wrong with an installation")
struct ExaminationTests {
    @Test("a finding comes back as it was answered", arguments: [nil, "make room on it"])
    func json(hint: String?) throws {
        let finding = Finding(name: "store", state: .warning, message: "the disk is nearly full", hint: hint)
        #expect(try Finding(JSONNode(finding.json)) == finding)
    }

    @Test("what is worse than this version knows is bad")
    func worse() throws {
        let node: JSONValue = ["name": "store", "state": "terrible", "message": "gone", "hint": nil]
        #expect(try Finding(JSONNode(node)).state == .bad)
    }

    @Test("an installation without accounts or without targets is bad, each with what to do")
    func missing() {
        let command = ProgramCommands(isService: false, namedFile: "/etc/mine.yaml")
        #expect(Examination.missing(accounts: 1, targets: 1, command).isEmpty)
        let findings = Examination.missing(accounts: 0, targets: 0, command)
        #expect(findings.map(\.state) == [.bad, .warning] && findings.map(\.name) == ["accounts", "targets"])
        #expect(findings.first?.hint?.contains("pocketbell login --server") == true)
        #expect(findings.last?.hint?.contains("/etc/mine.yaml") == true)
    }

    @Test("what the program has noticed is bad where a person is needed, else a warning; each kind is told once")
    func troubles() {
        let problems = Problem.Kind.allCases.map { kind in
            Problem(
                kind, of: "mum", severity: kind == .targetFailing ? .mendsItself : .needsPerson, "it \(kind.rawValue)",
                nextStep: "do")
        }
        let findings = Examination.troubles(problems)
        // The others are looked at by the examination itself.
        let told: [Problem.Kind] = [
            .notRunning, .noAccount, .scanOverdue, .hubLost, .hubMissing, .historyShorter, .hubDeaf,
            .balanceUnexplained, .noTarget, .targetSuspended, .targetSilent, .targetFailing, .desktopWithoutToken,
            .deadDeliveries,
            .strandedDeliveries,
            .parkedIntents, .openConflicts, .accountingBroken, .unreadableRows, .storeRecovered, .outcomesUnrecorded,
            .storeUnsafe,
            .partWaiting, .unknownChild, .metricsNotServed, .reloadRefused, .reloadPending,
        ]
        #expect(findings.map(\.message) == told.map { "it \($0.rawValue)" })
        #expect(findings.filter { $0.state == .warning }.map(\.message) == ["it target-failing"])
        #expect(findings[2].name == "account mum" && findings[2].hint == "do")
        #expect(findings.first { $0.message == "it accounting-broken" }?.name == "counts")
        #expect(findings.first { $0.message == "it target-failing" }?.name == "target mum")
    }

    @Test("a target that refuses is not called proven beside that")
    func provenOrNot() throws {
        let now = Timestamp(seconds: 1_800_000_000)
        var live = LiveStatus(startedAt: now, version: "1", stateFolder: nil, configurationFile: nil)
        live.targets = [LiveStatus.Target(name: "house", state: .working)]
        var facts = HealthFacts(
            live: live, accounting: nil, counts: nil, commands: ProgramCommands(isService: false, namedFile: nil))
        let row = DrillRow(
            alert: .init(rawValue: "drill|x"), target: "house", state: .delivered, reason: nil, detail: nil,
            plannedAt: now, updatedAt: now, heldUntil: nil, took: nil)
        facts.drills = [try #require(DrillStanding([row]))]
        func states() -> [Finding.State] {
            Examination.standing(facts, at: now).filter { $0.name == "target house" }.map(\.state)
        }
        #expect(states() == [.good])
        facts.live?.targets[0].state = .suspended
        #expect(states() == [.bad])
    }

    @Test("the running program tells of a file that somebody has broken since")
    func brokenSince() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n", to: "config.yaml")
        let running = try Configuration.load(path: file, environment: [:])
        let commands = ProgramCommands(isService: false, namedFile: file)
        #expect(Examination.file(of: running, commands).map(\.state) == [.good])
        try folder.write("state: [", to: "config.yaml")
        let findings = Examination.file(of: running, commands)
        #expect(findings.map(\.state) == [.bad])
        #expect(findings.first?.message.contains("the program runs with what it said before") == true)
        #expect(findings.first?.hint == "pocketbell config check \(file)")
    }

    @Test("nobody is told anything without rules, which is allowed")
    func warnings() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\nrules: []\n", to: "config.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        #expect(
            Examination.warnings(of: configuration) == [
                "\(file):2:8: nobody is told anything, since 'rules' is empty"
            ])
    }

    @Test("a private key that others can read is named, one for its owner alone is not")
    func exposedKey() throws {
        let folder = try TemporaryFolder()
        let key = try folder.write("-----BEGIN PRIVATE KEY-----\n", to: "desktops.key", mode: 0o644)
        let text = """
            state: \(folder.path)/state
            desktops:
              certificate: \(folder.path)/desktops.pem
              key: \(key)

            """
        let file = try folder.write(text, to: "config.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        let warning = try #require(Examination.warnings(of: configuration).first)
        #expect(warning.contains("others can read \(key)") && warning.contains("chmod 600 \(key)"))
        #expect(chmod(key, 0o600) == 0)
        #expect(Examination.warnings(of: configuration).isEmpty)
    }

    @Test("a rule whose alerts no target of its may show is named by whoever checks the file")
    func forNobody() throws {
        let folder = try TemporaryFolder()
        let text = """
            state: \(folder.path)/state
            targets: [{name: kid, kind: desktops}]
            people: [{name: Alice, role: child, child: Alice, targets: [kid]}]
            rules: [{name: chores, events: [chore-waiting], to: [kid]}]

            """
        let file = try folder.write(text, to: "config.yaml")
        let warnings = Examination.warnings(of: try Configuration.load(path: file, environment: [:]))
        #expect(warnings.contains { $0.contains(":4:") && $0.contains("'chores' never tells anybody") })
    }

    @Test("a store that takes nothing is bad, with its own words")
    func refusing() throws {
        let folder = StateFolder(try TemporaryFolder().path)
        let full = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        let finding = Examination.store(in: folder, refused: full)
        #expect(finding.state == .bad && finding.message == full.sentence && finding.hint == "Make room.")
        #expect(Examination.balance(true).map(\.state) == [.good] && Examination.balance(false).isEmpty)
    }
}
