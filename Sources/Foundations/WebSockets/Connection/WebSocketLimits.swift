/// Bounds and intervals of one WebSocket.
public struct WebSocketLimits: Sendable, Equatable {
    /// Bytes of one message; a larger one ends the connection with 1009 before it is buffered.
    public var messageBytes = 1 << 20
    /// Messages waiting for the reader at which reading pauses.
    public var inboxMessages = 4096
    /// Bytes waiting for the reader at which reading pauses.
    public var inboxBytes = 1 << 20
    /// Bytes waiting to be written at which senders wait.
    public var outboxBytes = 256 * 1024
    /// Silence after which the peer is pinged; any byte ends the silence. nil is never.
    public var pingAfter: Duration?
    /// Silence after which the peer is given up. nil is never.
    public var hangUpAfter: Duration?

    public init() {}

    /// How often deadlines must be looked at; nil without any.
    var tickPeriod: Duration? {
        guard pingAfter != nil || hangUpAfter != nil else { return nil }
        return min(pingAfter ?? .seconds(8), hangUpAfter ?? .seconds(8), .seconds(8)) / 4
    }
}
