import JSON
import SignalRProtocol

/// Takes what a client sends apart, whatever transport it came on. A value.
struct HubPeerReader {
    /// What the client said, in order.
    enum Incoming: Sendable {
        case handshake(HubHandshake.Request)
        /// - Parameter bytes: of the record.
        case message(HubMessage, HubEnvelope.Kind?, number: Int64?, bytes: Int)
    }

    private var records: HubRecordReader
    /// Whether the handshake has been read.
    private var isOpen: Bool

    /// - Parameters:
    ///   - isOpen: whether there will be no handshake: the client has come back to its connection.
    ///   - checksUTF8: whether the transport never does it.
    init(limit: Int, isOpen: Bool = false, checksUTF8: Bool = false) {
        records = HubRecordReader(limit: limit, checksUTF8: checksUTF8)
        self.isOpen = isOpen
    }

    /// - Parameter checksUTF8: whether the transport has not done it for this payload.
    /// - Throws: What breaks the protocol; what came before it is in `incoming`.
    mutating func read(
        _ payload: Span<UInt8>, checksUTF8: Bool = false, into incoming: inout [Incoming]
    ) throws(HubProtocolError) {
        if checksUTF8 { try HubText.checkUTF8(payload) }
        let limit = records.limit
        try records.append(payload) { bytes throws(HubProtocolError) in
            var cursor = JSONCursor()
            if !isOpen {
                let request = try HubHandshake.readRequest(bytes, &cursor)
                guard cursor.offset <= limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
                incoming.append(.handshake(request))
                isOpen = true
            }
            while let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) {
                incoming.append(
                    .message(
                        try HubMessage(envelope, bytes), envelope.kind, number: envelope.sequenceID,
                        bytes: envelope.range.count + 1))
            }
        }
    }
}
