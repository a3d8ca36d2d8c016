import Control
import JSON
import TextFormats

/// `pocketbell account list`.
package enum AccountsReport {
    /// A row for each account that is configured or signed in, as `status` has it.
    package static func show(_ context: CommandContext, _ options: ListOptions = ListOptions()) async -> CommandOutcome
    {
        await Report.show(list, context, options, ControlRequest(.get, ["status"])) { $0["accounts"] ?? [] }
    }

    static let list = ListReport(
        columns: [
            .init("ACCOUNT", least: 12) { row, _ throws(JSONError) in try row.cell("name") }, .state(),
            .init("LAST SCAN") { row, readable throws(JSONError) in try readable.age(row, "lastScan") },
            .init("E-MAIL", least: 12) { row, _ throws(JSONError) in try row.cell("email") },
            .init("SERVER", least: 16, rank: .extra) { row, _ throws(JSONError) in try row.cell("server") },
        ],
        fields: [
            .typed("name") { row throws(JSONError) in try row.cell("name") },
            .typed("server") { row throws(JSONError) in try row.cell("server") },
            .typed("email") { row throws(JSONError) in try row.cell("email") }, .word("state"), .moment("lastScan"),
        ],
        none: "No account is configured or signed in: pocketbell login --server https://YOUR-SERVER --email "
            + "YOU@EXAMPLE.ORG",
        remark: { row, _ throws(JSONError) in try row.cell("reason") })
}
