import Control
import Daemon
import JSON
import Values

/// `pocketbell browsers`: who is signed in at the page.
package enum BrowserReport {
    /// The one that asked last at the top.
    package static func list(_ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["browsers"])) { node, readable throws(JSONError) in
            try list.text(node, readable, room: Report.room, style: Report.style)
        }
    }

    /// One that is named, or all.
    package static func signOut(_ number: Int?, isAll: Bool, _ context: CommandContext) async -> CommandOutcome {
        guard (number == nil) == isAll else {
            let message = isAll ? "a number and --all are two ways to say which" : "it is not said which browser"
            return Output.outcome(
                of: DaemonError(.usage, message, hint: "pocketbell browsers sign-out NUMBER, or --all"))
        }
        let path = ["browsers"] + (number.map { ["\($0)"] } ?? []) + ["sign-out"]
        return await Report.show(context, ControlRequest(.post, path)) { node, _ throws(JSONError) in
            let count = try node.cell("signedOut")
            return count == "1" ? "The browser is signed out.\n" : "\(count) browsers are signed out.\n"
        }
    }

    private static let list = ListReport(
        columns: [
            .init("NUMBER", .trailing) { row, _ throws(JSONError) in try row.cell("number") },
            .init("WHO", least: 12) { row, _ throws(JSONError) in
                try row.optional("name")?.string().harmless ?? "by 'pocketbell open'"
            },
            .init("ROLE") { row, _ throws(JSONError) in try row.optional("role")?.string() ?? "-" },
            .init("LAST HERE") { row, readable throws(JSONError) in try readable.moment(row, "seenAt") },
            .init("UNTIL") { row, readable throws(JSONError) in try readable.moment(row, "endsAt") },
            .init("BROWSER", least: 12) { row, _ throws(JSONError) in try row.cell("agent").harmless },
        ], fields: [], none: "No browser is signed in. Sign one in: pocketbell open")
}
