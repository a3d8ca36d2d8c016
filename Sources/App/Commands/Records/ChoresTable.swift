import JSON
import Store
import TextFormats

extension RecordTable {
    /// Work that the children are paid for.
    package static let chores = RecordTable(
        kind: .chore, things: "chores",
        list: ListReport(
            columns: [
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("CHORE", least: 12) { row, _ throws(JSONError) in try row.cell("title") },
                .init("REWARD", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "reward") },
                .init("STATE") { row, _ throws(JSONError) in try row.word("state") },
                .init("HOW OFTEN", least: 6, rank: .extra) { row, _ throws(JSONError) in try row.cell("recurrence") },
                .init("DONE", .trailing) { row, _ throws(JSONError) in try row.cell("completions") },
                .init("WAITING", .trailing) { row, _ throws(JSONError) in try row.cell("waiting") },
                .init("LAST DONE", rank: .extra) { row, readable throws(JSONError) in
                    try readable.age(row, "lastDoneAt")
                },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .child, .typed("title"), .own("reward"), .own("currency"), .word("state"), .typed("recurrence"),
                .own("completions"), .own("waiting"), .moment("lastDoneAt"), .moment("createdAt"), .typed("by"),
                .typed("description"), .typed("id"),
            ],
            none: "There are no chores.", noMatch: "The child has no chore."))
}
