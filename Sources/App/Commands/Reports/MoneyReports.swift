import Control
import JSON
import TextFormats

/// `pocketbell report`: what the local copy's rows come to.
package struct MoneyReports: Sendable {
    let path: String
    let list: ListReport

    /// Shows it at once, from the local copy; days are those of UTC, as the family server's own reports have them.
    package static func show(
        _ report: MoneyReports, _ context: CommandContext, _ filter: ListFilter, _ options: ListOptions = ListOptions()
    ) async -> CommandOutcome {
        await Report.show(
            report.list, context, options, ControlRequest(.get, ["reports", report.path]), filter: filter,
            judgedBy: ControlRequest(.get, ["children"]),
            judge: FactAge.judge(of: filter.child, stale: FactAge.transactions))
    }

    /// What each month brought and took.
    package static let months = MoneyReports(
        path: "months",
        list: ListReport(
            columns: [
                .init("MONTH") { row, _ throws(JSONError) in try row.cell("month") }, child,
                amount("INCOME", "income"), amount("SPENDING", "spending"),
                .init("NET", .trailing) { row, readable throws(JSONError) in try readable.movement(row, "net") },
                .bar("net"), amount("BALANCE", "balance"),
            ],
            fields: [
                .own("month"), name, .own("income"), .own("spending"), .own("net"), .own("credits"), .own("debits"),
                .own("balance"), .own("currency"),
            ],
            none: "No child is known yet.", noMatch: nothing, unread: "No child is known yet"))

    /// What was spent of which category.
    package static let spending = MoneyReports(
        path: "spending",
        list: ListReport(
            columns: [
                child, .init("CATEGORY", least: 8) { row, _ throws(JSONError) in try row.cell("category") },
                amount("AMOUNT", "amount"), .bar("amount"),
                .init("SHARE", .trailing) { row, _ throws(JSONError) in "\(try row.cell("percent")) %" },
                .init("TIMES", .trailing) { row, _ throws(JSONError) in try row.cell("count") },
            ],
            fields: [
                name, .typed("category") { row throws(JSONError) in try row.cell("category") }, .own("amount"),
                .own("percent"), .own("count"), .own("currency"),
            ],
            none: "Nothing was spent in the last 30 days; further back: --from.", noMatch: nothing))

    /// How much there was at the end of each day.
    package static let balance = MoneyReports(
        path: "balance",
        list: ListReport(
            columns: [
                .init("DAY") { row, _ throws(JSONError) in try row.cell("day") }, child,
                amount("BALANCE", "balance"), .bar("balance"),
            ],
            fields: [.own("day"), name, .own("balance"), .own("currency")],
            none: "Nothing has moved in the last 30 days; further back: --from.", noMatch: nothing))

    /// What was put aside.
    package static let savings = MoneyReports(
        path: "savings",
        list: ListReport(
            columns: [
                .init("MONTH") { row, _ throws(JSONError) in try row.cell("month") }, child,
                amount("CAME", "deposited"), amount("WENT", "withdrawn"),
                .init("NET", .trailing) { row, readable throws(JSONError) in try readable.movement(row, "net") },
                amount("SAVINGS", "balance"), .bar("balance"), amount("GOALS", "goals"),
            ],
            fields: [
                .own("month"), name, .own("deposited"), .own("withdrawn"), .own("net"), .own("count"), .own("balance"),
                .own("goals"), .own("currency"),
            ],
            none: "No child is known yet.", noMatch: nothing, unread: "No child is known yet"))

    private static let nothing = "Nothing has moved in that time."

    private static var child: ListReport.Column {
        .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() }
    }

    private static var name: ListReport.Field {
        .typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" }
    }

    private static func amount(_ title: String, _ member: String) -> ListReport.Column {
        .init(title, .trailing) { row, readable throws(JSONError) in try readable.balance(row, member) }
    }
}
