import JSON

/// Joins the records that messages of the transport cut.
///
/// Official hubs send whole records, so nearly always the payload itself is handed on: nothing is searched and nothing
/// is copied. Where a record ends inside the payload shows when its JSON has been read: the separator must follow.
public struct HubRecordReader: Sendable {
    /// Ends each record. It can't occur raw inside JSON, whose strings escape control characters.
    public static let separator: UInt8 = 0x1E

    /// Bytes of one record, separator included.
    public let limit: Int
    private let checksUTF8: Bool
    /// The beginning of a record whose separator has not come.
    private var rest: [UInt8] = []

    /// - Parameters:
    ///   - limit: bytes of one record; at least 1.
    ///   - checksUTF8: whether the transport has not done it. A WebSocket has.
    public init(limit: Int, checksUTF8: Bool = false) {
        precondition(limit > 0, "a record has at least its separator")
        self.limit = limit
        self.checksUTF8 = checksUTF8
    }

    /// Calls `body` with bytes that consist of whole records: with the payload itself where it does.
    ///
    /// - Throws: What `body` throws, `recordTooLong`, or `malformed` for bytes that are not UTF-8.
    public mutating func append(
        _ payload: Span<UInt8>, _ body: (Span<UInt8>) throws(HubProtocolError) -> Void
    ) throws(HubProtocolError) {
        var start = 0
        if !rest.isEmpty {
            guard let end = Self.firstSeparator(payload) else { return try keep(payload) }
            try keep(payload.extracting(0...end))
            let joined = rest
            rest = []
            try deliver(joined.span, body)
            start = end + 1
        }
        let end = Self.endOfLastRecord(payload, from: start)
        if end > start { try deliver(payload.extracting(start..<end), body) }
        if end < payload.count { try keep(payload.extracting(end..<payload.count)) }
    }

    /// To be called at the end of the transport.
    ///
    /// - Throws: `incompleteRecord` if it came inside a record.
    public func finish() throws(HubProtocolError) {
        guard rest.isEmpty else { throw HubProtocolError(.incompleteRecord) }
    }

    private func deliver(
        _ records: Span<UInt8>, _ body: (Span<UInt8>) throws(HubProtocolError) -> Void
    ) throws(HubProtocolError) {
        if checksUTF8 {
            do throws(JSONError) { try JSONText.validateUTF8(records) } catch { throw HubProtocolError(error) }
        }
        try body(records)
    }

    private mutating func keep(_ bytes: Span<UInt8>) throws(HubProtocolError) {
        guard rest.count + bytes.count <= limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
        unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
    }

    private static func firstSeparator(_ bytes: Span<UInt8>) -> Int? {
        for index in bytes.indices where bytes[index] == separator { return index }
        return nil
    }

    private static func endOfLastRecord(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = bytes.count
        while end > start, bytes[end - 1] != separator { end -= 1 }
        return end
    }
}
