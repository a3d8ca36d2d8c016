public import HTTPMessages
public import Sockets

/// Why a WebSocket could not be opened, or ended: a kind for programs and a sentence for people.
public struct WebSocketError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// Name lookup, connecting, TLS, the time limit, the socket's end.
        case socket(SocketError.Kind)
        /// The server answered the upgrade with something else.
        case http(status: Int, headers: HTTPHeaders)
        /// The proxy refused to connect.
        case proxy(status: Int, headers: HTTPHeaders)
        /// An answer that breaks HTTP or RFC 6455, or an option that would make our request break it.
        case handshake
        /// A message exceeded the limit, in bytes.
        case messageTooBig(limit: Int)
        /// A close frame was exchanged; `byPeer` tells who sent the first.
        case closed(code: Int, reason: String, byPeer: Bool)
        /// The peer broke RFC 6455.
        case violation
        /// The peer was silent for longer than allowed.
        case silent
        /// The connection ended without a close frame.
        case lost
    }

    public let kind: Kind
    /// What happened. Never contains the request's target or fields, which may hold tokens.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ error: SocketError) {
        self.init(.socket(error.kind), error.message)
    }

    public var description: String { message }

    /// Whether the same attempt may succeed later without anybody changing anything.
    public var isRetryable: Bool {
        switch kind {
        case .socket(let kind): SocketError(kind, message).isRetryable
        case .http(let status, _), .proxy(let status, _): status == 408 || status == 429 || status >= 500
        case .closed(let code, _, _): ![1002, 1003, 1007, 1008, 1009, 1010].contains(code)
        case .handshake, .messageTooBig, .violation: false
        case .silent, .lost: true
        }
    }

    /// Whether the connection broke, rather than being ended with a close frame or by what nobody may send.
    package var isLoss: Bool {
        switch kind {
        case .socket, .silent, .lost: true
        case .closed, .violation, .messageTooBig, .http, .proxy, .handshake: false
        }
    }

    static func handshake(_ text: String) -> WebSocketError { WebSocketError(.handshake, text) }

    static func lost(_ text: String) -> WebSocketError { WebSocketError(.lost, text) }

    static func closed(code: Int, reason: String, byPeer: Bool) -> WebSocketError {
        let text = reason.isEmpty ? "" : ": \(reason)"
        let message = "\(byPeer ? "closed by the peer" : "closed from this side") with code \(code)\(text)"
        return WebSocketError(.closed(code: code, reason: reason, byPeer: byPeer), message)
    }

    static func messageTooBig(limit: Int) -> WebSocketError {
        WebSocketError(.messageTooBig(limit: limit), "the peer sent a message of more than \(limit) bytes")
    }

    static func http(_ head: HTTPResponseHead) -> WebSocketError {
        let text = "the server answered the WebSocket upgrade with status \(head.status)"
        return WebSocketError(.http(status: head.status, headers: head.headers), text)
    }

    static func proxy(_ head: HTTPResponseHead) -> WebSocketError {
        let text = "the proxy refused to connect, with status \(head.status)"
        return WebSocketError(.proxy(status: head.status, headers: head.headers), text)
    }
}
