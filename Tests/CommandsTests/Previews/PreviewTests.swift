import Configuration
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
        let file = try folder.write(Self.text, to: "pocketbell.yaml")
        let configuration = try Configuration.load(path: file, environment: ["HOME": "/home/mum"])
        let path = try event.map { try folder.write($0, to: "event.json") }
        return try Preview(rule: rule, event: path, target: target, language: language)
            .previews(by: configuration, now: Self.now)
    }

    @Test("each target of the rule in its language, unless another one is asked for")
    func languages() throws {
        let previews = try preview()
        #expect(previews.map(\.target) == ["grandma", "screen"] && previews.map(\.language) == [.french, .german])
        #expect(previews.map(\.title) == ["Argent de poche", "Taschengeld"])
        #expect(try preview(language: .spanish).map(\.title) == ["Paga", "Paga"])
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
