/// Which end of a WebSocket we are. A client masks its frames and a server does not (RFC 6455, 5.3).
package enum WebSocketRole: Sendable {
    case client
    case server

    /// Whether the peer's frames must be masked.
    var receivesMasked: Bool { self == .server }
}
