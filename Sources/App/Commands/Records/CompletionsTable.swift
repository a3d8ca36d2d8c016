import JSON
import Store
import TextFormats

extension RecordTable {
    /// Chores that were done, and what a parent made of it.
    package static let completions = RecordTable(
        kind: .completion, things: "chores that were done",
        list: ListReport(
            columns: [
                .init("WHEN") { row, readable throws(JSONError) in try readable.moment(row, "doneAt") },
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("CHORE", least: 12) { row, _ throws(JSONError) in try row.cell("title") },
                .init("REWARD", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "reward") },
                .init("STATE") { row, _ throws(JSONError) in try row.word("state") },
                .init("NOTES", least: 8, rank: .extra) { row, _ throws(JSONError) in try row.cell("notes") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .moment("doneAt"), .child, .typed("title"), .own("reward"), .own("currency"), .word("state"),
                .typed("notes"), .typed("photo"), .typed("reviewedBy"), .moment("reviewedAt"), .typed("rejection"),
                .typed("transaction"), .typed("chore"), .typed("id"),
            ],
            none: "No chore has been done yet.", noMatch: "The child has done no chore yet.",
            remark: { row, _ throws(JSONError) in try row.cell("rejection") }))
}
