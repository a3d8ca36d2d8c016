import Control
import JSON
import TextFormats

/// `pocketbell children`.
package enum ChildrenReport {
    /// A row for each child that was ever seen, also those that are gone.
    package static func show(_ context: CommandContext, _ options: ListOptions = ListOptions()) async -> CommandOutcome
    {
        await Report.show(
            list, context, options, ControlRequest(.get, ["children"]),
            judge: FactAge.judge(stale: FactAge.balances))
    }

    static let list = ListReport(
        columns: [
            .init("CHILD", least: 12) { child, _ throws(JSONError) in
                try child.cell("name") + (try child.cell("gone") == "yes" ? " (gone)" : "")
            },
            .init("BALANCE", .trailing) { child, readable throws(JSONError) in try readable.balance(child, "balance") },
            .init("PENDING", .trailing) { child, readable throws(JSONError) in try pending(child, readable) },
            .init("AS OF") { child, readable throws(JSONError) in try readable.age(child, "seenAt") },
            .init("ID", rank: .detail) { child, _ throws(JSONError) in try child.cell("id") },
        ],
        fields: [
            .typed("name") { child throws(JSONError) in try child.cell("name") }, .own("balance"), .own("currency"),
            .moment("seenAt"), .own("gone"), .typed("id") { child throws(JSONError) in try child.cell("id") },
            .own("pending"), .own("shown"),
        ],
        none: "No child is known yet.", unread: "No child is known yet")

    /// What was entered and is not in the balance yet, and what the balance will be.
    private static func pending(_ child: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        guard !["", "0.00"].contains(try child.cell("pending")) else { return "" }
        return "\(try readable.movement(child, "pending")) → \(try readable.balance(child, "shown"))"
    }
}
