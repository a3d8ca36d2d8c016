import SignalRProtocol
import WebSockets

/// One open transport. WebSockets are one; server-sent events and long polling can be others.
protocol HubTransportConnection: Sendable {
    /// What arrives. For one reader.
    func makeReader() -> any HubTransportReader

    /// Returns when the record is queued; later when much is queued.
    func send(_ record: [UInt8]) async throws(HubError)

    /// Says good-bye and returns when the transport has ended.
    func close() async

    /// Ends the transport at once.
    func abort()
}

/// Reads what arrives on a transport.
protocol HubTransportReader: Sendable {
    /// What has arrived together; `nil` when the other side has closed in order.
    func next() async throws(HubError) -> HubPayloads?
}

/// What has arrived together.
enum HubPayloads: Sendable {
    case webSocket(WebSocketBatch)
    /// What came behind the handshake in the same payload; UTF-8 has been checked.
    case bytes([UInt8])

    /// Calls `body` with each payload in order, as UTF-8.
    func forEach(_ body: (Span<UInt8>) throws(HubProtocolError) -> Void) throws(HubProtocolError) {
        switch self {
        case .bytes(let bytes): try body(bytes.span)
        case .webSocket(let batch):
            try batch.forEachPayload { payload, isText throws(HubProtocolError) in
                // Only text has been checked; official hubs send the JSON protocol as text.
                if !isText { try HubText.checkUTF8(payload) }
                try body(payload)
            }
        }
    }
}
