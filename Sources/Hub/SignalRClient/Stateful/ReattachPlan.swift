import SignalRProtocol

/// When a connection whose transport was lost asks the hub for a new one, while the hub still remembers it. A value: moments
/// and random numbers are given.
///
/// Official clients try once. A network that changes is often back only after some seconds, and the hub waits that long.
struct ReattachPlan: Equatable {
    typealias Instant = ContinuousClock.Instant

    /// How long the hub remembers, as far as is known here.
    let window: Duration
    let lostAt: Instant
    private(set) var attempts = 0
    /// Whether the last token was refused.
    private(set) var wasRefused = false
    private var isOver = false

    private static let base = Duration.milliseconds(100)
    private static let cap = Duration.seconds(2)

    init(window: Duration, lostAt: Instant) {
        self.window = window
        self.lostAt = lostAt
    }

    /// The pause before the next attempt; `nil` when none is worth it any more.
    ///
    /// - Parameter random: from a random source: the clients of a network that comes back shall not ask all at once.
    mutating func pause(now: Instant, random: UInt64) -> Duration? {
        guard !isOver else { return nil }
        defer { attempts += 1 }
        guard attempts > 0 else { return .zero }
        let bound = attempts < 16 ? min(Self.cap, Self.base * (1 << (attempts - 1))) : Self.cap
        // At least half of it: an attempt that fails at once, again and again, would be a storm.
        let fraction = Double(random >> 11) / Double(1 << 53)
        let pause = bound * (0.5 + fraction / 2)
        guard now + pause < lostAt + window else { return nil }
        return pause
    }

    /// How long an attempt may take that begins now.
    func limit(now: Instant, connectTimeout: Duration) -> Duration {
        min(connectTimeout, max(.milliseconds(100), lostAt + window - now))
    }

    /// An attempt failed.
    mutating func failed(_ error: HubError) {
        switch error.status {
        // The hub has forgotten the connection; a proxy may have sent us to another server, which never knew it.
        case 404: isOver = true
        case 401, 403:
            isOver = wasRefused
            wasRefused = true
        default: break
        }
        switch error.kind {
        case .noToken, .badURL, .cancelled, .stopped: isOver = true
        default: break
        }
    }
}
