import CommandLineTool
import Commands
import TextFormats

struct WatchCommand: Command {
    static let name = "watch"
    static let summary = "Show each new transaction as the running program learns of it."
    static let examples = [
        CommandExample("pocketbell watch", "Show each transaction until Ctrl-C."),
        CommandExample("pocketbell watch --count 1", "Wait for the next one."),
    ]

    private let options: CommonOptions
    private let count: Int?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        count = arguments.optionalOption(
            "count", short: "n", as: .integer(in: 1...1_000_000), named: "COUNT", help: "End after so many.")
    }

    func run() async throws -> ExitCode { await TransactionsReport.watch(options.context, count: count).code }
}
