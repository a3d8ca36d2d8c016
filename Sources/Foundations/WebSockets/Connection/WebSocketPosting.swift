/// What became of a message that was to be queued without waiting.
public enum WebSocketPosting: Sendable, Equatable {
    case queued
    /// Not queued: the peer takes less than is sent.
    case noRoom
    /// Not queued: the connection is closing or gone.
    case ended(WebSocketError)
}
