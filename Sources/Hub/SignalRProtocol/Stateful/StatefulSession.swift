/// One end of a connection that outlives its transports: stateful reconnect, the same for client and server. It proves each
/// message exactly once and in order across transports that are lost. A value: no IO, and the moments are given.
///
/// Whoever has it calls it in the order in which records are written and read, and:
/// - hands every record of a trackable message (``HubMessage/isTrackable``) to ``send(_:)`` before it is written, and every
///   message that was read to ``read(_:number:bytes:now:)``, also when nobody wants its content;
/// - lets senders wait while ``isFull``;
/// - writes what ``attached()`` gives before anything else on the new transport, and reads nothing from the old one any more.
public struct StatefulSession: Equatable, Sendable {
    /// When acknowledgements go out.
    public struct Pace: Equatable, Sendable {
        /// At most so late, and many messages in one.
        public var interval: Duration
        /// Earlier after so many bytes, so that the other end's full buffer does not make it wait. At least 1.
        public var bytes: Int

        /// The usual pace: one acknowledgement a second, or one for 32 KiB.
        public init(interval: Duration = .seconds(1), bytes: Int = 32_768) {
            self.interval = interval
            self.bytes = bytes
        }
    }

    /// Bytes that may wait for the other end's acknowledgement before senders wait.
    public let limit: Int
    private let pace: Pace
    private var outgoing = ReplayBuffer()
    private var incoming = InboundCounter()
    /// Whether there is a transport.
    public private(set) var isAttached = true
    /// Whether the other end still has to say on this transport with which message it goes on.
    public private(set) var awaitsSequence = false

    /// The session of a transport on which the handshake has just been done.
    ///
    /// - Parameter limit: bytes; the record that exceeds it is still taken.
    public init(limit: Int = 100_000, pace: Pace = Pace()) {
        precondition(limit > 0 && pace.bytes > 0, "limits are positive")
        self.limit = limit
        self.pace = pace
    }

    // MARK: Sending

    /// Counts a trackable record and keeps it until it is acknowledged.
    ///
    /// - Returns: Whether it is to be written now; else ``attached()`` will give it.
    public mutating func send(_ record: [UInt8]) -> Bool {
        outgoing.append(record)
        return isAttached
    }

    /// Whether senders are to wait for an acknowledgement.
    public var isFull: Bool { outgoing.bytes >= limit }

    /// Bytes that wait for an acknowledgement.
    public var keptBytes: Int { outgoing.bytes }

    /// Messages that wait for an acknowledgement.
    public var keptCount: Int { outgoing.count }

    /// The other end has everything up to that number. What can't be true is ignored.
    ///
    /// - Returns: Whether senders that waited may go on.
    public mutating func acknowledged(_ number: Int64) -> Bool {
        let wasFull = isFull
        outgoing.acknowledged(number)
        return wasFull && !isFull
    }

    // MARK: Receiving

    /// Counts a trackable message.
    ///
    /// - Parameter bytes: of its record.
    /// - Returns: Whether it is to be delivered; else it has been already, or nobody can tell which one it is.
    public mutating func received(bytes: Int, now: ContinuousClock.Instant) -> Bool {
        // Without a number it can be neither counted nor delivered; a peer that keeps to the protocol sends it again.
        guard isAttached, !awaitsSequence else { return false }
        return incoming.received(bytes: bytes, now: now, pace)
    }

    /// The other end says with which message it goes on.
    ///
    /// - Throws: `sequenceGap` and `invalidSequence`; then the connection can't go on, on no transport.
    public mutating func sequence(_ number: Int64) throws(HubProtocolError) {
        try incoming.sequence(number)
        awaitsSequence = false
    }

    /// When ``acknowledgement(now:)`` has something; `nil` when nothing is owed or nobody is there to be told.
    public var acknowledgementDue: ContinuousClock.Instant? { isAttached ? incoming.due : nil }

    /// The number to acknowledge now, once; `nil` when nothing is due.
    ///
    /// - Parameter now: whoever looks only now and then gives the moment of the next look.
    public mutating func acknowledgement(now: ContinuousClock.Instant) -> Int64? {
        isAttached ? incoming.acknowledgement(now: now) : nil
    }

    // MARK: Transports

    /// The transport is gone without a word; everything is kept.
    public mutating func detached() { isAttached = false }

    /// There is a new transport, also in place of one that nobody has given up yet.
    ///
    /// - Returns: The records to begin it with: a `Sequence`, and everything that has not been acknowledged, as it was.
    public mutating func attached() -> [[UInt8]] {
        isAttached = true
        awaitsSequence = true
        return [HubMessage.sequence(outgoing.oldest).record] + outgoing.kept
    }
}

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

extension HubEnvelope.Kind {
    /// Whether both ends count it: the messages that mean something to the application.
    package var isTrackable: Bool {
        switch self {
        case .invocation, .streamItem, .completion, .streamInvocation, .cancelInvocation: true
        case .ping, .close, .acknowledgement, .sequence: false
        }
    }
}

extension HubMessage {
    /// Whether both ends count it: the messages that mean something to the application.
    public var isTrackable: Bool {
        switch self {
        case .invocation, .streamItem, .completion, .streamInvocation, .cancelInvocation: true
        case .ping, .close, .acknowledgement, .sequence, .unknown: false
        }
    }
}
