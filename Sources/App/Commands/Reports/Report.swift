import Configuration
import Control
import Glibc
import JSON
import Terminal

/// How reports are shown: the answer as it is with `--json`, else as text for people.
enum Report {
    static var style: TerminalStyle { TerminalStyle(descriptor: STDOUT_FILENO) }

    /// Asks one question and shows the answer.
    static func show(
        _ context: CommandContext, _ request: ControlRequest, text: (JSONNode) throws(JSONError) -> String
    ) async -> CommandOutcome {
        do {
            let answer = try await Inquiry.with(context) { try await $0.ask(request) }
            try show(answer, context, text)
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// A list is one object a line.
    static func show(_ answer: JSONValue, _ context: CommandContext, _ text: (JSONNode) throws(JSONError) -> String)
        throws
    {
        guard context.isJSON else { return Output.write(try text(JSONNode(answer))) }
        if case .array(let elements) = answer { elements.forEach(Output.line) } else { Output.line(answer) }
    }
}

extension JSONNode {
    /// A member as text for a table; an empty text where it is missing.
    func cell(_ name: String) throws(JSONError) -> String {
        guard let node = try optional(name) else { return "" }
        switch node.value {
        case .string(let text): return text
        case .number(let number): return number.text
        case .bool(let value): return value ? "yes" : "no"
        case .null, .array, .object: return ""
        }
    }
}
