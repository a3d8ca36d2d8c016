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
