import JSON
import Store
import TextFormats

extension RecordTable {
    /// How money came to the savings and left them.
    package static let savingsMovements = RecordTable(
        kind: .savingsMovement, things: "movements of savings",
        list: ListReport(
            columns: [
                .init("WHEN") { row, readable throws(JSONError) in try readable.moment(row, "at") },
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("AMOUNT", .trailing) { row, readable throws(JSONError) in try readable.movement(row, "amount") },
                .init("SAVINGS", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "balance") },
                .init("HOW") { row, _ throws(JSONError) in try row.word("action") },
                .init("DESCRIPTION", least: 12) { row, _ throws(JSONError) in try row.cell("description") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .moment("at"), .child, .own("amount"), .own("balance"), .own("currency"), .word("action"),
                .typed("description"), .typed("by"), .typed("id"),
            ],
            none: "Nothing has been put aside yet.", noMatch: "The child has put nothing aside yet."))
}
