import CommandLineTool
import Commands
import TextFormats

struct TransactionsCommand: Command {
    static let name = "transactions"
    static let summary = "List transactions, newest first."

    private let options: CommonOptions
    private let child: String?
    private let limit: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        child = arguments.optionalOption("child", as: .text, named: "NAME", help: "Only this child.")
        limit = arguments.option(
            "limit", short: "n", as: .integer(in: 1...10_000), named: "COUNT", default: "20", help: "How many at most.")
    }

    func run() async throws -> ExitCode {
        await TransactionsReport.show(options.context, child: child, limit: limit).code
    }
}
