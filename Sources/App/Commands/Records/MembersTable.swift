import JSON
import Store
import TextFormats

extension RecordTable {
    /// Who has a login of their own in the family.
    package static let members = RecordTable(
        kind: .member, things: "members of the family",
        list: ListReport(
            columns: [
                .init("NAME", least: 8) { row, _ throws(JSONError) in try row.fullName() },
                .init("ROLE") { row, _ throws(JSONError) in
                    try row.cell("role") + (try row.cell("owner") == "yes" ? ", owner" : "")
                },
                .init("E-MAIL", least: 12) { row, _ throws(JSONError) in try row.cell("email") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .typed("firstName"), .typed("lastName"), .typed("email"), .typed("role"), .own("owner"), .typed("id"),
            ],
            none: "The family has no members.", noMatch: ""))
}
