/// When a connection pings and when it takes the hub for dead. A value: the moments are given.
struct LinkLiveness: Equatable {
    typealias Instant = ContinuousClock.Instant

    enum Verdict: Equatable {
        /// Nothing to do until then.
        case wait(until: Instant)
        case ping
        case timeout
    }

    let pingInterval: Duration
    let serverTimeout: Duration
    private(set) var lastReceived: Instant
    /// Whether this side does not read because its consumers are behind: then the hub's silence is ours.
    private(set) var isHeldBack = false

    init(pingInterval: Duration, serverTimeout: Duration, now: Instant) {
        self.pingInterval = pingInterval
        self.serverTimeout = serverTimeout
        lastReceived = now
    }

    mutating func received(now: Instant) { lastReceived = now }

    mutating func heldBack(_ isHeldBack: Bool, now: Instant) {
        self.isHeldBack = isHeldBack
        lastReceived = now
    }

    /// - Parameter lastSent: when this side last sent anything.
    func verdict(now: Instant, lastSent: Instant) -> Verdict {
        if !isHeldBack, now >= lastReceived + serverTimeout { return .timeout }
        let ping = lastSent + pingInterval
        if now >= ping { return .ping }
        return .wait(until: isHeldBack ? ping : min(ping, lastReceived + serverTimeout))
    }
}
