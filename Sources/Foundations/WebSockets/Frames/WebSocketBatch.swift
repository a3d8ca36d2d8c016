/// Messages that arrived together: one buffer for all of them, so that receiving costs no allocation per message.
public struct WebSocketBatch: Sendable {
    struct Entry: Sendable {
        var start: Int
        var count: Int
        var isText: Bool
    }

    var storage: [UInt8] = []
    var entries: [Entry] = []

    /// Number of messages; 0 only after ``WebSocketConnection/wakeReader()``.
    public var count: Int { entries.count }

    /// Bytes of all payloads.
    package var byteCount: Int { storage.count }

    /// All payloads one behind the other, for protocols to which the border between two messages means nothing.
    package var bytes: [UInt8] { storage }

    /// Whether no message is binary: then ``bytes`` are valid UTF-8.
    package var isText: Bool { entries.allSatisfy(\.isText) }

    /// A copy of one message.
    public subscript(index: Int) -> WebSocketMessage {
        let entry = entries[index]
        return WebSocketMessage(bytes: Array(storage[entry.start..<(entry.start + entry.count)]), isText: entry.isText)
    }

    /// Calls `body` with each message in order, without copying. The bytes are valid UTF-8 if `isText`.
    public func forEachPayload<Failure: Error>(
        _ body: (_ payload: Span<UInt8>, _ isText: Bool) throws(Failure) -> Void
    ) throws(Failure) {
        let all = storage.span
        for entry in entries {
            try body(all.extracting(entry.start..<(entry.start + entry.count)), entry.isText)
        }
    }
}

/// One complete WebSocket message.
public struct WebSocketMessage: Sendable, Equatable {
    public let bytes: [UInt8]
    public let isText: Bool

    public init(bytes: [UInt8], isText: Bool) {
        self.bytes = bytes
        self.isText = isText
    }

    /// Valid UTF-8 already, if `isText`.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
