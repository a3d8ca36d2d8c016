/// Bounds and intervals of one WebSocket.
struct WebSocketLimits: Sendable {
    /// Bytes of one message.
    var message = 1 << 20
    /// Messages, and bytes, waiting for the reader at which reading pauses.
    var inboxMessages = 4096
    var inboxBytes = 1 << 20
    /// Bytes waiting to be written at which senders wait.
    var outboxBytes = 256 * 1024
    /// Silence after which the peer is pinged, and after which it is given up; any byte ends the silence.
    var pingAfter: Duration?
    var hangUpAfter: Duration?
}
