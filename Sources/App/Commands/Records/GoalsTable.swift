import JSON
import Store
import TextFormats

extension RecordTable {
    /// What the children save for.
    package static let goals = RecordTable(
        kind: .goal, things: "goals",
        list: ListReport(
            columns: [
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("GOAL", least: 12) { row, _ throws(JSONError) in try row.cell("name") },
                .init("SAVED", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "saved") },
                .init("TARGET", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "target") },
                .init("STATE") { row, _ throws(JSONError) in try row.word("state") },
                .init("UNTIL", rank: .extra) { row, readable throws(JSONError) in try readable.day(row, "due") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .child, .typed("name"), .own("saved"), .own("target"), .own("currency"), .word("state"),
                .typed("category"), .moment("due"), .typed("description"), .typed("link"), .own("priority"),
                .moment("createdAt"), .moment("completedAt"), .moment("purchasedAt"), .typed("id"),
            ],
            none: "No child saves for anything.", noMatch: "The child has no goal."))
}
