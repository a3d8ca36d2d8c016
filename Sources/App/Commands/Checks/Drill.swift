import Control
import Daemon
import JSON
import Values

/// `pocketbell drill`.
package enum Drill {
    /// Has the running program send every target a drill, and waits for what becomes of it.
    ///
    /// - Returns: `.unavailable` when one has not taken it that is not merely away.
    package static func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            let (answer, readable) = try await Inquiry.with(context) { inquiry in
                let answer = try await Patience.during("waiting for the targets") {
                    try await inquiry.ask(ControlRequest(.post, ["drill"]))
                }
                return (answer, inquiry.readable)
            }
            try Report.show(answer, context) { node throws(JSONError) in
                try list.text(node, readable, room: Report.room, style: Report.style)
            }
            guard case .array(let rows) = answer else { return .unavailable }
            return rows.allSatisfy { $0["delivered"] == .bool(true) || $0["away"] == .bool(true) }
                ? .success : .unavailable
        } catch {
            return Output.outcome(of: error)
        }
    }

    static let list = ListReport(
        columns: [
            .init("TARGET", least: 12) { row, _ throws(JSONError) in try row.cell("target") },
            .init("PROVEN") { row, _ throws(JSONError) in
                try row.required("delivered").bool() ? "yes" : row.required("away").bool() ? "away" : "no"
            },
            .init("MS", .trailing) { row, _ throws(JSONError) in try row.cell("milliseconds") },
        ],
        fields: [], none: "No target is configured.",
        remark: { row, _ throws(JSONError) in try row.required("delivered").bool() ? "" : try row.cell("message") })
}
