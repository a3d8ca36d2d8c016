import Control
import Daemon
import JSON
import Values

/// `pocketbell token`: what the family's desktops, and programs that follow the feed, sign in with.
package enum TokenReport {
    /// What a token is to be for, as it was typed.
    package struct Order: Sendable {
        private let desktop: String?
        private let approves: Bool
        private let isForFeed: Bool
        private let child: String?

        /// - Parameters:
        ///   - desktop: a target of `kind: desktops`.
        ///   - approves: whether whoever sits there may approve chores.
        ///   - child: by its name or id, with `isForFeed` alone.
        package init(desktop: String?, approves: Bool, isForFeed: Bool, child: String?) {
            (self.desktop, self.approves, self.isForFeed, self.child) = (desktop, approves, isForFeed, child)
        }

        /// What it allows, for people.
        fileprivate var purpose: String {
            guard let desktop else { return child.map { "the feed of \($0.harmless)" } ?? "the feed" }
            return "\(desktop.harmless)\(approves ? ", by which chores are approved" : "")"
        }

        /// What to do with it.
        fileprivate var nextStep: String {
            guard isForFeed else { return "On the desktop type 'pocketbell desktop --sign-in' and paste it." }
            return "Whoever follows sends it to /feed/events of the page, as 'Authorization: Bearer' and the token."
        }

        fileprivate func request() throws(DaemonError) -> ControlRequest {
            let order: JSONValue
            switch (desktop, isForFeed) {
            case (let desktop?, false) where child == nil:
                order = ["desktop": .string(desktop), "approves": .bool(approves)]
            case (nil, true) where !approves:
                order = child.map { ["feed": true, "child": .string($0)] } ?? ["feed": true]
            case (nil, false):
                throw DaemonError(
                    .usage, "it is not said what for",
                    hint: "pocketbell token create --desktop TARGET, or pocketbell token create --feed")
            default:
                throw DaemonError(
                    .usage, "a token is for a desktop or for the feed",
                    hint: "--approve goes with --desktop TARGET, --child NAME with --feed")
            }
            return ControlRequest(.post, ["tokens"], body: Secret(order.description))
        }
    }

    /// Makes one. This is the only time that it is shown.
    package static func create(_ order: Order, _ context: CommandContext) async -> CommandOutcome {
        let request: ControlRequest
        do { request = try order.request() } catch { return Output.outcome(of: error) }
        return await Report.show(context, request) { node, _ throws(JSONError) in
            let (number, token) = (try node.cell("number"), try node.required("token").string())
            return """
                Token \(number), for \(order.purpose). It is shown this once, and nobody else may see it:

                \(token)

                \(order.nextStep) To take it back: pocketbell token revoke \(number)

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
            .init("FOR", least: 12) { row, _ throws(JSONError) in
                guard try row.cell("for") == "feed" else { return try row.cell("desktop").harmless }
                guard let child = try row.optional("child") else { return "feed" }
                let name = try child.cell("name")
                return "feed of \((name.isEmpty ? try child.cell("id") : name).harmless)"
            },
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
        ], fields: [], none: "Nobody has a token. One more: pocketbell token create --desktop TARGET, or --feed")
}
