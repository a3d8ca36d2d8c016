/// Whether, and after which pause, a connection is tried again.
public struct ReconnectPolicy: Sendable, Equatable {
    /// What the decision is made of.
    struct Situation: Equatable {
        /// Attempts since the loss that have failed; 0 for the first.
        var retries: Int
        var failure: HubError
        /// From a random source.
        var random: UInt64
    }

    private enum Pauses: Sendable, Equatable {
        case none
        case listed([Duration])
        case jittered(base: Duration, cap: Duration)
    }

    private let pauses: Pauses
    /// Whether the first connection is tried again too; else its failure ends the start.
    public var retriesFirstConnection: Bool
    /// How long a connection must have lasted for the pauses to begin anew after it. It keeps a server that accepts and
    /// closes at once from being called without a pause for ever.
    public var stableAfter: Duration

    /// Never.
    public static let never = ReconnectPolicy(pauses: .none, retriesFirstConnection: false, stableAfter: .zero)

    /// As official clients: at once, then after 2, 10 and 30 seconds, then never.
    public static let standard = listed([.zero, .seconds(2), .seconds(10), .seconds(30)])

    /// After these pauses, then never.
    public static func listed(_ pauses: [Duration], retriesFirstConnection: Bool = false) -> ReconnectPolicy {
        ReconnectPolicy(
            pauses: .listed(pauses), retriesFirstConnection: retriesFirstConnection, stableAfter: .zero)
    }

    /// Without end, after a random pause between zero and a bound that doubles from `base` to `cap`. So the clients of a
    /// server that restarts don't come back all at once.
    ///
    /// A failure that waiting won't heal, such as a refused token, is tried again after `cap`; so is a protocol violation, but for
    /// the first one.
    public static func jittered(
        base: Duration = .seconds(1), cap: Duration = .seconds(60), retriesFirstConnection: Bool = true
    ) -> ReconnectPolicy {
        precondition(base > .zero && cap >= base, "pauses are positive and the cap is not below the base")
        return ReconnectPolicy(
            pauses: .jittered(base: base, cap: cap), retriesFirstConnection: retriesFirstConnection,
            stableAfter: .seconds(10))
    }

    /// The pause before the next attempt; `nil` to give up. Never shorter than what the server asks for, up to an hour.
    func pause(_ situation: Situation) -> Duration? {
        let asked = min(situation.failure.retryAfter ?? .zero, .seconds(3600))
        switch pauses {
        case .none: return nil
        case .listed(let list):
            return situation.retries < list.count ? max(list[situation.retries], asked) : nil
        case .jittered(let base, let cap):
            // One odd message after a good while says nothing about the next connection.
            let isFirstViolation = situation.failure.kind == .protocolViolation && situation.retries == 0
            guard situation.failure.isRetryable || isFirstViolation else { return max(cap, asked) }
            let bound = situation.retries < 32 ? min(cap, base * (1 << situation.retries)) : cap
            let fraction = Double(situation.random >> 11) / Double(1 << 53)
            return max(bound * fraction, asked)
        }
    }
}
