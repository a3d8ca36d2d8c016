/// When a client is pinged and when its silence is too long. A value: the moments are given.
struct PeerLiveness: Equatable {
    enum Verdict: Equatable {
        case fine
        case ping
        /// A client that pings has been silent for too long.
        case timeout
    }

    let keepAliveInterval: Duration
    let clientTimeout: Duration
    /// Official servers begin to time out a client at its first ping: one that never pings may stay silent.
    private(set) var hasPinged = false
    private(set) var lastReceived: ContinuousClock.Instant
    /// Whether the client is not read because what it sent has no room yet: then its silence is ours.
    private(set) var isHeldBack = false

    init(keepAliveInterval: Duration, clientTimeout: Duration, now: ContinuousClock.Instant) {
        self.keepAliveInterval = keepAliveInterval
        self.clientTimeout = clientTimeout
        lastReceived = now
    }

    mutating func pinged() { hasPinged = true }
    mutating func received(now: ContinuousClock.Instant) { lastReceived = now }

    mutating func heldBack(_ isHeldBack: Bool, now: ContinuousClock.Instant) {
        self.isHeldBack = isHeldBack
        lastReceived = now
    }

    /// - Parameters:
    ///   - next: when somebody asks again: a ping that would be late by then is due now.
    ///   - lastSent: when anything was last sent to the client.
    func verdict(
        now: ContinuousClock.Instant, next: ContinuousClock.Instant, lastSent: ContinuousClock.Instant
    ) -> Verdict {
        if hasPinged, !isHeldBack, now >= lastReceived + clientTimeout { return .timeout }
        let ping = lastSent + keepAliveInterval
        return now >= ping || next > ping ? .ping : .fine
    }
}
