import Control
import Daemon
import Glibc
import JSON
import Terminal
import Values

/// `pocketbell status`.
package enum StatusReport {
    private static let request = ControlRequest(.get, ["status"])

    /// - Parameter follows: goes on, with a look each second, and shows what is new until the program ends.
    /// - Returns: `.needsPerson` when anything does, `.internalError` when the counts do not add up.
    package static func show(_ context: CommandContext, follows: Bool) async -> CommandOutcome {
        do {
            return try await Inquiry.with(context) { inquiry in
                // Who reads a pipe or a file wants what has changed, not ages that go on.
                let isPainted = follows && !context.isJSON && terminalRows(descriptor: STDOUT_FILENO) != nil
                var page = isPainted ? FollowedPage() : nil
                var last = try await inquiry.ask(request)
                try show(last, context, inquiry.readable, &page)
                while follows, inquiry.isLive {
                    // The state of connections is in the program, which keeps no record of changes: so it is asked again.
                    try await Task.sleep(for: .seconds(1))
                    let next = try await inquiry.ask(request)
                    // On a terminal ages go on too.
                    if next != last || page != nil { try show(next, context, inquiry.readable, &page) }
                    last = next
                }
                return try outcome(of: JSONNode(last))
            }
        } catch {
            return Output.outcome(of: error)
        }
    }

    static func outcome(of status: JSONNode) throws(JSONError) -> CommandOutcome {
        guard try status.required("balanced").bool() else { return .internalError }
        for problem in try status.required("problems").elements() {
            if try problem.cell("severity") == "needsPerson" { return .needsPerson }
        }
        return .success
    }

    private static func show(
        _ status: JSONValue, _ context: CommandContext, _ readable: Readable, _ page: inout FollowedPage?
    ) throws {
        let shown = { (node: JSONNode) throws(JSONError) in try text(node, readable.refreshed, room: Report.room) }
        guard page != nil else { return try Report.show(status, context, shown) }
        page?.show(try shown(JSONNode(status)))
    }

    static func text(_ status: JSONNode, _ readable: Readable, room: Int? = nil) throws(JSONError) -> String {
        let style = Report.style
        let isRunning = try status.required("running").bool()
        var lines = [
            isRunning
                ? "PocketBell \(try status.cell("version")), running since \(try readable.moment(status, "startedAt"))"
                : style("PocketBell does not run", .warning)
        ]
        let problems = try status.required("problems").elements()
        var told = try problems.map { problem throws(JSONError) in try problem.cell("sentence") }
        if !isRunning { told.append("the program does not run") }
        lines += [try accounts(try status.required("accounts").elements(), told, readable, style, room)]
        let counts = try status.required("counts")
        lines += try sums(counts).hanging("", indent: 0, room: room) + [try entries(counts)]
        lines += [try targets(try status.required("targets").elements(), readable, style, room)]
        let oldest = try readable.age(status, "oldestOpen")
        if !oldest.isEmpty { lines += ["oldest open delivery: \(oldest)"] }
        for problem in problems { lines += try text(of: problem, style, room) }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private static func sums(_ counts: JSONNode) throws(JSONError) -> String {
        let (children, rows) = (
            try counts.count("children", "child", "children"), try counts.count("transactions", "transaction")
        )
        let (hints, open) = (try counts.cell("hints"), try counts.cell("hintsOpen"))
        // Of a hub that has announced nothing there is nothing to say.
        let waiting = ["", "0"].contains(open) ? "" : " (\(open) not answered yet)"
        let announced = ["", "0"].contains(hints) ? [] : ["announced by the hub: \(hints)\(waiting)"]
        return (["\(children), \(rows)"] + announced + [try counts.count("alerts", "alert")]).joined(separator: "; ")
    }

    /// What was entered here, once something was: the parts add up.
    private static func entries(_ counts: JSONNode) throws(JSONError) -> String {
        guard !["", "0"].contains(try counts.cell("intents")) else { return "" }
        let (made, waiting) = (try counts.cell("intentsConfirmed"), try counts.cell("intentsWaiting"))
        let (parked, discarded) = (try counts.cell("intentsParked"), try counts.cell("intentsDiscarded"))
        return "\(try counts.count("intents", "entry", "entries")): \(made) made, \(waiting) waiting, "
            + "\(parked) parked, \(discarded) given up"
    }

    /// What is wrong, and below it what to do.
    private static func text(
        of problem: JSONNode, _ style: TerminalStyle, _ room: Int?
    ) throws(JSONError) -> [String] {
        let mark = try problem.cell("severity") == "mendsItself" ? style("~ ", .warning) : style("! ", .error)
        let nextStep = try problem.cell("nextStep").harmless
        return try problem.cell("sentence").harmless.hanging(mark, indent: 2, room: room)
            + (nextStep.isEmpty ? [] : nextStep.hanging("    ", indent: 4, room: room))
    }

    /// - Parameter told: what stands elsewhere on the page; a reason in it is not told twice.
    private static func accounts(
        _ accounts: [JSONNode], _ told: [String], _ readable: Readable, _ style: TerminalStyle, _ room: Int?
    ) throws(JSONError) -> String {
        let list = ListReport(
            columns: [
                .init("ACCOUNT", least: 12) { row, _ throws(JSONError) in try row.cell("name") }, .state(),
                .init("LAST SCAN") { row, readable throws(JSONError) in try readable.age(row, "lastScan") },
            ], fields: [], none: "no account yet",
            remark: { row, _ throws(JSONError) in
                let reason = try row.cell("reason")
                return told.contains { $0.contains(text: reason) } ? "" : reason
            })
        let rows = JSONNode(.array(accounts.map(\.value)))
        return String(try list.text(rows, readable, room: room, style: style).dropLast())
    }

    private static func targets(
        _ targets: [JSONNode], _ readable: Readable, _ style: TerminalStyle, _ room: Int?
    ) throws(JSONError) -> String {
        let list = ListReport(
            columns: [
                .init("TARGET", least: 12) { row, _ throws(JSONError) in try row.cell("name") }, .state(),
                .count("DELIVERED", ["delivered"]), .count("WAITING", TargetsReport.waiting),
                .count("IN DOUBT", ["inDoubt"]), .count("SKIPPED", rank: .extra, ["skipped"]),
                .count("DEAD", ["dead"]), .count("DISCARDED", rank: .extra, ["discarded"]),
            ], fields: [], none: "")
        let rows = JSONNode(.array(targets.map(\.value)))
        return String(try list.text(rows, readable, room: room, style: style).dropLast())
    }
}

/// The page of a status that is followed at a terminal: in its place.
private struct FollowedPage {
    private var screen = ScreenPage()

    mutating func show(_ text: String) {
        guard let rows = terminalRows(descriptor: STDOUT_FILENO), let columns = Report.room else {
            return Output.write(text)
        }
        if let page = screen.replacing(with: text, columns: columns, rows: rows) { Output.write(page) }
    }
}
