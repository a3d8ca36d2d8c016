import CommandLineTool
import Commands
import TextFormats

struct ChildrenCommand: Command {
    static let name = "children"
    static let summary = "List the children with their balances."
    static let examples = [
        CommandExample("pocketbell children", "See who has how much."),
        CommandExample("pocketbell children --json | jq -r .firstName", "Take the names into a script."),
    ]

    private let options: CommonOptions
    private let list: ListArguments

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments)
    }

    func run() async throws -> ExitCode { await ChildrenReport.show(options.context, list.options).code }
}
