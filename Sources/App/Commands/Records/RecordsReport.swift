import Control
import JSON
import Store
import SyncEngine

/// How one kind of records is shown.
package struct RecordTable: Sendable {
    let kind: RecordRow.Kind
    /// What is listed, such as `goals`: for sentences.
    let things: String
    /// What to look at where a server has none of them.
    var elsewhere = ""
    let list: ListReport
}

/// The lists of what a server keeps beside children and transactions: `pocketbell goals` and its like.
package enum RecordsReport {
    /// What the local copy has, at once; where that is old, people are told how old and why.
    package static func show(
        _ table: RecordTable, _ context: CommandContext, child: String? = nil, _ options: ListOptions = ListOptions()
    ) async -> CommandOutcome {
        await Report.show(
            table.list, context, options, ControlRequest(.get, ["records", table.kind.rawValue]),
            filter: child.map { ListFilter(child: $0) }, rows: { $0["records"] ?? [] }
        ) { answer, readable throws(JSONError) in
            try RecordStanding(answer.required("lists")).judgement(
                of: table.things, elsewhere: table.elsewhere, stale: table.kind.declaration.stale, readable)
        }
    }
}

extension JSONNode {
    /// First and last name, of which either may be empty.
    func fullName() throws(JSONError) -> String {
        [try cell("firstName"), try cell("lastName")].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Readable {
    /// How much of an allowance is saved by itself; empty where nothing is.
    func transfer(_ row: JSONNode) throws(JSONError) -> String {
        guard try row.cell("savesAutomatically") == "yes" else { return "" }
        return switch try row.cell("transfer") {
        case "percentage": "\(try row.cell("transferPercentage")) %"
        case "fixedAmount": try balance(row, "transferAmount")
        default: ""
        }
    }
}
