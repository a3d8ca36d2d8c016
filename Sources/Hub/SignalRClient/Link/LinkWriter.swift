import Runtime
import SignalRProtocol

/// Writes a link's records, one after the other, on the transport that there is; with stateful reconnect it also numbers them,
/// and keeps them for the next one.
final class LinkWriter: Sendable {
    private struct State {
        /// The last one there was, while there is none.
        var transport: any HubTransportConnection
        /// With stateful reconnect.
        var session: StatefulSession?
        var lastSent = ContinuousClock.now
        /// Whether more is queued than the transport has room for: then reading waits, because what is read may cause answers.
        var isClogged = false
        /// Why nothing can be sent any more.
        var ended: LinkEnding?
        /// Kept when senders that wait for an acknowledgement are to look again; `nil` as long as nobody has waited since.
        var room: Promise<Void, Never>?
    }

    private enum Written: Sendable {
        case done
        /// It is queued, and more than there is room for.
        case queued(on: any HubTransportConnection)
        /// It is not, because the hub has not confirmed enough of what was sent before.
        case blocked
        /// It is kept, with more than the hub may leave unconfirmed.
        case hopeless
    }

    let isStateful: Bool
    private let sent: HubMetrics.Traffic?
    private let state: Lock<State>

    /// - Parameter session: with stateful reconnect.
    init(_ transport: any HubTransportConnection, _ session: StatefulSession?, _ sent: HubMetrics.Traffic?) {
        isStateful = session != nil
        self.sent = sent
        state = Lock(State(transport: transport, session: session))
    }

    /// The one there is, or the last one there was.
    var transport: any HubTransportConnection { state.withLock { $0.transport } }

    /// When anything was sent; `nil` while messages don't reach the hub.
    var lastSent: ContinuousClock.Instant? {
        state.withLock { $0.session?.isAttached ?? true ? $0.lastSent : nil }
    }

    /// Whether whoever reads is to wait first: ``waitUntilClear()``.
    var isClogged: Bool { state.withLock { $0.isClogged } }

    // MARK: Sending

    /// Sends a record, and waits while much is queued.
    ///
    /// Without a transport, while there may be a next one, it is kept for that. Whoever is cancelled waits no longer; the record may
    /// go all the same.
    ///
    /// - Returns: Whether it may go on so: false when the hub leaves too much unconfirmed.
    func send(_ message: HubMessage) async throws(HubError) -> Bool {
        let record = message.record
        while true {
            switch try write(record, isTracked: message.isTrackable, isUrgent: false) {
            case .done: return true
            case .queued(let transport):
                // It may have gone all the same.
                do { try await transport.waitForRoom() } catch {
                    if !isStateful { throw error.ofCall(mayHaveRun: true) }
                }
                return true
            case .blocked: try await waitForAcknowledgement()
            case .hopeless: return false
            }
        }
    }

    /// Queues a small record without waiting: a cancellation, an answer, a ping.
    ///
    /// - Returns: As ``send(_:)``.
    func post(_ message: HubMessage) -> Bool {
        // Why it fails, the reader tells.
        switch try? write(message.record, isTracked: message.isTrackable, isUrgent: true) {
        case .queued: state.withLock { $0.isClogged = true }
        case .hopeless: return false
        case .done, .blocked, nil: break
        }
        return true
    }

    /// Under one lock, so that records are numbered in the order in which they are queued. The transport only takes locks
    /// of its own meanwhile.
    private func write(_ record: [UInt8], isTracked: Bool, isUrgent: Bool) throws(HubError) -> Written {
        try state.withLock { state throws(HubError) in
            if let ending = state.ended { throw ending.error }
            let isKept = isTracked && state.session != nil
            if isKept {
                if state.session?.isFull == true, !isUrgent { return .blocked }
                let isWanted = state.session?.send(record) == true
                // Urgent ones don't wait: a hub that asks much and confirms nothing must not fill this side's memory.
                if let session = state.session, session.keptBytes / 16 > session.limit { return .hopeless }
                guard isWanted else { return .done }
            }
            guard state.session?.isAttached ?? true else { return .done }
            state.lastSent = .now
            sent?.count(frames: 1, bytes: record.count)
            do throws(HubError) {
                return try state.transport.enqueue(record) ? .done : .queued(on: state.transport)
            } catch {
                // The next transport gets it; that this one is gone, the reader finds.
                if isKept { return .done }
                throw error
            }
        }
    }

    /// Nothing can be sent any more.
    func end(_ ending: LinkEnding) {
        state.withLock { $0.ended = ending }
        resumeSenders()
    }

    // MARK: Waiting

    /// - Throws: Why the link ended; ``HubError/cancelled``.
    private func waitForAcknowledgement() async throws(HubError) {
        let room = state.withLock { state -> Promise<Void, Never>? in
            guard state.session?.isFull == true, state.ended == nil else { return nil }
            if state.room == nil { state.room = Promise() }
            return state.room
        }
        await room?.outcomeUnlessCancelled()
        if Task.isCancelled { throw .cancelled }
    }

    /// Lets senders that wait for an acknowledgement look again.
    private func resumeSenders() { state.withLock { $0.room.take() }?.keep() }

    /// How many senders wait for an acknowledgement.
    var waitingSenders: Int { state.withLock { $0.room }?.waiterCount ?? 0 }

    /// Returns when what was queued beyond its room has gone, so that a hub that asks and does not read is not read from.
    func waitUntilClear() async {
        let transport = state.withLock { state -> (any HubTransportConnection)? in
            defer { state.isClogged = false }
            return state.isClogged ? state.transport : nil
        }
        // When it has ended, the reader finds out why.
        try? await transport?.waitForRoom()
    }

    // MARK: Stateful reconnect

    /// The transport is gone: what is sent is kept.
    func detach() {
        state.withLock { $0.session?.detached() }
        transport.abort()
    }

    /// Begins the new transport with what the hub has not confirmed, in front of everything else.
    func attach(_ transport: any HubTransportConnection) {
        // Under the lock, so that nothing that is sent meanwhile overtakes it.
        state.withLock { state in
            state.transport = transport
            state.isClogged = false
            state.lastSent = .now
            // That it has broken too, its reader finds.
            for record in state.session?.attached() ?? [] { _ = try? transport.enqueue(record) }
        }
    }

    /// Whether a message that has arrived is to be looked at: every message is counted before anything else, also one that
    /// nobody wants, and one that comes again is passed over.
    ///
    /// - Parameter bytes: of its record with the separator.
    func admits(
        _ kind: HubEnvelope.Kind?, number: Int64?, bytes: Int, now: ContinuousClock.Instant
    ) throws(HubProtocolError) -> Bool {
        guard isStateful else { return true }
        let reading = try state.withLock { state throws(HubProtocolError) in
            try state.session?.read(kind, number: number, bytes: bytes, now: now)
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
        // If the transport goes meanwhile, the hub sends again what it thinks is missing, and is told again. It is not kept
        // itself, so there can't be too much of it.
        if let number { _ = post(.acknowledgement(number)) }
        return due
    }
}
