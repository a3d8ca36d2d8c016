import JSON
import Store
import TextFormats

extension RecordTable {
    /// What the children would like to have.
    package static let wishes = RecordTable(
        kind: .wish, things: "wishes",
        elsewhere: "Newer ones have goals instead: pocketbell goals",
        list: ListReport(
            columns: [
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("WISH", least: 12) { row, _ throws(JSONError) in try row.cell("name") },
                .init("PRICE", .trailing) { row, readable throws(JSONError) in try readable.balance(row, "price") },
                .init("BOUGHT", .trailing) { row, _ throws(JSONError) in try row.cell("purchased") },
                .init("NOTES", least: 8, rank: .extra) { row, _ throws(JSONError) in try row.cell("notes") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .child, .typed("name"), .own("price"), .own("currency"), .own("purchased"), .moment("purchasedAt"),
                .typed("link"), .typed("notes"), .moment("createdAt"), .typed("id"),
            ],
            none: "There are no wishes.",
            noMatch: "The child has no wish."))
}
