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
