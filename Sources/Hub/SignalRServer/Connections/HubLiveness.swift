/// When a client is pinged and when it is given up. A value: the moments are given.
struct HubLiveness: Equatable {
    enum Verdict: Equatable {
        /// Nothing to do until then.
        case wait(until: ContinuousClock.Instant)
        case ping
        /// The handshake did not come in time.
        case handshakeTimeout
        /// A client that pings has been silent for too long.
        case clientTimeout
    }

    let handshakeTimeout: Duration
    let keepAliveInterval: Duration
    let clientTimeout: Duration
    let connected: ContinuousClock.Instant
    private(set) var isOpen = false
    /// Official servers begin to time out a client at its first ping: one that never pings may stay silent.
    private(set) var hasPinged = false
    private(set) var lastSent: ContinuousClock.Instant
    private(set) var lastReceived: ContinuousClock.Instant

    init(_ configuration: HubConfiguration, now: ContinuousClock.Instant) {
        handshakeTimeout = configuration.handshakeTimeout
        keepAliveInterval = configuration.keepAliveInterval
        clientTimeout = configuration.clientTimeout
        connected = now
        lastSent = now
        lastReceived = now
    }

    mutating func handshakeCompleted(now: ContinuousClock.Instant) {
        isOpen = true
        lastReceived = now
    }

    mutating func pinged() { hasPinged = true }
    mutating func received(now: ContinuousClock.Instant) { lastReceived = now }
    mutating func sent(now: ContinuousClock.Instant) { lastSent = now }

    func verdict(now: ContinuousClock.Instant) -> Verdict {
        guard isOpen else {
            let deadline = connected + handshakeTimeout
            return now >= deadline ? .handshakeTimeout : .wait(until: deadline)
        }
        if hasPinged, now >= lastReceived + clientTimeout { return .clientTimeout }
        if now >= lastSent + keepAliveInterval { return .ping }
        let ping = lastSent + keepAliveInterval
        return .wait(until: hasPinged ? min(ping, lastReceived + clientTimeout) : ping)
    }
}
