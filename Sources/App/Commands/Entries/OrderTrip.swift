import Control
import Cryptography
import Daemon
import JSON
import Runtime
import Values

/// The way of an order from the command line to the program, or to its store if none runs, and of what became of it back.
struct OrderTrip: Sendable {
    /// Where orders of this sort are taken.
    let path: String
    let id: String
    let body: Secret
    /// How long to wait for its end; `nil` for not at all.
    let wait: Duration?

    /// Made by whoever asks, and sent again with a second try: asking twice is asking once.
    static func newID() -> String {
        randomBytes(count: 16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Whoever breaks the wait off is told what is kept, and does not enter it again.
    ///
    /// - Returns: `.needsPerson` where the server refuses it within the wait.
    func run(
        _ context: CommandContext,
        sentence: (JSONNode, Readable, _ isLive: Bool) throws(JSONError) -> String
    ) async -> CommandOutcome {
        let news = News()
        do {
            let end: Kept? = try await firstToEnd(
                { try await kept(context, news) },
                {
                    await Stop.requestedOrHungUp()
                    return nil
                })
            guard let (answer, readable, isLive) = end ?? news.state.withLock({ $0.last }) else {
                if news.state.withLock({ $0.isSent }) { _ = Output.outcome(of: uncertain("it was broken off")) }
                return .interrupted
            }
            let done = Output.Done(
                sentence: "the entry is kept", hint: "see it: pocketbell pending show \(id(in: answer).prefix(8))")
            if context.isJSON {
                Output.line(answer, done: done)
            } else {
                Output.line(try sentence(JSONNode(answer), readable, isLive), done: done)
            }
            guard end != nil else { return .interrupted }
            return answer["state"] == "parked" ? .needsPerson : .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private typealias Kept = (answer: JSONValue, readable: Readable, isLive: Bool)

    /// What is known so far.
    private final class News: Sendable {
        /// Whether somebody may have taken it, and what became of it, once somebody has said so.
        let state = Lock((isSent: false, last: Kept?.none))
    }

    /// Asks a second time where nobody has said what became of it: the program may have ended between taking it and saying so, and the
    /// id says whether it has it.
    private func kept(_ context: CommandContext, _ news: News) async throws -> Kept {
        do {
            return try await Inquiry.with(context) { try await ask($0, news) }
        } catch {
            guard news.state.withLock({ $0.isSent }), !Self.isSaid(error), !Task.isCancelled else { throw error }
        }
        do {
            return try await Inquiry.with(context) { try await ask($0, news) }
        } catch {
            guard !Self.isSaid(error) else { throw error }
            throw uncertain(Complaint(error).message)
        }
    }

    private func uncertain(_ why: String) -> DaemonError {
        DaemonError(
            .unavailable, "\(why); the entry may have been kept before that",
            hint: "look before you enter it again: pocketbell pending show \(id.prefix(8))")
    }

    /// Whether somebody has said no, so that nothing was kept.
    private static func isSaid(_ error: any Error) -> Bool {
        (error as? DaemonError).map { $0.kind != .programEnded } ?? false
    }

    private func ask(_ inquiry: Inquiry, _ news: News) async throws -> Kept {
        news.state.withLock { $0.isSent = true }
        let taken: Kept = (
            try await inquiry.ask(ControlRequest(.post, [path], body: body)), inquiry.readable, inquiry.isLive
        )
        news.state.withLock { $0.last = taken }
        guard let wait, inquiry.isLive else { return taken }
        let last = try await Patience.during("waiting for the server") {
            try await ended(taken.answer, inquiry, within: wait)
        }
        return (last, inquiry.readable, true)
    }

    /// Waits for the order's end, in questions that each wait for some seconds.
    private func ended(_ taken: JSONValue, _ inquiry: Inquiry, within limit: Duration) async throws -> JSONValue {
        let deadline = ContinuousClock.now + limit
        var last = taken
        while !Self.isEnded(last) {
            let left = Int((deadline - ContinuousClock.now) / .seconds(1))
            guard deadline > ContinuousClock.now else { return last }
            let query = ["wait": "\(min(max(left, 1), 20))"]
            last = try await inquiry.ask(ControlRequest(.get, ["intents", id(in: taken)], query: query))
        }
        return last
    }

    /// The order that is kept: where the same is on its way already, that one.
    private func id(in answer: JSONValue) -> String {
        guard case .string(let kept)? = answer["intent"] else { return id }
        return kept
    }

    private static func isEnded(_ order: JSONValue) -> Bool {
        ["confirmed", "superseded", "parked", "discarded"].contains(order["state"])
    }

    /// What became of it so far.
    ///
    /// - Parameter what: is ordered, harmless.
    static func sentence(
        _ order: JSONNode, _ what: String, isLive: Bool, waited: Duration?
    ) throws(JSONError) -> String {
        let id = try order.cell("intent").prefix(8)
        switch try order.cell("state") {
        case "confirmed": return "Made: \(what)."
        case "superseded": return "Left: \(what): \(try order.cell("reason").harmless)."
        case "parked":
            return
                "Not made: \(what): \(try order.cell("reason").harmless)\n  next: pocketbell pending show \(id)"
        case _ where !(try order.cell("nextStep").isEmpty):
            let reason = try order.cell("reason")
            return
                "Taken: \(what). It is kept, and waits: \(reason.harmless)\n  next: \(try order.cell("nextStep").harmless)"
        case _ where !isLive:
            return "Taken: \(what). It is kept here, and sent as soon as the program runs: pocketbell run"
        case _ where waited != nil:
            return
                "Taken: \(what). It is kept, and the server has not confirmed it yet; it goes on by itself: "
                + "pocketbell pending show \(id)"
        default: return "Taken: \(what). It goes to the server by itself: pocketbell pending"
        }
    }
}
