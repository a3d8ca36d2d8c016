import CommandLineTool
import Commands
import TextFormats

struct TransactionsCommand: Command {
    static let name = "transactions"
    static let summary = "List transactions, newest first."
    static let examples = [
        CommandExample(
            "pocketbell transactions --child Alice --from yesterday", "See what one child got and spent lately."),
        CommandExample("pocketbell transactions --search lego --kind debit", "Find what was spent on something."),
        CommandExample("pocketbell transactions --csv >money.csv", "Open them in a spreadsheet."),
    ]

    private let options: CommonOptions
    private let list: ListArguments
    private let filter: FilterArguments
    private let search: String?
    private let kind: ListFilter.Kind?
    private let category: String?
    private let limit: Int?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments)
        filter = FilterArguments(reading: &arguments)
        search = arguments.optionalOption(
            "search", as: .text, named: "TEXT",
            help: "Only those with each of these words in description, category or notes, in any letter case.")
        kind = arguments.optionalOption(
            "kind", as: .choice, named: "KIND", help: "Only money that came, or that went.")
        category = arguments.optionalOption(
            "category", as: .text, named: "CATEGORY", help: "Only of this category, as the list shows it.")
        limit = arguments.rowLimit()
    }

    func run() async throws -> ExitCode {
        let filter = filter.filter().matching(search: search, kind: kind, category: category)
        return await TransactionsReport.show(options.context, filter, list.options, limit: limit).code
    }
}
