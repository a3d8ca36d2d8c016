import Control
import Daemon
import Glibc
import JSON
import Runtime
import Terminal
import Values

/// `pocketbell status`.
package enum StatusReport {
    private static let request = ControlRequest(.get, ["status"])

    /// - Parameter follows: goes on and shows what is new until the program ends.
    /// - Returns: `.needsPerson` when anything does, `.internalError` when the counts do not add up.
    package static func show(_ context: CommandContext, follows: Bool) async -> CommandOutcome {
        do {
            return try await Inquiry.with(context) { inquiry in
                guard follows, inquiry.isLive else {
                    let status = try await inquiry.ask(request)
                    try Report.show(status, context) { node throws(JSONError) in
                        try text(node, inquiry.readable, room: Report.room)
                    }
                    return try outcome(of: JSONNode(status))
                }
                return try await follow(inquiry, context)
            }
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Shows each that is another than before until the program ends. On a terminal ages go on too, and it is painted in its place: who
    /// reads a pipe or a file wants what has changed alone.
    private static func follow(_ inquiry: Inquiry, _ context: CommandContext) async throws -> CommandOutcome {
        let isPainted = !context.isJSON && terminalRows(descriptor: STDOUT_FILENO) != nil
        let painter = Painter(readable: inquiry.readable)
        return try await firstToEnd(
            {
                try await inquiry.follow(ControlRequest(.get, ["status", "follow"])) { status in
                    if isPainted {
                        try painter.paint(status)
                    } else {
                        try Report.show(status, context) { node throws(JSONError) in
                            try text(node, inquiry.readable.refreshed, room: Report.room)
                        }
                    }
                    return true
                }
                return .success
            },
            {
                while true {
                    try await Task.sleep(for: .seconds(isPainted ? 1 : 3_600))
                    try painter.repaint()
                }
            })
    }

    static func outcome(of status: JSONNode) throws(JSONError) -> CommandOutcome {
        guard try status.required("balanced").bool() else { return .internalError }
        for problem in try status.required("problems").elements() {
            if try problem.cell("severity") == "needsPerson" { return .needsPerson }
        }
        return .success
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
        lines += try uploads(try status.required("accounts").elements())
        for sum in try StatusBooks.sums(status, readable) { lines += sum.hanging("", indent: 2, room: room) }
        lines += [try targets(try status.required("targets").elements(), readable, style, room)]
        lines += [try StatusBooks.oldest(status, readable)]
        lines += try peace(status, readable)
        for problem in problems { lines += try text(of: problem, style, room) }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    /// A line for each silence, and for each person who has quiet hours.
    static func peace(_ status: JSONNode, _ readable: Readable) throws(JSONError) -> [String] {
        var lines: [String] = []
        for silence in try status.optional("silences")?.elements() ?? [] {
            let (what, until) = (try SilenceReport.about(silence), try readable.plainMoment(silence, "until"))
            lines.append("Nobody is told of \(what) until \(until)")
        }
        for person in try status.optional("quiet")?.elements() ?? [] {
            lines.append(
                "\(try person.cell("person").harmless) has quiet hours until \(try readable.plainMoment(person, "until"))"
            )
        }
        return lines
    }

    /// A line for each photo that is on its way.
    private static func uploads(_ accounts: [JSONNode]) throws(JSONError) -> [String] {
        var lines: [String] = []
        for account in accounts {
            for upload in try account.optional("uploads")?.elements() ?? [] {
                let (name, percent) = (try upload.cell("about").harmless, try upload.hundredths("progress"))
                lines.append("The photo of '\(name)' is on its way: \(percent) %")
            }
        }
        return lines
    }

    /// What is wrong, and below it what to do.
    private static func text(
        of problem: JSONNode, _ style: TerminalStyle, _ room: Int?
    ) throws(JSONError) -> [String] {
        let mark =
            switch try problem.cell("severity") {
            case "mendsItself": style("~ ", .warning)
            case "remark": "- "
            default: style("! ", .error)
            }
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
                .count("TAKEN", ["delivered"]), .count("WAITING", TargetsReport.waiting),
                .count("IN DOUBT", ["inDoubt"]), .count("SKIPPED", rank: .extra, ["skipped"]),
                .count("DEAD", ["dead"]), .count("DISCARDED", rank: .extra, ["discarded"]),
                .init("OF", .trailing, rank: .extra) { row, _ throws(JSONError) in try row.cell("deliveries") },
            ], fields: [], none: "")
        let rows = JSONNode(.array(targets.map(\.value)))
        return String(try list.text(rows, readable, room: room, style: style).dropLast())
    }
}

/// The page of a status that is followed at a terminal: in its place.
private final class Painter: Sendable {
    private let readable: Readable
    private let page = Lock<(status: JSONValue?, screen: ScreenPage)>((nil, ScreenPage()))

    init(readable: Readable) { self.readable = readable }

    func paint(_ status: JSONValue) throws(JSONError) { try show(status) }

    /// Ages go on.
    func repaint() throws(JSONError) {
        if let status = page.withLock({ $0.status }) { try show(status) }
    }

    private func show(_ status: JSONValue) throws(JSONError) {
        let text = try StatusReport.text(JSONNode(status), readable.refreshed, room: Report.room)
        guard let rows = terminalRows(descriptor: STDOUT_FILENO), let columns = Report.room else {
            return Output.write(text)
        }
        let shown = page.withLock { page in
            page.status = status
            return page.screen.replacing(with: text, columns: columns, rows: rows)
        }
        if let shown { Output.write(shown) }
    }
}
