import SignalRProtocol

extension HubPeer {
    private struct Duty: Sendable {
        var pings = false
        var acknowledgement: Int64?
        var ending: HubPeerEnding?
        var reason: HubDisconnection?
        /// An ended connection whose last words nobody has fetched.
        var isForgotten = false
    }

    /// Does what is due: pings, acknowledgements, and giving up a client that is silent or away for too long.
    ///
    /// - Parameter next: when it is called again.
    func watch(now: ContinuousClock.Instant, next: ContinuousClock.Instant) {
        let configuration = hub.configuration
        let duty = withState { Self.duty(&$0, configuration, now, next) }
        if duty.isForgotten { return hub.forget(self) }
        if let ending = duty.ending { return end(ending, duty.reason) }
        if duty.pings { enqueue(.ping) }
        if let number = duty.acknowledgement { enqueue(.acknowledgement(number)) }
    }

    private static func duty(
        _ state: inout HubPeerState, _ configuration: HubConfiguration, _ now: ContinuousClock.Instant,
        _ next: ContinuousClock.Instant
    ) -> Duty {
        let isAway = state.absentSince.map { now >= $0 + configuration.disconnectTimeout } ?? false
        if state.hasEnded { return Duty(isForgotten: isAway) }
        if isAway { return Duty(ending: .gone, reason: HubDisconnection(.timedOut)) }
        if let expiry = state.tokenExpiry, now >= expiry {
            return Duty(ending: .close(error: nil, allowReconnect: true), reason: HubDisconnection(.tokenExpired))
        }
        if let deadline = state.pollDeadline, now >= deadline { state.hasChanged = true }
        var duty = Duty()
        switch state.liveness.verdict(now: now, next: next) {
        case .fine: break
        case .ping: duty.pings = state.absentSince == nil
        case .handshakeTimeout: duty.ending = .refuse("Handshake was canceled.")
        // Away is not silent: it has a limit of its own.
        case .clientTimeout where state.absentSince == nil:
            duty.ending = .close(error: nil, allowReconnect: true)
            duty.reason = HubDisconnection(.timedOut)
        case .clientTimeout: break
        }
        // A moment later would be late.
        duty.acknowledgement = state.session?.acknowledgement(now: next)
        return duty
    }
}
