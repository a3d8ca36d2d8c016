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
                "    Pocket money", "    Alice: $19.99", "  tablet: told at once", "    Pocket money", "    Alice: •••",
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

    private static let patient = """
        time-zone: UTC
        targets:
          - {name: screen, kind: desktop}
          - {name: phone, kind: desktop}
          - {name: tablet, kind: desktop}
        people:
          - {name: mum, targets: [screen]}
          - {name: bruno, targets: [tablet], role: child, child: Bruno}
        rules:
          - {name: toys, to: [screen], unless: [hub-deaf, disk-full], group: 30s, again: 30m, unless-seen: [
              {after: 10m, to: [phone, bruno]}, {after: 1h, to: [mum]}]}
          - {name: low, events: [balance-low, balance-recovered], below: 5.00, to: [screen], again: 30m, again-times: 1,
             group: 1h}
          - {name: standing, living: true, to: [phone]}
        """
    private static let back = """
        {"type": "balance.recovered", "timestamp": "2026-11-25T21:30:00Z", "data": {
          "child": {"id": "c1", "name": "Alice Reed"}, "balance": "5.00", "threshold": "5.00"}}
        """

    @Test("who is told next and when, what is gathered, and what is told in a message that is there stands below")
    func telling() throws {
        let told = try lines(report(Self.lego, rules: Self.patient))
        #expect(
            told.filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") } == [
                "  screen (mum): told at once", "  nobody is told while disk-full or hub-deaf is open",
                "  what follows within 30 s is told together after that",
                "  again after 30 min until somebody has seen it, at most 4 times",
                "  if nobody has seen it within 10 min: phone", "  if nobody has seen it within 1 h: screen (mum)",
                "  tablet (bruno): not told, for the target is a child's, and it is about another child",
                "  phone: told at once, in the child's one message, which shows its balance and what came and went last",
            ])
        let low = Self.back.replacing("recovered", with: "low").replacing(
            #""balance": "5.00""#, with: #""balance": "4.00""#)
        #expect(
            try lines(report(low, rules: Self.patient)).contains(
                "  again after 30 min until somebody has seen it, at most once"))
        #expect(try !lines(report(low, rules: Self.patient)).contains { $0.contains("told together") })
        // What is over is not told again.
        #expect(try !lines(report(Self.back, rules: Self.patient)).contains { $0.contains("again after") })
    }

    @Test("programs read the same of when and who next")
    func programsTelling() throws {
        let json = try report(Self.lego, rules: Self.patient).json
        let timing = json[0]["told"]?[0]?["timing"]
        #expect(timing?["unless"] == ["diskFull", "hubDeaf"] && timing?["groupSeconds"] == 30)
        #expect(timing?["again"] == ["seconds": 1_800, "times": 4])
        #expect(timing?["unlessSeen"]?[0] == ["seconds": 600, "told": [["target": "phone", "people": []]]])
        #expect(json[0]["told"]?[0]?["living"] == false && json[2]["told"]?[0]?["living"] == true)
        #expect(try report(Self.back, rules: Self.patient).json[1]["told"]?[0]?["timing"]?["again"] == .null)
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

    @Test("what is no event is told by what it is, or by the member that it has not")
    func noEvent() throws {
        func message(_ text: String) throws -> String? {
            let folder = try TemporaryFolder()
            let path = try folder.write(text, to: "event.json")
            return #expect(throws: EventFile.Failure.self) { _ = try EventFile.event(in: path) }?.message
        }
        let digest = try #require(try message(#"{"type": "digest"}"#))
        #expect(digest.hasSuffix(" is no event: a digest is several alerts in one message"))
        let timeless = try #require(try message(Self.lego.replacing(text: "timestamp", with: "time")))
        #expect(timeless.hasSuffix(" is no event: it has no 'timestamp'"))
    }

    @Test("files that cannot be used end as their kind says, and what tells nobody like a search without a find")
    func ends() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.text, to: "pocketbell.yaml")
        let event = try folder.write(Self.lego, to: "event.json")
        let silent = try folder.write("targets: []\nrules: []\n", to: "silent.yaml")
        let wrong = try folder.write("rules: {}\n", to: "wrong.yaml")
        #expect(await RulesTest(file: file, event: event).run(isJSON: true) == .success)
        #expect(await RulesTest(file: silent, event: event).run(isJSON: true) == .nobody)
        #expect(await RulesTest(file: file, event: file).run(isJSON: true) == .inputMissing)
        #expect(await RulesTest(file: file, event: folder.path + "/none").run(isJSON: true) == .inputMissing)
        #expect(await RulesTest(file: wrong, event: event).run(isJSON: true) == .badConfiguration)
    }
}
