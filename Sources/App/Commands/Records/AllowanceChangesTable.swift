import JSON
import Store
import TextFormats

extension RecordTable {
    /// When an allowance was paused, resumed or changed.
    package static let allowanceChanges = RecordTable(
        kind: .allowanceChange, things: "changes of allowances",
        list: ListReport(
            columns: [
                .init("WHEN") { row, readable throws(JSONError) in try readable.moment(row, "at") },
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("WHAT") { row, _ throws(JSONError) in try row.word("action") },
                .init("FROM", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "oldAmount") },
                .init("TO", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "newAmount") },
                .init("REASON", least: 8) { row, _ throws(JSONError) in try row.cell("reason") },
                .init("BY", least: 6, rank: .extra) { row, _ throws(JSONError) in try row.cell("by") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .moment("at"), .child, .word("action"), .own("oldAmount"), .own("newAmount"), .own("currency"),
                .typed("reason"), .typed("by"), .typed("id"),
            ],
            none: "No allowance was ever paused or changed.",
            noMatch: "The child's allowance was never paused or changed."))
}
