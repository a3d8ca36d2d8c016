/// One event of `text/event-stream`.
package struct ServerSentEvent: Sendable, Hashable {
    /// `message` unless the server named it.
    package var type: String
    package var data: String
    /// The last id seen on the stream, for `Last-Event-ID` when reconnecting.
    package var lastID: String

    package init(type: String = "message", data: String, lastID: String = "") {
        self.type = type
        self.data = data
        self.lastID = lastID
    }
}
