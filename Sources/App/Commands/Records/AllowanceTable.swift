import JSON
import Store
import TextFormats

extension RecordTable {
    /// What the children get each week, and when.
    package static let allowance = RecordTable(
        kind: .settings, things: "allowances",
        list: ListReport(
            columns: [
                .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
                .init("WEEKLY", .trailing) { row, readable throws(JSONError) in
                    try readable.balance(row, "weeklyAllowance")
                },
                .init("ON") { row, _ throws(JSONError) in try row.cell("allowanceDay") },
                .init("PAUSED", .trailing) { row, _ throws(JSONError) in try row.cell("paused") },
                .init("LAST") { row, readable throws(JSONError) in try readable.day(row, "lastAllowanceAt") },
                .init("NEXT") { row, readable throws(JSONError) in try readable.day(row, "nextAllowanceAt") },
                .init("SAVES", rank: .extra) { row, readable throws(JSONError) in try readable.transfer(row) },
                .init("MAY OWE", .trailing, rank: .extra) { row, _ throws(JSONError) in try row.cell("mayOwe") },
                .init("ID", rank: .detail) { row, _ throws(JSONError) in try row.cell("id") },
            ],
            fields: [
                .child, .own("weeklyAllowance"), .own("currency"), .typed("allowanceDay"), .own("paused"),
                .moment("lastAllowanceAt"),
                .moment("nextAllowanceAt"), .own("savesAutomatically"), .word("transfer"), .own("transferPercentage"),
                .own("transferAmount"), .own("seesSavings"), .own("mayOwe"), .typed("id"),
            ],
            none: "There are no children.",
            noMatch: "The child has no allowance."))
}
