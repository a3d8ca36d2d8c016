import Runtime
import SignalRProtocol

/// What stateful reconnect adds to reading.
extension HubLink {
    /// Whether a message that has arrived is to be looked at: every message is counted before anything else, also one that
    /// nobody wants, and one that comes again is passed over.
    func admits(_ envelope: HubEnvelope) throws(HubProtocolError) -> Bool {
        guard isStateful else { return true }
        // With its separator.
        let bytes = envelope.range.count + 1
        let reading = try state.withLock { state throws(HubProtocolError) in
            try state.session?.read(envelope.kind, number: envelope.sequenceID, bytes: bytes, now: .now)
        }
        if reading == .skipAndResumeSenders { resumeSenders() }
        return reading == nil || reading == .deliver
    }

    /// Tells the hub what has come, if that is due.
    ///
    /// - Parameter moment: now, or the next time that somebody looks.
    func acknowledge(dueAt moment: ContinuousClock.Instant) {
        guard isStateful else { return }
        let (number, isDueLater) = state.withLock { state in
            (state.session?.acknowledgement(now: moment), state.session?.acknowledgementDue != nil)
        }
        if isDueLater { network.sweep.hasten() }
        guard let number else { return }
        // If the transport goes meanwhile, the hub sends again what it thinks is missing, and is told again.
        post(.acknowledgement(number))
    }
}
