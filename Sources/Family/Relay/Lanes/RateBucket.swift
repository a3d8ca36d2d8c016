/// What a service takes of one sender. A pure value: the moment, in running time, is given.
///
/// It keeps when the last messages were sent, and not how many are left: a bucket that fills up drop by drop lets through twice as
/// many as were meant, in a stretch that begins when it is full.
struct RateBucket: Sendable, Equatable {
    let limits: [RateLimit]
    /// The last ones, in order; as many as the largest limit.
    private(set) var sent: [Duration] = []

    init(_ limits: [RateLimit]) { self.limits = limits }

    /// How long until another one may be sent.
    func wait(at now: Duration) -> Duration {
        limits.reduce(.zero) { longest, limit in
            guard sent.count >= limit.count else { return longest }
            return max(longest, sent[sent.count - limit.count] + limit.period - now)
        }
    }

    /// How many may be sent now.
    func room(at now: Duration) -> Int {
        limits.reduce(.max) { least, limit in
            min(least, max(limit.count - sent.count { $0 + limit.period > now }, 0))
        }
    }

    /// - Returns: Whether it may be sent; then it counts.
    mutating func take(at now: Duration) -> Bool {
        guard wait(at: now) <= .zero else { return false }
        // A clock that went back must not bring the order into disorder.
        sent.append(max(now, sent.last ?? now))
        let most = limits.reduce(0) { max($0, $1.count) }
        if sent.count > most { sent.removeFirst(sent.count - most) }
        return true
    }
}
