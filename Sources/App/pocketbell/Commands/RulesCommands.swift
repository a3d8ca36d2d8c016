import CommandLineTool
import Commands
import TextFormats

struct RulesTestCommand: Command {
    static let name = "test"
    static let summary = "Say of each rule of a file whether it would tell of something, whom and when, or why not."
    static let discussion =
        "Nobody is told, and no running program is asked: the file alone counts, at the moment that the event names. "
        + "Exit status: 0 if somebody would be told, 1 if nobody would; 66 for an event that is none, 78 for a file with mistakes."
    static let examples = [
        CommandExample("pocketbell rules test pocketbell.yaml --event event.json", "Try a file before it is used."),
        CommandExample(
            "pocketbell rules test pocketbell.yaml --event event.json --json", "Which rules match, for a script."),
    ]

    private let isJSON: Bool
    private let test: RulesTest

    init(reading arguments: inout ArgumentReader) {
        // Not the common options: the file is the command's own argument.
        isJSON = arguments.flag("json", help: "One JSON object a line instead of text for people.")
        let event = arguments.option(
            "event", as: .file, named: "FILE", default: "-",
            help: "A JSON file in the form of a webhook's body; `-` is standard input.")
        let file = arguments.argument("FILE", as: .file, help: "The configuration file whose rules are tried.")
        test = RulesTest(file: file, event: event)
    }

    func run() async throws -> ExitCode { await test.run(isJSON: isJSON).code }
}
