import Control
import Daemon
import JSON
import Values

/// `pocketbell deliveries retry` and `discard`.
package struct DeliveryOrder: Sendable {
    /// What is to be done, in the words of the command line.
    package enum Action: String, Sendable {
        case retry
        case discard
    }

    let action: Action
    let numbers: [Int]
    let filter: ListFilter
    let isAgreed: Bool

    /// - Parameters:
    ///   - numbers: of deliveries; empty where the filter says which.
    ///   - filter: without states it finds what waits and what was given up.
    ///   - isAgreed: nobody is asked.
    package init(_ action: Action, numbers: [Int], filter: ListFilter, isAgreed: Bool) {
        self.action = action
        self.numbers = numbers
        self.filter = filter
        self.isAgreed = isAgreed
    }

    /// Carries the order out and says what became of it.
    ///
    /// - Returns: `.usage` where a delivery that was named is left as it is.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            try check()
            let answer = try await Inquiry.with(context) { inquiry in
                numbers.isEmpty ? try await orderFound(inquiry) : try await inquiry.ask(orderNamed)
            }
            guard let answer else {
                Output.note("Nothing was changed.")
                return .success
            }
            if context.isJSON { Output.line(answer) }
            return try say(JSONNode(answer), isJSON: context.isJSON)
        } catch {
            return Output.outcome(of: error)
        }
    }

    private func check() throws {
        let word = action.rawValue
        guard numbers.isEmpty != filter.isEmpty else {
            throw DaemonError(
                .usage,
                numbers.isEmpty ? "it is not said which deliveries" : "numbers and a filter are two ways to say which",
                hint: "pocketbell deliveries \(word) 12 13, or pocketbell deliveries \(word) --target NAME")
        }
    }

    private var orderNamed: ControlRequest {
        let body: JSONValue = ["numbers": .array(numbers.map { .number(JSONNumberText($0)) })]
        return ControlRequest(.post, ["deliveries", action.rawValue], body: Secret(body.description))
    }

    /// Counts first and asks. What comes meanwhile is not part of the answer: nobody was asked about it.
    ///
    /// - Returns: `nil` where nothing is to be done, or not wanted.
    private func orderFound(_ inquiry: Inquiry) async throws -> JSONValue? {
        let readable = inquiry.readable
        let count = try await inquiry.ask(ControlRequest(.get, ["deliveries", "count"]).asking(for: filter, readable))
        let found = try JSONNode(count).required("count").int()
        if found > 0, !isAgreed, try await !agrees(to: found) { return nil }
        let last = try JSONNode(count).cell("through")
        let order = ControlRequest(
            .post, ["deliveries", action.rawValue], query: ["through": last.isEmpty ? "0" : last])
        return try await inquiry.ask(order.asking(for: filter, readable))
    }

    private func agrees(to count: Int) async throws -> Bool {
        guard Asking.isPossible else {
            throw DaemonError(
                .usage, "this is about \(Self.deliveries(count)), and there is no terminal to ask at",
                hint: "add --yes")
        }
        let question =
            switch action {
            case .retry: "Send \(Self.deliveries(count)) again?"
            case .discard: "Give \(Self.deliveries(count)) up for good?"
            }
        return try await Asking.agrees("\(question) [y/N] ")
    }

    private func say(_ answer: JSONNode, isJSON: Bool) throws(JSONError) -> CommandOutcome {
        let done = try answer.required("done").elements().count
        let refused = try answer.required("refused").elements()
        for refusal in refused.prefix(10) { Output.problem(try refusal.cell("message")) }
        if refused.count > 10 { Output.note("and \(refused.count - 10) more") }
        if !isJSON {
            let held = try answer.required("held").elements()
            var count = done
            for row in held { count -= try row.required("numbers").elements().count }
            if count > 0 || done == 0 && refused.isEmpty { Output.line(sentence(count)) }
            for row in held { Output.warning(try row.cell("message").harmless) }
        }
        return refused.isEmpty ? .success : .usage
    }

    private func sentence(_ count: Int) -> String {
        guard count > 0 else { return "No delivery is like that." }
        let (what, verb) = (Self.deliveries(count), count == 1 ? "is" : "are")
        return switch action {
        case .retry: "\(what) \(verb) sent again as soon as the target takes \(count == 1 ? "it" : "them")."
        case .discard: "\(what) \(verb) given up; the list keeps \(count == 1 ? "it" : "them")."
        }
    }

    private static func deliveries(_ count: Int) -> String { count == 1 ? "1 delivery" : "\(count) deliveries" }
}
