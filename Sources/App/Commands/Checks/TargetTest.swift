import Control
import Daemon
import JSON
import Store
import Values

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

    static func text(_ report: JSONNode) throws(JSONError) -> String {
        let (target, took) = (try report.cell("target"), try report.cell("milliseconds"))
        let answer = try report.cell("answer")
        let (title, text) = (try report.cell("title"), try report.cell("text"))
        let sent = ["  sent: \(title)"] + text.split(separator: "\n").map { "        \($0)" }
        let message = try report.cell("message")
        // Some targets' sentences have the answer in them.
        let said = answer.isEmpty || message.tells(answer) ? [] : ["  it said: \(answer)"]
        let isDelivered = try report.required("delivered").bool()
        // Where there is nobody to take it nothing is sent, and took no time.
        guard try report.cell("reason") != "off" else {
            return "\(target) did not take the sample alert: \(message)".harmless + "\n"
        }
        let head =
            isDelivered
            ? "\(target) took the sample alert (\(took) ms): \(message)"
            : "\(target) did not take the sample alert (\(took) ms): \(message)"
        // As far as it can be known, and no further.
        let proof = try report.optional("proof").map { node throws(JSONError) in try node.string() } ?? nil
        let proven = proof.flatMap { Proof(rawValue: $0) }.map { ["  \($0.rawValue): \($0.sentence)"] } ?? []
        return ([head] + sent + proven + (isDelivered ? [] : said)).map { $0.harmless + "\n" }.joined()
    }
}

extension String {
    /// Whether the answer is part of this sentence, in one line.
    func tells(_ answer: String) -> Bool {
        let line = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty || contains(text: line)
    }
}
