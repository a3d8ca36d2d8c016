import CommandLineTool
import Commands
import TextFormats

struct TargetListCommand: Command {
    static let name = "list"
    static let summary = "List where alerts go, how each place is doing, and what waits for it."
    static let examples = [
        CommandExample("pocketbell target list", "See how each place is doing."),
        CommandExample("pocketbell target list --csv", "The same for a spreadsheet."),
    ]

    private let options: CommonOptions
    private let list: ListArguments

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
    }

    func run() async throws -> ExitCode { await TargetsReport.show(options.context, list.options).code }
}

struct TargetTestCommand: Command {
    static let name = "test"
    static let summary = "Send a sample alert to a target and say exactly what it answered."
    static let examples = [
        CommandExample("pocketbell target test chat", "See what it answers to a sample alert."),
        CommandExample("pocketbell target test desktop --user", "Let your own program show a popup."),
    ]

    private let options: CommonOptions
    private let target: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        target = arguments.argument(
            "TARGET", as: .text, naming: .target, help: "The name of a target in the configuration.")
    }

    func run() async throws -> ExitCode { await TargetTest.run(options.context, target: target).code }
}

struct DrillCommand: Command {
    static let name = "drill"
    static let summary = "Send every target an alert that says that nothing happened, and see who takes it."
    static let discussion =
        "It goes the way of every alert, through the outbox, so it proves what a sample of 'target test' does not. Quiet hours do not hold it. It waits until each target has had its say, 45 seconds at most; what is not taken then still comes. 'drill:' in the configuration does it at a set time."
    static let examples = [
        CommandExample("pocketbell drill", "See whether every target takes alerts."),
        CommandExample("pocketbell drill --json | jq -r 'select(.delivered | not).target'", "Name those that do not."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await Drill.run(options.context).code }
}
