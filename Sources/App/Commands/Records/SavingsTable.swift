import JSON
import Store
import TextFormats

extension RecordTable {
    /// What the children have put aside.
    package static let savings = RecordTable(
        kind: .savings, things: "savings",
        list: ListReport(
            columns: [
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("SAVINGS", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "balance") },
                .init("CAME", .trailing, rank: .extra) { row, readable throws(JSONError) in
                    try readable.balance(row, "deposited")
                },
                .init("WENT", .trailing, rank: .extra) { row, readable throws(JSONError) in
                    try readable.balance(row, "withdrawn")
                },
                .init("ON", .trailing) { row, _ throws(JSONError) in try row.cell("enabled") },
                .init("LAST MOVED") { row, readable throws(JSONError) in try readable.age(row, "lastMovedAt") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .child, .own("balance"), .own("currency"), .own("deposited"), .own("withdrawn"), .own("enabled"),
                .moment("lastMovedAt"), .typed("id"),
            ],
            none: "There are no savings accounts.",
            noMatch: "The child has no savings account."))
}
