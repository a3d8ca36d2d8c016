import Control
import Daemon
import JSON
import Runtime

/// `pocketbell transactions` and `pocketbell watch`.
package enum TransactionsReport {
    /// - Parameters:
    ///   - child: a first name, full name or id; `nil` means all children.
    ///   - limit: rows at most, the newest first.
    package static func show(_ context: CommandContext, child: String?, limit: Int) async -> CommandOutcome {
        var query = ["limit": "\(limit)"]
        query["child"] = child
        return await Report.show(context, ControlRequest(.get, ["transactions"], query: query), text: text)
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
            try await inquiry.follow(ControlRequest(.get, ["watch"])) { transaction in
                if context.isJSON {
                    Output.line(transaction)
                } else {
                    Output.line(try line(JSONNode(transaction)))
                }
                left = left.map { $0 - 1 }
                return left != 0
            }
        }
    }

    static func text(_ transactions: JSONNode) throws(JSONError) -> String {
        var table = TextTable([
            .init(title: "AT"), .init(title: "CHILD"), .init(title: "AMOUNT", alignment: .trailing),
            .init(title: "BALANCE", alignment: .trailing), .init(title: "CATEGORY"), .init(title: "DESCRIPTION"),
        ])
        let all = try transactions.elements()
        for transaction in all {
            table.append([
                try transaction.cell("at"), try transaction.cell("childName"), try signedAmount(transaction),
                try transaction.cell("balance"), try transaction.cell("category"), try transaction.cell("description"),
            ])
        }
        return all.isEmpty ? "No transaction is known.\n" : table.text(style: Report.style)
    }

    private static func line(_ transaction: JSONNode) throws(JSONError) -> String {
        let late = try transaction.cell("late") == "yes" ? " (late)" : ""
        return
            "\(try transaction.cell("at"))  \(try transaction.cell("childName").harmless)  \(try signedAmount(transaction))  "
            + "\(try transaction.cell("description").harmless)\(late)"
    }

    private static func signedAmount(_ transaction: JSONNode) throws(JSONError) -> String {
        (try transaction.cell("kind") == "debit" ? "-" : "+") + (try transaction.cell("amount"))
    }
}
