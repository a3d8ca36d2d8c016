import CommandLineTool
import Commands
import TextFormats

struct TransactionsCommand: Command {
    static let name = "transactions"
    static let summary = "List transactions, newest first."
    static let examples = [
        CommandExample(
            "pocketbell transactions --child Alice --from yesterday", "See what one child got and spent lately."),
        CommandExample("pocketbell transactions --csv >money.csv", "Open them in a spreadsheet."),
    ]

    private let options: CommonOptions
    private let list: ListArguments
    private let filter: FilterArguments
    private let limit: Int?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments)
        filter = FilterArguments(reading: &arguments)
        limit = arguments.rowLimit()
    }

    func run() async throws -> ExitCode {
        await TransactionsReport.show(options.context, filter.filter(), list.options, limit: limit).code
    }
}
