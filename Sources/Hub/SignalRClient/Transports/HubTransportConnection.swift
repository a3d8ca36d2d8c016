import SignalRProtocol
import WebSockets

/// One open transport.
protocol HubTransportConnection: Sendable {
    var kind: HubTransport { get }

    /// What arrives. For one reader.
    func makeReader() -> any HubTransportReader

    /// Queues a record without waiting, also when there is no room.
    ///
    /// - Returns: Whether there is room for more; else senders call ``waitForRoom()`` before they go on.
    /// - Throws: ``HubError`` when the transport has ended.
    func enqueue(_ record: [UInt8]) throws(HubError) -> Bool

    /// Returns when there is room again.
    ///
    /// - Throws: ``HubError`` when the transport has ended; of kind `cancelled` when the task is cancelled before there is room.
    func waitForRoom() async throws(HubError)

    /// Gives the reader something that is empty, so that whoever reads looks at what else there is to do.
    func wakeReader()

    /// When anything last came, also a part of a message; `nil` if that is not known. On the service thread only.
    var lastArrival: ContinuousClock.Instant? { get }

    /// Once it has ended: whether it broke, rather than being closed by a word of the other side. Only of transports that can
    /// be taken up again.
    var hasBroken: Bool { get }

    /// Says good-bye and returns when the transport has ended.
    func close() async

    /// Ends the transport at once.
    func abort()
}

extension HubTransportConnection {
    /// Returns when the record is queued; later when much is queued.
    func send(_ record: [UInt8]) async throws(HubError) {
        if try !enqueue(record) { try await waitForRoom() }
    }
}

/// Reads what arrives on a transport.
protocol HubTransportReader: Sendable {
    /// What has arrived together; `nil` when the other side has closed in order.
    func next() async throws(HubError) -> HubPayloads?

    /// As ``next()``, without waiting: when there is nothing yet, `body` is called once when there may be something, on any
    /// thread.
    func poll(orCall body: @escaping @Sendable () -> Void) -> Result<HubPayloads?, HubError>?
}

/// What has arrived together.
enum HubPayloads: Sendable {
    case webSocket([WebSocketBatch])
    /// Of a transport without frames, whose UTF-8 is checked with the records; or what came behind the handshake.
    case bytes([UInt8])

    /// All payloads one behind the other, as UTF-8, without a copy: a record may go over the border between two.
    func joined() throws(HubProtocolError) -> [UInt8] {
        switch self {
        case .bytes(let bytes): return bytes
        case .webSocket(let batches):
            if !batches.allSatisfy(\.isText) { try forEach { _ throws(HubProtocolError) in } }
            // Nearly always one.
            return batches.count == 1 ? batches[0].bytes : batches.flatMap(\.bytes)
        }
    }

    /// Calls `body` with each payload in order, as UTF-8.
    func forEach(_ body: (Span<UInt8>) throws(HubProtocolError) -> Void) throws(HubProtocolError) {
        switch self {
        case .bytes(let bytes): try body(bytes.span)
        case .webSocket(let batches):
            for batch in batches {
                try batch.forEachPayload { payload, isText throws(HubProtocolError) in
                    // Only text has been checked; official hubs send the JSON protocol as text.
                    if !isText { try HubText.checkUTF8(payload) }
                    try body(payload)
                }
            }
        }
    }
}
