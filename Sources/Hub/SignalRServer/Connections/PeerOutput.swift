import SignalRProtocol
import WebSockets

/// What is on its way to a client, and where it goes. A value but for the socket, whose own queue it fills.
struct PeerOutput: Sendable {
    /// What takes the records.
    enum Carrier: Sendable {
        /// Nothing at present: the client may come back.
        case none
        case socket(WebSocketConnection)
        /// Polls or an event stream fetch them.
        case queue
    }

    /// How far the client has come in.
    enum Gate: Equatable, Sendable {
        /// Nobody sends to it.
        case shut
        /// What is sent goes behind the answer to its handshake.
        case holding
        case open
        case ended(isCut: Bool)
    }

    /// Whether there is room for more.
    enum Room: Equatable, Sendable {
        case enough
        /// A sender that can wait should.
        case little
        /// More waits than the client may let pile up. One record alone may be larger: that is no sign of a slow client.
        case none
        /// It can't be written in the client's format.
        case unwritable(HubProtocolError)
    }

    /// Bytes that may wait for the client. Who can wait does so at a quarter, so that there is room for what can't.
    let limit: Int
    private(set) var gate = Gate.shut
    private(set) var carrier: Carrier
    private(set) var format = HubMessageFormat.json
    /// Exists when the connection outlives its sockets.
    private(set) var session: StatefulSession?
    /// What waits for the answer to the handshake, as it was handed in, or to be fetched, as it is sent.
    private(set) var queue = OutgoingQueue()
    /// Bytes that waited for the socket when last looked at.
    private var waitingBytes = 0
    private(set) var lastSent: ContinuousClock.Instant
    /// Whether the socket has to be told that there is something.
    private var mustFlush = false

    init(limit: Int, carrier: Carrier, now: ContinuousClock.Instant) {
        self.limit = limit
        self.carrier = carrier
        lastSent = now
    }

    var isListed: Bool { gate == .holding || gate == .open }
    var hasEnded: Bool { if case .ended = gate { true } else { false } }

    /// Whether senders that can wait should.
    var isFull: Bool {
        guard isListed else { return false }
        if session?.isFull == true { return true }
        if gate == .open, case .socket = carrier { return waitingBytes > limit / 4 }
        return queue.bytes > limit / 4
    }

    /// The socket whose room a sender is to wait for; `nil` when it is something else that makes it wait, or nothing.
    var fullSocket: WebSocketConnection? {
        guard isFull, gate == .open, session?.isFull != true, case .socket(let socket) = carrier else { return nil }
        return socket
    }

    /// The socket has room again, or has ended: then its reader says how this goes on.
    mutating func socketHasRoom() { waitingBytes = 0 }

    /// What is to be flushed once the lock is free.
    mutating func takeFlush() -> WebSocketConnection? {
        guard mustFlush, case .socket(let socket) = carrier else { return nil }
        mustFlush = false
        return socket
    }

    // MARK: Sending

    /// Hands a record to the transport.
    ///
    /// - Parameter isTrackable: whether it is one that both ends count.
    mutating func send(_ record: [UInt8], isTrackable: Bool, now: ContinuousClock.Instant) -> Room {
        guard isListed else { return .enough }
        var isTooMuch = false
        if isTrackable, session != nil {
            let isNow = session?.send(record) ?? false
            isTooMuch = session.map { $0.keptBytes - record.count - $0.limit > limit } ?? false
            guard isNow else { return room(isTooMuch) }
        }
        if gate == .holding {
            queue.append(record)
            return room(isTooMuch || queue.bytes - record.count > limit)
        }
        lastSent = now
        do throws(HubProtocolError) {
            let bytes = try written(record)
            let waiting = put(bytes)
            return room(isTooMuch || waiting - bytes.count > limit)
        } catch {
            return .unwritable(error)
        }
    }

    private func room(_ isTooMuch: Bool) -> Room { isTooMuch ? .none : isFull ? .little : .enough }

    private func written(_ record: [UInt8]) throws(HubProtocolError) -> [UInt8] {
        format == .json ? record : try MessagePackMessage.frames(of: record.span)
    }

