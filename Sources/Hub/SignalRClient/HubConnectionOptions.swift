/// How a connection to a hub is made and kept.
public struct HubConnectionOptions: Sendable {
    /// Asked before every attempt, and once more when a token is refused with 401. `nil` connects without a token.
    public var accessToken: (@Sendable (AccessTokenRequest) async throws -> AccessToken?)?
    /// Further fields for negotiation and WebSocket.
    public var headers: [(name: String, value: String)] = []
    public var reconnect = ReconnectPolicy.standard
    /// Connects without asking the server how. Then the connection has no id, and no redirection is followed.
    public var skipsNegotiation = false
    /// For negotiation, and for opening the WebSocket.
    public var connectTimeout = Duration.seconds(30)
    public var handshakeTimeout = Duration.seconds(15)
    /// Own silence after which the hub is pinged; at most half of what the hub tolerates (30 s by default).
    public var pingInterval = Duration.seconds(15)
    /// Silence of the hub after which the connection is given up; at least twice its ping interval.
    public var serverTimeout = Duration.seconds(30)
    /// Bytes of one message. A longer one ends the connection.
    public var maximumMessageBytes = 16 << 20
    /// Bytes of invocations, and of one stream's items, that wait for their consumer. Then reading pauses, and with it the
    /// hub; while a call waits for its answer reading goes on, up to 16 times as much, and then the connection ends.
    public var maximumBacklogBytes = 1 << 20

    public init() {}
}
