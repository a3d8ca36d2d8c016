import Control
import Daemon
import JSON
import Terminal

/// `pocketbell status`.
package enum StatusReport {
    private static let request = ControlRequest(.get, ["status"])

    /// - Parameter follows: goes on, with a look each second, and shows what is new until the program ends.
    /// - Returns: `.needsPerson` when anything does, `.internalError` when the counts do not add up.
    package static func show(_ context: CommandContext, follows: Bool) async -> CommandOutcome {
        do {
            return try await Inquiry.with(context) { inquiry in
                var last = try await inquiry.ask(request)
                try Report.show(last, context, text)
                while follows, inquiry.isLive {
                    // The state of connections is in the program, which keeps no record of changes: so it is asked again.
                    try await Task.sleep(for: .seconds(1))
                    let next = try await inquiry.ask(request)
                    if next != last { try Report.show(next, context, text) }
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

    static func text(_ status: JSONNode) throws(JSONError) -> String {
        let style = Report.style
        let isRunning = try status.required("running").bool()
        var lines = [
            isRunning
                ? "PocketBell \(try status.cell("version")), running since \(try status.cell("startedAt"))"
                : style("PocketBell does not run", .warning)
        ]
        lines += [accounts(try status.required("accounts").elements(), style)]
        let counts = try status.required("counts")
        lines += [
            "\(try counts.cell("children")) children, \(try counts.cell("transactions")) transactions; "
                + "\(try counts.cell("hints")) hints (\(try counts.cell("hintsOpen")) open); "
                + "\(try counts.cell("alerts")) alerts"
        ]
        lines += [targets(try status.required("targets").elements(), style)]
        if let oldest = try status.optional("oldestOpen")?.string() { lines += ["oldest open delivery: \(oldest)"] }
        for problem in try status.required("problems").elements() { lines += try text(of: problem, style) }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    /// What is wrong, and below it what to do.
    private static func text(of problem: JSONNode, _ style: TerminalStyle) throws(JSONError) -> [String] {
        let mark = try problem.cell("severity") == "mendsItself" ? style("~ ", .warning) : style("! ", .error)
        let nextStep = try problem.cell("nextStep")
        return [mark + (try problem.cell("sentence").harmless)] + (nextStep.isEmpty ? [] : ["    \(nextStep.harmless)"])
    }

    private static func accounts(_ accounts: [JSONNode], _ style: TerminalStyle) -> String {
        var table = TextTable([
            .init(title: "ACCOUNT"), .init(title: "STATE"), .init(title: "LAST SCAN"), .init(title: "BECAUSE"),
        ])
        for account in accounts {
            let cells = ["name", "state", "lastScan", "reason"].map { (try? account.cell($0)) ?? "" }
            table.append(cells)
        }
        return accounts.isEmpty ? "no account yet" : String(table.text(style: style).dropLast())
    }

    private static func targets(_ targets: [JSONNode], _ style: TerminalStyle) -> String {
        let states = ["delivered", "queued", "attempting", "inDoubt", "skipped", "dead", "discarded"]
        var table = TextTable(
            [.init(title: "TARGET")]
                + states.map { .init(title: $0 == "inDoubt" ? "IN DOUBT" : $0.uppercased(), alignment: .trailing) })
        for target in targets { table.append((["name"] + states).map { (try? target.cell($0)) ?? "" }) }
        return targets.isEmpty ? "" : String(table.text(style: style).dropLast())
    }
}
