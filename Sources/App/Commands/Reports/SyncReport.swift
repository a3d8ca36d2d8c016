import Control
import Daemon
import JSON
import Terminal
import Values

/// `pocketbell sync`: everything is read anew, now.
package enum SyncReport {
    /// Shows how far it is, on a terminal, and what it came to.
    ///
    /// - Parameter account: one, or `nil` for all.
    /// - Returns: by the worst of the accounts.
    package static func run(_ context: CommandContext, account: String?) async -> CommandOutcome {
        do {
            return try await Inquiry.with(context) { inquiry in
                guard inquiry.isLive else {
                    throw DaemonError(
                        .unavailable, "the program does not run, so nothing is read from a server",
                        hint: "start it: \(inquiry.commands.start)")
                }
                return try await follow(inquiry, context, account)
            }
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func follow(
        _ inquiry: Inquiry, _ context: CommandContext, _ account: String?
    ) async throws -> CommandOutcome {
        let request = ControlRequest(.post, ["sync"], query: account.map { ["account": $0] } ?? [:])
        var lines = Lines()
        try await inquiry.follow(request, endsByItself: true) { news in
            try lines.show(news, isJSON: context.isJSON)
            return true
        }
        return outcome(of: lines.ends)
    }

    /// Somebody has to do something counts more than that nobody answers, and that more than to try again.
    static func outcome(of ends: [SyncNews.Outcome]) -> CommandOutcome {
        func has(_ outcomes: SyncNews.Outcome...) -> Bool { outcomes.contains { ends.contains($0) } }
        if has(.signInNeeded, .refused) { return .notPermitted }
        if has(.unreachable, .incomplete) { return .unavailable }
        return has(.postponed, .stopped) || ends.isEmpty ? .tryAgain : .success
    }

    /// What is going on, and how far it is.
    static func words(_ work: JSONNode) throws(JSONError) -> String {
        let operation =
            switch try work.cell("operation") {
            case "pushing": "sending what was entered"
            case "pulling": "reading"
            default: "comparing"
            }
        return "\(operation), \(try work.hundredths("progress")) %"
    }

    /// What has been shown of an order that goes on.
    private struct Lines: ~Copyable {
        private var line = ProgressLine()
        private var running: [String: Int] = [:]
        private(set) var ends: [SyncNews.Outcome] = []

        mutating func show(_ news: JSONValue, isJSON: Bool) throws(JSONError) {
            let node = JSONNode(news)
            let account = try node.cell("account")
            let outcome = try node.word("outcome")
            if let outcome = SyncNews.Outcome(rawValue: outcome) {
                clear()
                running[account] = nil
                ends.append(outcome)
                isJSON ? Output.line(news) : try say(node, account, outcome)
            } else if isJSON {
                Output.line(news)
            } else {
                try paint(node, account)
            }
        }

        /// Of several accounts the one that is behind.
        private mutating func paint(_ node: JSONNode, _ account: String) throws(JSONError) {
            running[account] = try node.hundredths("progress")
            let least = running.values.min() ?? 0
            line.show("\(account): \(try SyncReport.words(node))", fraction: Double(least) / 100)
        }

        mutating func clear() { line = ProgressLine() }

        private func say(_ node: JSONNode, _ account: String, _ outcome: SyncNews.Outcome) throws(JSONError) {
            guard outcome != .complete else {
                return Output.line("\(account): everything was read anew".harmless)
            }
            let failures = try node.required("failures").elements().map { node throws(JSONError) in try node.string() }
            let what = failures.isEmpty ? "" : ": \(failures.joined(separator: ", "))"
            let nextStep = try node.cell("nextStep")
            Output.problem(
                "\(account): \(try node.cell("reason"))\(what)".harmless,
                hint: nextStep.isEmpty ? nil : nextStep.harmless)
        }
    }
}
