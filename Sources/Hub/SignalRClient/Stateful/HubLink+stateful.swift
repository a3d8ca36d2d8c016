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
    /// - Returns: When it will be; `nil` when nothing more is owed.
    func acknowledge(dueAt moment: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard isStateful else { return nil }
        let (number, due) = state.withLock { state in
            (state.session?.acknowledgement(now: moment), state.session?.acknowledgementDue)
        }
        // If the transport goes meanwhile, the hub sends again what it thinks is missing, and is told again.
        if let number { post(.acknowledgement(number)) }
        return due
    }
}
