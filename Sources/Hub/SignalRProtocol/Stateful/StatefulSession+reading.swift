extension StatefulSession {
    /// What is to be done with a message that was read.
    package enum Reading: Equatable, Sendable {
        /// It is new, or not one that is counted.
        case deliver
        /// It has come before, or is the session's own business.
        case skip
        /// As ``skip``, and senders that waited may go on.
        case skipAndResumeSenders
    }

    /// Takes note of a message, of whatever type.
    ///
    /// - Parameters:
    ///   - kind: `nil` for a type from a newer protocol.
    ///   - number: the `sequenceId` that it has, if any.
    ///   - bytes: of its record.
    /// - Throws: `sequenceGap` and `invalidSequence`; then the connection can't go on, on no transport.
    package mutating func read(
        _ kind: HubEnvelope.Kind?, number: Int64?, bytes: Int, now: ContinuousClock.Instant
    ) throws(HubProtocolError) -> Reading {
        switch kind {
        case .invocation, .streamItem, .completion, .streamInvocation, .cancelInvocation:
            return received(bytes: bytes, now: now) ? .deliver : .skip
        case .acknowledgement: return acknowledged(number ?? 0) ? .skipAndResumeSenders : .skip
        case .sequence:
            try sequence(number ?? 0)
            return .skip
        case .ping, .close, nil: return .deliver
        }
    }
}
