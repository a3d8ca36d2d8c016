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
    /// What is listed, and said to be so, where no server has told any.
    var known: [JSONValue] = []
    let list: ListReport

    /// With how far each row is what the server has, where people may order something about such records.
    var shownList: ListReport {
        guard RecordOrder.Deed.allCases.contains(where: { $0.kind == kind }) else { return list }
        return list.adding(.sync, .word("sync"))
    }
}

/// The lists of what a server keeps beside children and transactions: `pocketbell goals` and its like.
package enum RecordsReport {
    /// What the local copy has, at once; where that is old, people are told how old and why.
    package static func show(
        _ table: RecordTable, _ context: CommandContext, child: String? = nil, _ options: ListOptions = ListOptions()
    ) async -> CommandOutcome {
        await show(table, context, child: child, options) { _ in true }
    }

    /// - Parameter isWanted: which rows are shown.
    static func show(
        _ table: RecordTable, _ context: CommandContext, child: String?, _ options: ListOptions,
        where isWanted: (JSONValue) -> Bool
    ) async -> CommandOutcome {
        await Report.show(
            table.shownList, context, options, ControlRequest(.get, ["records", table.kind.rawValue]),
            filter: child.map { ListFilter(child: $0) },
            rows: { .array(rows(of: $0, table).filter(isWanted)) }
        ) { answer, readable throws(JSONError) in
            let standing = try RecordStanding(answer.required("lists"))
            var judgement = standing.judgement(
                of: table.things, elsewhere: table.elsewhere, stale: table.kind.declaration.stale, readable)
            if !table.known.isEmpty, answer.value["records"] == [] {
                let isAsked = if case .unread = standing { false } else { true }
                let what = isAsked ? "has told no \(table.things)" : "was not asked for its \(table.things) yet"
                judgement.remark = "the server \(what): these are the ones that PocketBell knows"
            }
            return judgement
        }
    }

    private static func rows(of answer: JSONValue, _ table: RecordTable) -> [JSONValue] {
        guard case .array(let rows)? = answer["records"], !rows.isEmpty else { return table.known }
        return rows
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
