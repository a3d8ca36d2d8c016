/// Cuts bytes into messages: each has its length in front, in one to five bytes of seven bits, the lowest first.
package struct MessagePackFraming: Sendable {
    /// Bytes of one message, its length not included.
    package let limit: Int
    /// The beginning of a message whose end has not come; at most the limit, and what has come with it.
    private var rest: [UInt8] = []

    /// - Parameter limit: bytes of one message; at least 1.
    package init(limit: Int) {
        precondition(limit > 0, "a message has at least a byte")
        self.limit = limit
    }

    /// Whether the bytes so far end inside a message.
    package var isMidMessage: Bool { !rest.isEmpty }

    /// Calls `body` with each message that is whole.
    ///
    /// - Throws: What `body` throws; `recordTooLong` as soon as a length says so; `malformedMessagePack` for a length that is
    ///   none, and for a message without a byte.
    package mutating func append(
        _ payload: Span<UInt8>, _ body: (Span<UInt8>) throws(HubProtocolError) -> Void
    ) throws(HubProtocolError) {
        guard !rest.isEmpty else {
            let end = try deliver(payload, body)
            return keep(payload.extracting(end..<payload.count))
        }
        keep(payload)
        let joined = rest
        rest = []
        let end = try deliver(joined.span, body)
        rest = end == 0 ? joined : Array(joined[end...])
    }

    /// - Returns: Where the first message begins that is not whole.
    private func deliver(
        _ bytes: Span<UInt8>, _ body: (Span<UInt8>) throws(HubProtocolError) -> Void
    ) throws(HubProtocolError) -> Int {
        var offset = 0
        while let (start, length) = try Self.length(bytes, at: offset) {
            guard length <= limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
            guard length > 0 else { throw HubProtocolError(MessagePackError(.emptyMessage, at: 0)) }
            guard length <= bytes.count - start else { break }
            try body(bytes.extracting(start..<start + length))
            offset = start + length
        }
        return offset
    }

    /// - Returns: Where the message begins and its bytes; `nil` where the length is not whole.
    private static func length(
        _ bytes: Span<UInt8>, at offset: Int
    ) throws(HubProtocolError) -> (start: Int, length: Int)? {
        var length = 0
        for place in 0..<5 {
            guard offset + place < bytes.count else { return nil }
            let byte = bytes[offset + place]
            length |= Int(byte & 0x7F) << (7 * place)
            guard byte >= 0x80 else {
                guard length <= Int(Int32.max) else { break }
                return (offset + place + 1, length)
            }
        }
        throw HubProtocolError(MessagePackError(.invalidLength, at: 0))
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
    }

    /// Adds a length as it stands in front of a message.
    package static func append(length: Int, to bytes: inout [UInt8]) {
        var left = length
        while left >= 0x80 {
            bytes.append(UInt8(left & 0x7F) | 0x80)
            left >>= 7
        }
        bytes.append(UInt8(left))
    }
}
