/// Makes JSON records of what a peer sends that speaks MessagePack. A value.
public struct MessagePackInbound: Sendable {
    private var framing: MessagePackFraming
    /// The beginning of the handshake, which is JSON; `nil` behind it.
    private var handshake: [UInt8]?

    /// - Parameters:
    ///   - limit: bytes of one message, and of the record that it becomes.
    ///   - hasHandshake: whether one comes first; not when a connection is taken up again.
    public init(limit: Int, hasHandshake: Bool = true) {
        framing = MessagePackFraming(limit: limit)
        handshake = hasHandshake ? [] : nil
    }

    /// Adds what has become whole, as records.
    ///
    /// - Throws: When the connection can't go on; what came whole before is added all the same.
    public mutating func append(_ payload: Span<UInt8>, to records: inout [UInt8]) throws(HubProtocolError) {
        let start = try takeHandshake(payload, to: &records)
        guard start < payload.count else { return }
        let limit = framing.limit
        try framing.append(payload.extracting(start..<payload.count)) { message throws(HubProtocolError) in
            let end = records.count
            do throws(HubProtocolError) {
                try MessagePackMessage.appendRecord(of: message, to: &records, limit: limit)
            } catch {
                records.removeSubrange(end...)
                throw error
            }
        }
    }

    /// To be called at the end of the transport.
    ///
    /// - Throws: `incompleteRecord` if it came inside a message.
    public func finish() throws(HubProtocolError) {
        guard !framing.isMidMessage, handshake?.isEmpty != false else { throw HubProtocolError(.incompleteRecord) }
    }

    /// - Returns: Where the handshake ends.
    private mutating func takeHandshake(
        _ payload: Span<UInt8>, to records: inout [UInt8]
    ) throws(HubProtocolError) -> Int {
        guard var begun = handshake else { return 0 }
        handshake = nil
        for index in payload.indices {
            guard begun.count < framing.limit else { throw HubProtocolError(.recordTooLong(limit: framing.limit)) }
            begun.append(payload[index])
            guard payload[index] == HubRecordReader.separator else { continue }
            records += begun
            return index + 1
        }
        handshake = begun
        return payload.count
    }
}

/// Makes MessagePack of the JSON records that are to be sent. A value.
public struct MessagePackOutbound: Sendable {
    private var hasHandshake: Bool

    /// - Parameter hasHandshake: whether the first record is one, which stays JSON.
    public init(hasHandshake: Bool = true) {
        self.hasHandshake = hasHandshake
    }

    /// What is to be sent for whole records.
    public mutating func frames(of records: [UInt8]) throws(HubProtocolError) -> [UInt8] {
        if hasHandshake {
            hasHandshake = false
            return records
        }
        return try MessagePackMessage.frames(of: records.span)
    }
}
