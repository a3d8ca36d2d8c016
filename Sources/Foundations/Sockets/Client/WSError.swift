/// Why a WebSocket connection could not be made, or ended.
public enum WSError: Error, Sendable, Equatable, CustomStringConvertible {
    case resolve(String)
    /// No address took the connection; each with its reason.
    case connect(String)
    /// `code` is an X509 verification error, or 0 if the handshake failed for another reason.
    case tls(String, code: Int32)
    /// The server answered the upgrade with something else.
    case http(status: Int, headers: HTTPHeaders)
    /// The proxy refused to connect.
    case proxy(status: Int, headers: HTTPHeaders)
    /// The server's answer to the upgrade breaks HTTP or RFC 6455.
    case handshake(String)
    case timeout
    /// A message exceeded the limit, in bytes.
    case tooBig(limit: Int)
    case closed(code: Int, reason: String, byPeer: Bool)
    case lost(String)
    case shutdown

    public var description: String {
        switch self {
        case .resolve(let text): "resolve: \(text)"
        case .connect(let text): "connect: \(text)"
        case .tls(let text, let code): "tls: \(text) (\(code))"
        case .http(let status, _): "http \(status)"
        case .proxy(let status, _): "proxy \(status)"
        case .handshake(let text): "handshake: \(text)"
        case .timeout: "connect timeout"
        case .tooBig(let limit): "message larger than \(limit)"
        case .closed(let code, let reason, let byPeer): "closed code=\(code) reason='\(reason)' byPeer=\(byPeer)"
        case .lost(let text): "connection lost: \(text)"
        case .shutdown: "shutdown"
        }
    }
}