    /// - Returns: How many bytes wait now.
    @discardableResult
    private mutating func put(_ bytes: [UInt8], text: Bool? = nil) -> Int {
        switch carrier {
        case .none: return 0
        case .socket(let socket):
            // A socket that has ended tells its reader.
            guard let (waiting, isFirst) = socket.append(bytes, text: text ?? (format == .json)) else { return 0 }
            waitingBytes = waiting
            if isFirst { mustFlush = true }
            return waiting
        case .queue:
            queue.append(bytes)
            return queue.bytes
        }
    }

    // MARK: Fetching

    /// What waits for a transport that fetches; `nil` if nothing does, or nothing may go out yet.
    mutating func fetch() -> [[UInt8]]? {
        guard gate == .open || hasEnded, !queue.isEmpty else { return nil }
        return queue.takeAll()
    }

    // MARK: Life

    /// The handshake has come.
    ///
    /// - Parameter session: of a connection that outlives its sockets.
    mutating func hold(_ format: HubMessageFormat, _ session: StatefulSession?) {
        guard gate == .shut else { return }
        gate = .holding
        self.format = format
        self.session = session
    }

    /// The client has come in: the answer to its handshake goes first, then what was sent meanwhile.
    ///
    /// - Throws: Why a record can't be written in the client's format.
    mutating func open(now: ContinuousClock.Instant) throws(HubProtocolError) {
        guard gate == .holding else { return }
        let held = queue.takeAll()
        gate = .open
        lastSent = now
        put(HubHandshake.response(), text: true)
        for record in held { put(try written(record)) }
    }

    /// A socket has come.
    ///
    /// - Returns: `false` if it is too late.
    mutating func attach(_ socket: WebSocketConnection) throws(HubProtocolError) -> Bool {
        guard !hasEnded else { return false }
        carrier = .socket(socket)
        (waitingBytes, mustFlush) = (0, false)
        guard gate == .open else { return true }
        for record in session?.attached() ?? [] { put(try written(record)) }
        return true
    }

    /// The socket has ended. What is sent is kept, if there may be another one.
    mutating func detach(_ socket: WebSocketConnection) {
        guard case .socket(let current) = carrier, current === socket else { return }
        carrier = .none
        (waitingBytes, mustFlush) = (0, false)
        session?.detached()
    }

    /// Says the last words; nothing is sent behind them.
    mutating func end(_ ending: HubPeerEnding) {
        guard !hasEnded else { return }
        // What was held back while the client came in is not for a client that does not.
        if gate == .holding { _ = queue.takeAll() }
        switch ending {
        case .close(let error, let allowReconnect) where gate == .open:
            let record = HubMessage.close(error: error, allowReconnect: allowReconnect).record
            if let bytes = try? written(record) { put(bytes) }
        case .close(let error, _): put(HubHandshake.response(error: error ?? "Handshake was canceled."), text: true)
        case .refuse(let text): put(HubHandshake.response(error: text), text: true)
        case .cut: _ = queue.takeAll()
        case .gone: break
        }
        gate = .ended(isCut: ending == .cut)
        session = nil
    }

    // MARK: Stateful reconnect

    /// Counts a message that has come; `deliver` for one that is not counted.
    mutating func admits(
        _ kind: HubEnvelope.Kind?, number: Int64?, bytes: Int, now: ContinuousClock.Instant
    ) throws(HubProtocolError) -> Bool {
        guard session != nil else { return true }
        return try session?.read(kind, number: number, bytes: bytes, now: now) == .deliver
    }

    /// The number to acknowledge, if that is due.
    mutating func acknowledgement(now: ContinuousClock.Instant) -> Int64? { session?.acknowledgement(now: now) }
}

/// Records that wait for a transport that fetches them. A value.
struct OutgoingQueue: Sendable {
    private var records: [[UInt8]] = []
    private(set) var bytes = 0

    var isEmpty: Bool { records.isEmpty }

    mutating func append(_ record: [UInt8]) {
        records.append(record)
        bytes += record.count
    }

    mutating func takeAll() -> [[UInt8]] {
        defer { self = OutgoingQueue() }
        return records
    }
}
