import Control
import Daemon
import JSON
import Values

/// `pocketbell seen`: a person's word, where no target can tell.
package enum SeenReport {
    /// Marks alerts as seen.
    ///
    /// - Parameters:
    ///   - numbers: of deliveries; empty where all are meant.
    ///   - isAll: all that would be told again, or told others.
    /// - Returns: `.usage` where there is no delivery of a number.
    package static func mark(_ numbers: [Int], isAll: Bool, _ context: CommandContext) async -> CommandOutcome {
        do {
            guard numbers.isEmpty == isAll else {
                throw DaemonError(
                    .usage,
                    isAll ? "numbers and --all are two ways to say which" : "it is not said what was seen",
                    hint: "pocketbell seen 12 13, or pocketbell seen --all")
            }
            let order: JSONValue =
                isAll ? ["all": true] : ["numbers": .array(numbers.map { .number(JSONNumberText($0)) })]
            let answer = try await Inquiry.with(context) { inquiry in
                try await inquiry.ask(ControlRequest(.post, ["seen"], body: Secret(order.description)))
            }
            try Report.show(answer, context) { node throws(JSONError) in try text(node) }
            let refused = try JSONNode(answer).required("refused").elements()
            if !context.isJSON {
                for refusal in refused { Output.warning(try refusal.cell("message").harmless) }
            }
            return refused.isEmpty ? .success : .usage
        } catch {
            return Output.outcome(of: error)
        }
    }

    static func text(_ answer: JSONNode) throws(JSONError) -> String {
        switch try answer.required("alerts").int() {
        case 0: "Nothing new: what was named had been seen, or nothing waits to be.\n"
        case let count:
            "Seen: \(count == 1 ? "1 alert" : "\(count) alerts")"
                + notTold(try answer.required("notToldAgain").int(), of: count) + ".\n"
        }
    }

    /// What would have followed, and does not.
    private static func notTold(_ count: Int, of all: Int) -> String {
        guard count > 0 else { return "" }
        let verb = count == 1 ? "is" : "are"
        return count == all ? ", which \(verb) not told again" : "; \(count) of them \(verb) not told again"
    }
}
