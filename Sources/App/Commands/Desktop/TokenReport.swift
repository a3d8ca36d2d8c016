import Control
import Daemon
import JSON
import Values

/// `pocketbell token`: what the family's desktops sign in with.
package enum TokenReport {
    /// Makes one. This is the only time that it is shown.
    ///
    /// - Parameters:
    ///   - target: of `kind: desktops`.
    ///   - approves: whether whoever sits there may approve chores.
    package static func create(for target: String?, approves: Bool, _ context: CommandContext) async -> CommandOutcome {
        guard let target else {
            let missing = DaemonError(
                .usage, "it is not said for which desktop", hint: "pocketbell token create --desktop TARGET")
            return Output.outcome(of: missing)
        }
        let order: JSONValue = ["desktop": .string(target), "approves": .bool(approves)]
        let request = ControlRequest(.post, ["tokens"], body: Secret(order.description))
        return await Report.show(context, request) { node, _ throws(JSONError) in
            let (number, token) = (try node.cell("number"), try node.required("token").string())
            return """
                Token \(number), for \(target.harmless)\(approves ? ", by which chores are approved" : ""). It is shown this once, and nobody else may see it:

                \(token)

                On the desktop type 'pocketbell desktop --sign-in' and paste it. To take it back: pocketbell token revoke \(number)

                """
        }
    }

    /// Takes one back; who is connected with it no longer is.
    package static func revoke(_ number: Int, _ context: CommandContext) async -> CommandOutcome {
        let request = ControlRequest(.post, ["tokens", "\(number)", "revoke"])
        return await Report.show(context, request) { _, _ in "Nobody signs in with it any more.\n" }
    }

    /// All that are not taken back, without what they read.
    package static func list(_ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["tokens"])) { node, readable throws(JSONError) in
            try list.text(node, readable, room: Report.room, style: Report.style)
        }
    }

    private static let list = ListReport(
        columns: [
            .init("NUMBER", .trailing) { row, _ throws(JSONError) in try row.cell("number") },
            .init("DESKTOP", least: 12) { row, _ throws(JSONError) in try row.cell("desktop").harmless },
            .init("MAY") { row, _ throws(JSONError) in
                var may: [String] = []
                for word in try row.required("may").elements() { may.append(try word.string().harmless) }
                return may.isEmpty ? "-" : may.joined(separator: ", ")
            },
            .init("CONNECTED", .trailing) { row, _ throws(JSONError) in try row.cell("connected") },
            .init("LAST THERE") { row, readable throws(JSONError) in
                try row.optional("seenAt") == nil ? "never" : try readable.moment(row, "seenAt")
            },
            .init("SINCE") { row, readable throws(JSONError) in try readable.moment(row, "createdAt") },
        ], fields: [], none: "No desktop has a token. One more: pocketbell token create --desktop TARGET")
}
