/// When a client is pinged and when it is given up. A value: the moments are given.
struct HubLiveness: Equatable {
    enum Verdict: Equatable {
        case fine
        case ping
        /// The handshake did not come in time.
        case handshakeTimeout
        /// A client that pings has been silent for too long.
        case clientTimeout
    }

    let handshakeTimeout: Duration
    let keepAliveInterval: Duration
    let clientTimeout: Duration
    /// When the handshake must be there; until the transport is, that one.
    private var deadline: ContinuousClock.Instant
    /// Long polling has a heartbeat of its own: each poll.
    let usesPings: Bool
    private(set) var isOpen = false
    /// Official servers begin to time out a client at its first ping: one that never pings may stay silent.
    private(set) var hasPinged = false
    private(set) var lastSent: ContinuousClock.Instant
    private(set) var lastReceived: ContinuousClock.Instant

    /// - Parameter hasTransport: whether the handshake may come already.
    init(
        _ configuration: HubConfiguration, usesPings: Bool = true, hasTransport: Bool = true,
        now: ContinuousClock.Instant
    ) {
        handshakeTimeout = configuration.handshakeTimeout
        keepAliveInterval = configuration.keepAliveInterval
        clientTimeout = configuration.clientTimeout
        self.usesPings = usesPings
        deadline = now + (hasTransport ? handshakeTimeout : max(handshakeTimeout, configuration.negotiationLifetime))
        lastSent = now
        lastReceived = now
    }

    /// The transport is there: from now on the handshake may come.
    mutating func attached(now: ContinuousClock.Instant) {
        deadline = now + handshakeTimeout
        lastReceived = now
    }

    mutating func handshakeCompleted(now: ContinuousClock.Instant) {
        isOpen = true
        lastReceived = now
    }

    mutating func pinged() { hasPinged = true }
    mutating func received(now: ContinuousClock.Instant) { lastReceived = now }
    mutating func sent(now: ContinuousClock.Instant) { lastSent = now }

    /// - Parameter next: when somebody asks again: a ping that would be late by then is due now.
    func verdict(now: ContinuousClock.Instant, next: ContinuousClock.Instant) -> Verdict {
        guard isOpen else { return now >= deadline ? .handshakeTimeout : .fine }
        guard usesPings else { return .fine }
        if hasPinged, now >= lastReceived + clientTimeout { return .clientTimeout }
        let ping = lastSent + keepAliveInterval
        return now >= ping || next > ping ? .ping : .fine
    }
}
