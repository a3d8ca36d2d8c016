/// How the server ends a connection.
package enum HubPeerEnding: Equatable, Sendable {
    /// Says so with a hub Close message, then closes the WebSocket.
    case close(error: String?, allowReconnect: Bool)
    /// Refuses the handshake with these words.
    case refuse(String)
    /// Cuts the connection without a word, and forgets it.
    case cut
    /// The client has gone or closed.
    case gone
}
