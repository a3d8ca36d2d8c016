import Control
import Daemon
import JSON

/// `pocketbell target test`.
package enum TargetTest {
    /// Sends a sample alert, by the running program or, without one, from here.
    ///
    /// - Returns: `.unavailable` when the target did not take it.
    package static func run(_ context: CommandContext, target: String) async -> CommandOutcome {
        do {
            let answer = try await Inquiry.with(context) { inquiry in
                try await Patience.during("waiting for \(target)") {
                    try await inquiry.ask(ControlRequest(.post, ["targets", target, "test"]))
                }
            }
            try Report.show(answer, context) { node throws(JSONError) in try text(node) }
            return answer["delivered"] == .bool(true) ? .success : .unavailable
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func text(_ report: JSONNode) throws(JSONError) -> String {
        let delivered = try report.required("delivered").bool()
        var lines = [
            "\(try report.cell("target")): \(delivered ? "delivered" : "not delivered") in \(try report.cell("milliseconds")) ms"
        ]
        let (title, text) = (try report.cell("title"), try report.cell("text"))
        lines += ["  sent: \(title)"] + text.split(separator: "\n").map { "        \($0)" }
        let message = try report.cell("message")
        if !message.isEmpty { lines += ["  \(message)"] }
        let status = try report.cell("status")
        if !status.isEmpty { lines += ["  HTTP status \(status)"] }
        let answer = try report.cell("answer")
        if !answer.isEmpty { lines += ["  it said: \(answer)"] }
        return lines.map { $0.harmless + "\n" }.joined()
    }
}
