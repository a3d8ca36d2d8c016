import JSON
import Store
import TextFormats

extension RecordTable {
    /// What the server tells this login.
    package static let notifications = RecordTable(
        kind: .notification, things: "notifications",
        list: ListReport(
            columns: [
                .init("WHEN") { row, readable throws(JSONError) in try readable.moment(row, "at") },
                .init("TITLE", least: 12) { row, _ throws(JSONError) in try row.cell("title") },
                .init("TEXT", least: 16, rank: .extra) { row, _ throws(JSONError) in try row.cell("body") },
                .init("READ", .trailing) { row, _ throws(JSONError) in try row.cell("read") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .moment("at"), .typed("title"), .typed("body"), .typed("kind"), .own("amount"), .own("currency"),
                .own("read"), .typed("transaction"), .typed("id"),
            ],
            none: "There are no notifications.", noMatch: ""))
}
