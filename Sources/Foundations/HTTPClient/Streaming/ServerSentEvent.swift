/// One event of `text/event-stream`.
public struct ServerSentEvent: Sendable, Hashable {
    /// `message` unless the server named it.
    public var type: String
    public var data: String
    /// The last id seen on the stream, for `Last-Event-ID` when reconnecting.
    public var lastID: String

    public init(type: String = "message", data: String, lastID: String = "") {
        self.type = type
        self.data = data
        self.lastID = lastID
    }
}
