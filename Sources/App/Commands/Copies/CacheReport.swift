import Control
import JSON
import Store

/// `pocketbell cache`: how much of the family's data lies here, and the forgetting of what can be had again.
package enum CacheReport {
    /// A line for each thing that there is.
    package static func show(_ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["cache"])) { node, readable throws(JSONError) in
            var rows: [JSONValue] = []
            for row in try node.elements() {
                let (count, bytes) = (try row.cell("count"), try row.cell("bytes"))
                if count != "0", bytes != "0" { rows.append(row.value) }
            }
            return try list.text(JSONNode(.array(rows)), readable, room: Report.room, style: Report.style)
        }
    }

    /// What is forgotten.
    package enum Order: String, Sendable {
        /// What can be read from a server again.
        case clear
        /// What is too old.
        case purge
    }

    /// Has it forgotten by the running program; without one the store is opened here.
    package static func run(_ order: Order, _ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.post, ["cache", order.rawValue])) { node, _ throws(JSONError) in
            let (rows, pictures) = (try node.required("rows").int(), try node.required("pictures").int())
            let size = StoreRoom.size(try node.required("bytes").int())
            let again = order == .clear ? " What the server has is read again by the running program.\n" : "\n"
            return "Forgotten: \(rows) row\(rows == 1 ? "" : "s") and "
                + "\(pictures) picture\(pictures == 1 ? "" : "s") of \(size).\(again)"
        }
    }

    private static let list = ListReport(
        columns: [
            .init("WHAT", least: 12) { row, _ throws(JSONError) in "\(try row.cell("group")) \(try row.cell("name"))" },
            .init("COUNT", .trailing) { row, _ throws(JSONError) in try row.cell("count") },
            .init("SIZE", .trailing) { row, _ throws(JSONError) in
                (try row.optional("bytes")?.int()).map(StoreRoom.size) ?? ""
            },
            .init("OLDEST") { row, readable throws(JSONError) in try readable.age(row, "oldest") },
            .init("KEPT") { row, _ throws(JSONError) in
                let days = (try row.optional("keptDays")?.int()).map { "\($0) days" }
                let room = (try row.optional("room")?.int()).map { "up to \(StoreRoom.size($0))" }
                return [days, room].compactMap { $0 }.joined(separator: ", ")
            },
        ], fields: [], none: "Nothing was read yet.")
}
