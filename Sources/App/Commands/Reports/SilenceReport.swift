import Control
import Daemon
import JSON
import Values

/// `pocketbell silence` and `silences`: who is left in peace, and until when.
package enum SilenceReport {
    /// Begins one.
    ///
    /// - Parameters:
    ///   - name: a child's or a target's.
    ///   - isTarget: a target's for sure.
    ///   - time: whole seconds, up to a year.
    package static func begin(
        _ name: String, isTarget: Bool, for time: Duration, _ context: CommandContext
    ) async -> CommandOutcome {
        let order: JSONValue = [
            "of": .string(name), "target": .bool(isTarget),
            "seconds": .number(JSONNumberText(Int(time.components.seconds))),
        ]
        let request = ControlRequest(.post, ["silences"], body: Secret(order.description))
        return await Report.show(context, request) { node, readable throws(JSONError) in
            let number = try node.cell("number")
            return "Nobody is told of \(try about(node)) until \(try readable.moment(node, "until")). "
                + "To end it sooner: pocketbell silences end \(number)\n"
        }
    }

    /// Ends one before its time.
    package static func end(_ number: Int, _ context: CommandContext) async -> CommandOutcome {
        let request = ControlRequest(.post, ["silences", "\(number)", "end"])
        return await Report.show(context, request) { _, _ in "The silence is over.\n" }
    }

    /// Those that are not over.
    package static func list(_ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["silences"])) { node, readable throws(JSONError) in
            try list.text(node, readable, room: Report.room, style: Report.style)
        }
    }

    static func about(_ node: JSONNode) throws(JSONError) -> String {
        let child = try node.cell("child")
        return (child.isEmpty ? "what goes to \(try node.cell("target"))" : child).harmless
    }

    private static let list = ListReport(
        columns: [
            .init("NUMBER", .trailing) { row, _ throws(JSONError) in try row.cell("number") },
            .init("OF", least: 12) { row, _ throws(JSONError) in try about(row) },
            .init("UNTIL") { row, readable throws(JSONError) in try readable.moment(row, "until") },
            .init("SINCE") { row, readable throws(JSONError) in try readable.moment(row, "createdAt") },
        ], fields: [], none: "Everything is told.")
}
