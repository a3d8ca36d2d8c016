import JSON
import SignalRProtocol

/// Takes what a client sends apart, whatever transport it came on and however it is written. A value.
struct PeerDecoder: Sendable {
    /// What the client said, in order.
    enum Incoming: Equatable, Sendable {
        case handshake(HubHandshake.Request)
        /// - Parameter bytes: of the record.
        case message(HubMessage, HubEnvelope.Kind?, number: Int64?, bytes: Int)
    }

    /// What came at a time.
    struct Batch: Sendable {
        var incoming: [Incoming] = []
        /// What broke the protocol behind it.
        var violation: HubProtocolError?
    }

    private enum Mode: Sendable {
        /// The beginning of the handshake, which is JSON.
        case handshake([UInt8])
        case json(HubRecordReader)
        case messagePack(MessagePackInbound)
    }

    /// Bytes of one message.
    let limit: Int
    /// Whether the transport never checks that text is UTF-8.
    private let checksUTF8: Bool
    private var mode: Mode

    /// - Parameters:
    ///   - format: that of a connection whose client has come back, and makes no handshake; `nil` awaits one.
    ///   - checksUTF8: whether the transport never does it.
    init(limit: Int, resuming format: HubMessageFormat? = nil, checksUTF8: Bool = false) {
        self.limit = limit
        self.checksUTF8 = checksUTF8
        mode = .handshake([])
        if let format { use(format) }
    }

    /// - Parameter isText: whether the transport has checked this payload to be UTF-8.
    /// - Throws: What breaks the protocol; what came before it is in `incoming`.
    mutating func read(
        _ payload: Span<UInt8>, isText: Bool, into incoming: inout [Incoming]
    ) throws(HubProtocolError) {
        let start = try takeHandshake(payload, &incoming)
        guard start < payload.count else { return }
        let rest = payload.extracting(start..<payload.count)
        switch mode {
        case .handshake: break
        case .json(var records):
            if !isText, !checksUTF8 { try HubText.checkUTF8(rest) }
            // Held once, so that what it keeps is not copied.
            mode = .handshake([])
            defer { mode = .json(records) }
            try records.append(rest) { bytes throws(HubProtocolError) in
                try Self.messages(bytes, limit: limit, &incoming)
            }
        case .messagePack(var inbound):
            mode = .handshake([])
            defer { mode = .messagePack(inbound) }
            var records: [UInt8] = []
            var violation: HubProtocolError?
            do throws(HubProtocolError) { try inbound.append(rest, to: &records) } catch { violation = error }
            // The record that is made of a message may be longer than that.
            try Self.messages(records.span, limit: .max, &incoming)
            if let violation { throw violation }
        }
    }

    /// - Returns: Where the handshake ends.
    private mutating func takeHandshake(
        _ payload: Span<UInt8>, _ incoming: inout [Incoming]
    ) throws(HubProtocolError) -> Int {
        guard case .handshake(var begun) = mode else { return 0 }
        var end = 0
        while end < payload.count, begun.last != HubRecordReader.separator {
            guard begun.count < limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
            begun.append(payload[end])
            end += 1
        }
        guard begun.last == HubRecordReader.separator else {
            mode = .handshake(begun)
            return end
        }
        try HubText.checkUTF8(begun.span)
        let request = try HubHandshake.readRequest(in: begun.span).request
        incoming.append(.handshake(request))
        // Of another format nothing is read: the handshake is refused.
        use(HubMessageFormat(rawValue: request.protocolName) ?? .json)
        return end
    }

    private mutating func use(_ format: HubMessageFormat) {
        mode =
            switch format {
            case .json: .json(HubRecordReader(limit: limit, checksUTF8: checksUTF8))
            case .messagePack: .messagePack(MessagePackInbound(limit: limit, hasHandshake: false))
            }
    }

    private static func messages(
        _ records: Span<UInt8>, limit: Int, _ incoming: inout [Incoming]
    ) throws(HubProtocolError) {
        var cursor = JSONCursor()
        while let envelope = try HubEnvelope.next(records, &cursor, limit: limit) {
            incoming.append(
                .message(
                    try HubMessage(envelope, records), envelope.kind, number: envelope.sequenceID,
                    bytes: envelope.range.count + 1))
        }
    }
}
