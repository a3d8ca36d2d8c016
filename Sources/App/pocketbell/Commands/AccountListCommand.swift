import CommandLineTool
import Commands
import TextFormats

struct AccountListCommand: Command {
    static let name = "list"
    static let summary = "List the accounts with their servers and when each was last looked at."
    static let examples = [
        CommandExample("pocketbell account list", "See who is watched, and whether all is well."),
        CommandExample("pocketbell account list --json | jq -r .name", "Take the names into a script."),
    ]

    private let options: CommonOptions
    private let list: ListArguments

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
    }

    func run() async throws -> ExitCode { await AccountsReport.show(options.context, list.options).code }
}
