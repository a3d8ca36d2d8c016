import JSON
import Store
import TextFormats

extension RecordTable {
    /// How much may be spent of a category.
    package static let budgets = RecordTable(
        kind: .budget, things: "budgets",
        list: ListReport(
            columns: [
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("CATEGORY", least: 8) { row, _ throws(JSONError) in try row.cell("category") },
                .init("LIMIT", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "limit") },
                .init("EACH") { row, _ throws(JSONError) in try row.word("period") },
                .init("WARNS AT", .trailing) { row, _ throws(JSONError) in "\(try row.cell("warnsAt")) %" },
                .init("ENFORCED", .trailing) { row, _ throws(JSONError) in try row.cell("enforced") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .child, .typed("category"), .own("limit"), .own("currency"), .word("period"), .own("warnsAt"),
                .own("enforced"), .typed("id"),
            ],
            none: "There are no budgets.", noMatch: "The child has no budget."))
}
