import CommandLineTool
import Commands
import TextFormats

struct SilenceCommand: Command {
    static let name = "silence"
    static let summary = "Have nobody told of a child's money, or nothing told to a target, for a while."
    static let discussion =
        "What would be told meanwhile is not told later either: it is in 'deliveries' as skipped, and 'deliveries retry' sends it all the same. What waits for a target that has failed still comes, and so does what is wrong with PocketBell itself. Another silence of the same takes the place of the former. 'quiet' of a person in the configuration holds alerts back and tells them afterwards."
    static let examples = [
        CommandExample("pocketbell silence Bruno 2h", "Nobody is told of Bruno's money for two hours."),
        CommandExample("pocketbell silence phone 30m", "The target phone gets nothing for half an hour."),
    ]

    private let options: CommonOptions
    private let isTarget: Bool
    private let subject: String
    private let time: Duration

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        isTarget = arguments.flag("target", help: "NAME is a target, though a child is called so.")
        subject = arguments.argument("NAME", as: .text, naming: .child, help: "A child or a target.")
        time = arguments.argument(
            "TIME", as: .duration(in: .seconds(1)...(.seconds(366 * 86_400))), help: "How long, such as 30m, 2h or 1d.")
    }

    func run() async throws -> ExitCode {
        await SilenceReport.begin(subject, isTarget: isTarget, for: time, options.context).code
    }
}

struct SilencesListCommand: Command {
    static let name = "list"
    static let summary = "Show what nobody is told of, and until when."
    static let examples = [
        CommandExample("pocketbell silences", "See what is silent."),
        CommandExample("pocketbell silences --json | jq -r .until", "Take the ends of all."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await SilenceReport.list(options.context).code }
}

struct SilencesEndCommand: Command {
    static let name = "end"
    static let summary = "End a silence before its time."
    static let examples = [
        CommandExample("pocketbell silences end 3", "Be told again."),
        CommandExample("pocketbell silences end 3 --json", "Have the number of the one that is over."),
    ]

    private let options: CommonOptions
    private let number: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument(
            "NUMBER", as: .integer(in: 1...Int.max), help: "Its number, as 'silences' shows it.")
    }

    func run() async throws -> ExitCode { await SilenceReport.end(number, options.context).code }
}
