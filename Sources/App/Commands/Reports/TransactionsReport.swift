import Control
import Daemon
import Glibc
import JSON
import Runtime
import TextFormats

/// `pocketbell transactions` and `pocketbell watch`.
package enum TransactionsReport {
    /// The newest rows: as many as named, else 20, and all of a named time or for a program that reads them.
    package static func show(
        _ context: CommandContext, _ filter: ListFilter, _ options: ListOptions = ListOptions(), limit named: Int?
    ) async -> CommandOutcome {
        let limit = RowLimit(named, context, options, filter)
        let request = ControlRequest(.get, ["transactions"], query: ["limit": "\(limit.count)"])
        return await Report.show(
            list, context, options, request, filter: filter, limit: limit,
            judgedBy: ControlRequest(.get, ["children"]),
            judge: FactAge.judge(of: filter.child, stale: FactAge.transactions))
    }

    /// Shows each new transaction until somebody stops it or `count` have come.
    package static func watch(_ context: CommandContext, count: Int?) async -> CommandOutcome {
        do {
            try await firstToEnd({ try await follow(context, count: count) }, { await Stop.requested() })
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func follow(_ context: CommandContext, count: Int?) async throws {
        try await Inquiry.with(context) { inquiry in
            var left = count
            if isatty(STDERR_FILENO) == 1, inquiry.isLive {
                Output.note("waiting for new transactions; Ctrl-C ends it")
            }
            try await inquiry.follow(ControlRequest(.get, ["watch"])) { transaction in
                if context.isJSON {
                    Output.line(transaction)
                } else {
                    Output.line(try line(JSONNode(transaction), inquiry.readable))
                }
                left = left.map { $0 - 1 }
                return left != 0
            }
        }
    }

    static let list = ListReport(
        columns: [
            .init("WHEN") { row, readable throws(JSONError) in try readable.moment(row, "at") },
            .init("CHILD", least: 12) { row, _ throws(JSONError) in try row.firstName() },
            .init("AMOUNT", .trailing) { row, readable throws(JSONError) in try readable.movement(row, "amount") },
            .init("BALANCE", .trailing) { row, readable throws(JSONError) in
                try row.cell("state") == "pending" ? "pending" : try readable.balance(row, "balance")
            },
            .init("CATEGORY", least: 8, rank: .extra) { row, _ throws(JSONError) in try row.cell("category") },
            .init("DESCRIPTION", least: 12) { row, _ throws(JSONError) in try row.cell("description") },
            .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
        ],
        fields: [
            .moment("at"), .typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" },
            .own("amount"), .own("balance"), .own("currency"),
            .typed("category") { row throws(JSONError) in try row.cell("category") },
            .typed("description") { row throws(JSONError) in try row.cell("description") },
            .typed("by") { row throws(JSONError) in try row.cell("by") }, .own("late"),
            .typed("id") { row throws(JSONError) in try row.cell("id") }, .word("state"),
        ], none: "No transaction is known yet.", noMatch: "No transaction is like that.",
        unread: "No transaction is known yet")

    private static func line(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let cells = [
            try readable.moment(row, "at"), try row.firstName(), try readable.movement(row, "amount"),
            try row.cell("description") + (try row.cell("late") == "yes" ? " (late)" : ""),
        ]
        return cells.joined(separator: "  ").harmless
    }
}
