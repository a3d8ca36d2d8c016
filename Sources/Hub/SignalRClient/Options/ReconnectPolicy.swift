/// Whether, and after which pause, a connection is tried again.
///
/// Whatever the policy says, the pause is never shorter than what the server asks for (`Retry-After`, up to an hour), and
/// connections that end sooner than ``stableAfter`` one after the other are followed by pauses of 1, 2, 4, up to 30 seconds:
/// a server that closes at once, or a message that it always finds too large, must not be tried without a pause for ever.
public struct ReconnectPolicy: Sendable {
    private enum Pauses: Sendable {
        case none
        case listed([Duration])
        case jittered(base: Duration, cap: Duration)
        case custom(@Sendable (ReconnectSituation) -> Duration?)
    }

    private let pauses: Pauses
    /// Whether the first connection of a start is tried again too. Otherwise its failure ends the start.
    public var retriesFirstConnection: Bool
    /// How long a connection must last so as not to count as short, which makes the next pauses longer. With zero none is short.
    public var stableAfter: Duration

    /// Nothing is tried again.
    public static let never = ReconnectPolicy(pauses: .none, retriesFirstConnection: false, stableAfter: .zero)

    /// As official clients do: tries again at once, then after 2, 10 and 30 seconds, and then gives up.
    public static let standard = listed([.zero, .seconds(2), .seconds(10), .seconds(30)])

    /// Tries again after each of these pauses in turn, and then gives up.
    public static func listed(_ pauses: [Duration], retriesFirstConnection: Bool = false) -> ReconnectPolicy {
        ReconnectPolicy(
            pauses: .listed(pauses), retriesFirstConnection: retriesFirstConnection, stableAfter: .seconds(5))
    }

    /// Tries again for ever, each time after a random pause between zero and a bound that doubles from `base` to `cap`. So the
    /// clients of a server that restarts don't come back all at once.
    ///
    /// A failure that waiting won't heal, such as a refused token, is tried again after `cap`; so is a protocol violation,
    /// but for the first one.
    public static func jittered(
        base: Duration = .seconds(1), cap: Duration = .seconds(60), retriesFirstConnection: Bool = true
    ) -> ReconnectPolicy {
        precondition(base > .zero && cap >= base, "pauses are positive and the cap is not below the base")
        return ReconnectPolicy(
            pauses: .jittered(base: base, cap: cap), retriesFirstConnection: retriesFirstConnection,
            stableAfter: .seconds(10))
    }

    /// Asks `decide` before each attempt for the pause before it; `nil` gives up. It must be quick.
    public static func custom(
        retriesFirstConnection: Bool = false, _ decide: @escaping @Sendable (ReconnectSituation) -> Duration?
    ) -> ReconnectPolicy {
        ReconnectPolicy(
            pauses: .custom(decide), retriesFirstConnection: retriesFirstConnection, stableAfter: .seconds(5))
    }

    // MARK: Deciding

    /// The pause before the next attempt; `nil` to give up.
    func pause(_ situation: ReconnectSituation) -> Duration? {
        guard let chosen = chosen(situation) else { return nil }
        return max(chosen, Self.asked(situation.reason), Self.storm(situation.shortConnections))
    }

    /// What the server asks for; nothing that happens on this side makes it shorter.
    static func asked(_ reason: HubError) -> Duration { min(reason.retryAfter ?? .zero, .seconds(3600)) }

    /// One short connection may be chance, such as a restart of the server in the wrong moment.
    private static func storm(_ shortConnections: Int) -> Duration {
        shortConnections < 2 ? .zero : min(.seconds(1) * (1 << min(shortConnections - 2, 8)), .seconds(30))
    }

    private func chosen(_ situation: ReconnectSituation) -> Duration? {
        switch pauses {
        case .none: return nil
        case .listed(let list): return situation.count < list.count ? list[situation.count] : nil
        case .custom(let decide): return decide(situation)
        case .jittered(let base, let cap):
            let steps = situation.count + max(situation.shortConnections - 1, 0)
            // One odd message after a good while says nothing about the next connection.
            let isFirstViolation = situation.reason.kind == .protocolViolation && steps == 0
            guard situation.reason.isRetryable || isFirstViolation else { return cap }
            let bound = steps < 32 ? min(cap, base * (1 << steps)) : cap
            return bound * (Double(situation.random >> 11) / Double(1 << 53))
        }
    }
}
