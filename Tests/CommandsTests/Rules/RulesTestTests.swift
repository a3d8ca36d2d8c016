import Configuration
import JSON
import Relay
import TestSupport
import Testing
import TextFormats
import Values

@testable import Commands

@Suite("Trying rules")
struct RulesTestTests {
    private static let text = """
        time-zone: UTC
        targets:
          - {name: screen, kind: desktop}
          - {name: tablet, kind: desktop, hide: [amounts]}
          - {name: phone, kind: desktop}
        people:
          - {name: mum, targets: [screen], quiet: ["22:00-07:00"]}
          - {name: bruno, targets: [phone], role: child, child: Bruno}
        rules:
          - name: large
            minimum: 50
            to: [screen]
          - {name: toys, matching: [lego], to: [mum, tablet, bruno], text: '{child}: {amount}'}
          - {name: all, to: [screen, phone]}
          - {name: low, events: [balance-low], below: 5.00, to: [screen]}
        """

    private static let lego = """
        {"type": "transaction.created", "timestamp": "2026-11-25T21:30:00Z", "data": {
          "child": {"id": "c1", "name": "Alice Reed"},
          "transaction": {"id": "t1", "amount": "19.99", "kind": "debit", "category": "Toys", "description": "LEGO train",
            "at": "2026-11-25T22:30:00Z", "balance": "12.01"}}}
        """
    private static let disk = """
        {"type": "problem.began", "timestamp": "2026-11-25T09:18:00Z", "data": {"problem": {
          "kind": "disk-full", "subject": null, "sentence": "the disk is full", "since": "2026-11-25T09:00:00Z"}}}
        """

    private func report(_ event: String, rules: String = text) throws -> RuleTrialReport {
        let folder = try TemporaryFolder()
        let file = try folder.write(rules, to: "pocketbell.yaml")
        let path = try folder.write(event, to: "event.json")
        let configuration = try Configuration.load(path: file, environment: ["HOME": "/home/mum"])
        return RuleTrialReport(try EventFile.event(in: path), by: configuration)
    }

    /// Without the folder in front of each place.
    private func lines(_ report: RuleTrialReport) -> [String] {
        report.text.split(separator: "\n").map { line in
            line.split(separator: "(", omittingEmptySubsequences: false).map { part in
                String(part).range(ofText: "pocketbell.yaml").map { String(String(part)[$0.lowerBound...]) }
                    ?? String(part)
            }.joined(separator: "(")
        }
    }

    @Test("each rule says why it does not match, or whom it tells, until when that is held, and who may not know")
    func people() throws {
        #expect(
            try lines(report(Self.lego)) == [
                "large (pocketbell.yaml:10:11): the amount is below its 'minimum' (pocketbell.yaml:11:14)",
                "toys (pocketbell.yaml:13:12): it matches",
                "  screen (mum): held for quiet hours until tomorrow 07:00",
                "    Allowance", "    Alice: $19.99", "  tablet: told at once", "    Allowance", "    Alice: •••",
                "  phone (bruno): not told, for the target is a child's, and it is about another child",
                "all (pocketbell.yaml:14:12): it matches", "  screen: a rule before it tells it there",
                "  phone (bruno): not told, for the target is a child's, and it is about another child",
                "low (pocketbell.yaml:15:12): its 'events' lack transaction (pocketbell.yaml:15:25)",
            ])
    }

    @Test("the same for programs")
    func programs() throws {
        let json = try report(Self.lego).json
        #expect(json.map { $0["refusedBy"] } == ["minimum", .null, .null, "events"])
        let told = json[1]["told"]
        #expect(told?[0]?["heldUntil"] == "2026-11-26T07:00:00Z" && told?[0]?["people"]?[0] == "mum")
        #expect(told?[1]?["text"] == "Alice: •••" && json[1]["dropped"]?[0]?["reason"] == "otherChild")
        #expect(json[2]["outdone"]?[0] == "screen" && json[2]["told"] == [])
    }

    @Test("a problem that no rule names is told to all but children, and an event that nobody wants to nobody")
    func nobody() throws {
        let problem = try report(Self.disk)
        #expect(problem.tellsSomebody && lines(problem).contains("  tablet: told at once"))
        #expect(!lines(problem).contains { $0.hasPrefix("  phone") })
        #expect(problem.json.last?["rule"] == .null && problem.json.count == 5)
        let small = try report(
            Self.lego, rules: "targets: [{name: a, kind: desktop}]\nrules: [{name: r, minimum: 20, to: [a]}]\n")
        #expect(!small.tellsSomebody && lines(small).last == "nobody is told")
    }

    @Test("files that cannot be used end as their kind says, and what tells nobody like a search without a find")
    func ends() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.text, to: "pocketbell.yaml")
        let event = try folder.write(Self.lego, to: "event.json")
        let silent = try folder.write("targets: []\nrules: []\n", to: "silent.yaml")
        let wrong = try folder.write("rules: {}\n", to: "wrong.yaml")
        #expect(RulesTest(file: file, event: event).run(isJSON: true) == .success)
        #expect(RulesTest(file: silent, event: event).run(isJSON: true) == .nobody)
        #expect(RulesTest(file: file, event: file).run(isJSON: true) == .inputMissing)
        #expect(RulesTest(file: file, event: folder.path + "/none").run(isJSON: true) == .inputMissing)
        #expect(RulesTest(file: wrong, event: event).run(isJSON: true) == .badConfiguration)
    }
}
