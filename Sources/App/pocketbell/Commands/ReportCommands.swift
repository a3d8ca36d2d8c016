import CommandLineTool
import Commands
import TextFormats

/// A report over the children's money.
protocol MoneyReportCommand: Command {
    static var report: MoneyReports { get }
    var arguments: MoneyReportArguments { get }
    init(_ arguments: MoneyReportArguments)
}

extension MoneyReportCommand {
    init(reading arguments: inout ArgumentReader) { self.init(MoneyReportArguments(reading: &arguments)) }

    func run() async throws -> ExitCode {
        await MoneyReports.show(
            Self.report, arguments.options.context, arguments.filter.filter(), arguments.list.options
        ).code
    }
}

struct MoneyReportArguments: Sendable {
    let options: CommonOptions
    let list: ListArguments
    let filter: FilterArguments

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
        filter = FilterArguments(reading: &arguments)
    }
}

struct ReportMonthsCommand: MoneyReportCommand {
    static let name = "months"
    static let summary = "What each month brought and took, the newest first; half a year unless --from says more."
    static let examples = [
        CommandExample("pocketbell report", "Compare the last months."),
        CommandExample("pocketbell report months --child Alice --from 2025-01-01 --csv >months.csv", "Draw them."),
    ]
    static let report = MoneyReports.months
    let arguments: MoneyReportArguments

    init(_ arguments: MoneyReportArguments) { self.arguments = arguments }
}

struct ReportSpendingCommand: MoneyReportCommand {
    static let name = "spending"
    static let summary = "What was spent of which category; thirty days unless --from says more."
    static let examples = [
        CommandExample("pocketbell report spending", "See where the money went."),
        CommandExample("pocketbell report spending --child Alice --from 2026-01-01 --json", "Take it into a script."),
    ]
    static let report = MoneyReports.spending
    let arguments: MoneyReportArguments

    init(_ arguments: MoneyReportArguments) { self.arguments = arguments }
}

struct ReportBalanceCommand: MoneyReportCommand {
    static let name = "balance"
    static let summary = "How much there was at the end of each day; thirty days unless --from says more."
    static let examples = [
        CommandExample("pocketbell report balance --child Alice", "See the balance go up and down."),
        CommandExample("pocketbell report balance --from 2026-01-01 --csv >balance.csv", "Draw it."),
    ]
    static let report = MoneyReports.balance
    let arguments: MoneyReportArguments

    init(_ arguments: MoneyReportArguments) { self.arguments = arguments }
}

struct ReportSavingsCommand: MoneyReportCommand {
    static let name = "savings"
    static let summary = "What was put aside each month, and for goals; half a year unless --from says more."
    static let examples = [
        CommandExample("pocketbell report savings --child Alice", "See the savings grow."),
        CommandExample("pocketbell report savings --from 2025-01-01 --csv >savings.csv", "Draw them."),
    ]
    static let report = MoneyReports.savings
    let arguments: MoneyReportArguments

    init(_ arguments: MoneyReportArguments) { self.arguments = arguments }
}
