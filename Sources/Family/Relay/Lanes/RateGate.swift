import Runtime

/// One bucket, for all lanes that share it.
final class RateGate: Sendable {
    private let bucket: Lock<RateBucket>

    init(_ limits: [RateLimit]) { bucket = Lock(RateBucket(limits)) }

    /// How long until another message may be sent; another lane may take that place.
    func wait(at now: Duration) -> Duration { max(bucket.withLock { $0.wait(at: now) }, .zero) }

    /// How many may be sent now, at least 1: what is too much is held back when its turn has come.
    func room(at now: Duration) -> Int { max(bucket.withLock { $0.room(at: now) }, 1) }

    /// - Returns: Whether a message may be sent now; then it counts.
    func take(at now: Duration) -> Bool { bucket.withLock { $0.take(at: now) } }
}

/// All gates, for as long as the program runs: a reload begins no bucket anew.
final class RateGates: Sendable {
    private let gates = Lock([TargetRate: RateGate]())

    /// `nil` for what may be sent as quickly as it comes.
    func gate(for rate: TargetRate?) -> RateGate? {
        guard let rate else { return nil }
        return gates.withLock { gates in
            let gate = gates[rate] ?? RateGate(rate.limits)
            gates[rate] = gate
            return gate
        }
    }
}
