import Control
import JSON

/// `pocketbell children`.
package enum ChildrenReport {
    /// A row for each child that was ever seen, also those that are gone.
    package static func show(_ context: CommandContext, _ options: ListOptions = ListOptions()) async -> CommandOutcome
    {
        await Report.show(list, context, options, ControlRequest(.get, ["children"]))
    }

    static let list = ListReport(
        columns: [
            .init("CHILD", least: 12) { child, _ throws(JSONError) in
                try child.cell("name") + (try child.cell("gone") == "yes" ? " (gone)" : "")
            },
            .init("BALANCE", .trailing) { child, readable throws(JSONError) in try readable.balance(child, "balance") },
            .init("AS OF") { child, readable throws(JSONError) in try readable.age(child, "seenAt") },
            .init("ID", rank: .detail) { child, _ throws(JSONError) in try child.cell("id") },
        ],
        fields: [
            .typed("name") { child throws(JSONError) in try child.cell("name") }, .own("balance"), .own("currency"),
            .moment("seenAt"), .own("gone"), .typed("id") { child throws(JSONError) in try child.cell("id") },
        ],
        none: "No child is known yet; `pocketbell run` learns of them.")
}
