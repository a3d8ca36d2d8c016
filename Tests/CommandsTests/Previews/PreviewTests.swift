import Configuration
import JSON
import Relay
import TestSupport
import Testing
import Values

@testable import Commands
@testable import Daemon

@Suite("Previews")
struct PreviewTests {
    private static let now = Timestamp(seconds: 1_773_501_000)
    private static let text = """
        currency: EUR
        time-zone: UTC
        language: de
        targets:
          - {name: screen, kind: desktop}
          - {name: grandma, kind: slack, url: file:not-there, language: fr}
        rules:
          - {name: money, to: [grandma, screen]}
          - {name: low, events: [balance-low], below: 5.00, to: [screen], text: '{child|upper}: {amount}'}
        """

    private static let low =
        #"{"type":"balance.low","timestamp":"2026-03-14T15:10:00Z","data":{"child":{"id":"c","name":"Anna Reed"},"#
        + #""balance":"1.20","threshold":"5.00"}}"#

    private func preview(
        _ rule: String = "money", event: String? = nil, target: String? = nil, language: Language? = nil
    ) throws -> [AlertPreview] {
        let folder = try TemporaryFolder()
        let path = try event.map { try folder.write($0, to: "event.json") }
        return try Preview(rule: rule, event: path, target: target, language: language)
            .previews(by: configuration(Self.text), now: Self.now).map(\.preview)
    }

    private func configuration(_ text: String) throws -> Configuration {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "pocketbell.yaml")
        return try Configuration.load(path: file, environment: ["HOME": "/home/mum"])
    }

    private static let family = """
        time-zone: UTC
        targets:
          - {name: screen, kind: desktop}
          - {name: tablet, kind: desktop}
          - {name: phone, kind: ntfy, topic: bell-of-our-family-47110815}
        people:
          - {name: dad, targets: [screen, phone]}
          - {name: bruno, targets: [tablet], role: child, child: Bruno}
        rules:
          - {name: chores, events: [chore], to: [screen, tablet], again: 10m, again-times: 2,
             unless-seen: [{after: 90m, to: [dad, bruno]}]}
          - {name: alice, children: [Alice], to: [tablet]}
          - {name: standing, living: true, group: 5m, unless: [hub-deaf], to: [phone]}
        """

    private func shown(_ rule: String) throws -> String {
        let configuration = try configuration(Self.family)
        let show = PreviewShow(configuration, rule: rule)
        return try Preview(rule: rule, event: nil, target: nil, language: nil)
            .previews(by: configuration, now: Self.now).map(show.text).joined()
    }

    @Test("who is told next and when, who may not know, and what is gathered or changed stands below the words")
    func telling() throws {
        #expect(
            try shown("chores") == """
                screen (dad; desktop, en), chore-waiting:
                  Chore waits
                  Test has done a chore that waits for approval: a sample ($12.50)
                  again after 10 min until somebody has seen it, at most 2 times
                  if nobody has seen it within 1h30m: screen (dad), phone (dad)
                screen (dad; desktop, en), chore-approved:
                  Chore approved
                  Test earned $12.50: a sample (approved by PocketBell)
                screen (dad; desktop, en), chore-rejected:
                  Chore rejected
                  A chore of Test was rejected: a sample (by PocketBell)
                tablet (bruno; desktop, en), chore-waiting:
                  not told, for the target is a child's, and this is told to parents alone
                tablet (bruno; desktop, en), chore-approved:
                  Chore approved
                  Bruno earned $12.50: a sample (approved by PocketBell)
                tablet (bruno; desktop, en), chore-rejected:
                  Chore rejected
                  A chore of Bruno was rejected: a sample (by PocketBell)

                """)
        #expect(try shown("alice").contains("not told, for the target is a child's, and it is about another child"))
        #expect(
            try shown("standing").hasSuffix(
                """
                  in the child's one message, which shows its balance and what came and went last
                  nobody is told while hub-deaf is open
                  what follows within 5 min is told together after that

                """))
    }

    @Test("the same for programs")
    func programs() throws {
        let configuration = try configuration(Self.family)
        let show = PreviewShow(configuration, rule: "chores")
        let json = try Preview(rule: "chores", event: nil, target: nil, language: nil)
            .previews(by: configuration, now: Self.now).map(show.json)
        #expect(json[0]["timing"]?["again"] == ["seconds": 600, "times": 2] && json[0]["notTold"] == .null)
        #expect(json[0]["timing"]?["unlessSeen"]?[0]?["seconds"] == 5_400 && json[0]["living"] == false)
        #expect(json[3]["notTold"] == "forParents" && json[3]["people"] == ["bruno"])
    }

    @Test("each target of the rule in its language, unless another one is asked for")
    func languages() throws {
        let previews = try preview()
        #expect(previews.map(\.target) == ["grandma", "screen"] && previews.map(\.language) == [.french, .german])
        #expect(previews.map(\.title) == ["Argent de poche", "Taschengeld"])
        #expect(try preview(language: .spanish).map(\.title) == ["Dinero de bolsillo", "Dinero de bolsillo"])
        #expect(try preview(target: "screen").map(\.target) == ["screen"])
        #expect(try preview("low").map(\.text) == ["TEST: 4,99\u{A0}€"])
    }

    @Test("an event of a file, also one that the rule does not tell of")
    func events() throws {
        #expect(try preview("low", event: Self.low).map(\.text) == ["ANNA: 1,20\u{A0}€"])
        #expect(
            try preview(event: Self.low, target: "screen").map(\.text)
                == ["Anna hat nur noch 1,20\u{A0}€, weniger als 5,00\u{A0}€"])
    }

    @Test("a name that nothing has is told with the one that is meant")
    func names() throws {
        let rule = #expect(throws: DaemonError.self) { try preview("mony") }
        #expect(rule?.kind == .usage && rule?.hint == "did you mean 'money'?")
        let target = #expect(throws: DaemonError.self) { try preview("low", target: "grandma") }
        #expect(target?.kind == .usage && target?.hint == "known: screen")
    }

    private static let endless = "an event and blanks without end"

    @Test(
        "how it ends",
        arguments: [
            (text, "money", nil, CommandOutcome.success), ("targets: []\nrules: []\n", "money", nil, .usage),
            ("targets: [", "money", nil, .badConfiguration), (text, "money", "[]", .inputMissing),
            (text, "money", "{", .inputMissing), (text, "money", "/", .inputMissing),
            (text, "money", "/none", .inputMissing),
            (text, "low", endless, .inputMissing), (text, "low", low, .success),
        ])
    func ends(_ text: String, _ rule: String, _ event: String?, _ expected: CommandOutcome) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "pocketbell.yaml")
        let path = try event.map { event in
            if event.hasPrefix("/") { return folder.path + event }
            // Not as an argument: a test's arguments are printed.
            let text = event == Self.endless ? Self.low + String(repeating: " ", count: 300_000) : event
            return try folder.write(text, to: "event.json")
        }
        let preview = Preview(rule: rule, event: path, target: nil, language: nil)
        #expect(await preview.run(CommandContext(configurationFile: file, isJSON: true)) == expected)
    }
}
