// Users read and set fields: they see that type with this module.
@_exported public import HTTPMessages
public import Sockets

/// How to open one WebSocket as a client.
public struct WebSocketOptions: Sendable {
    /// A name or a numeric address; an IPv6 literal with or without brackets.
    public var host: String
    public var port: Int
    /// Request target with query.
    public var target = "/"
    /// Whether to talk TLS (`wss`).
    public var isSecure = false
    /// Who may vouch for the server, if `isSecure`.
    public var trust = TLSTrust()
    /// Shown to a server that asks for it, if `isSecure`.
    public var identity: TLSIdentity?
    /// Further request fields. Names and values with characters that HTTP does not allow fail the connect.
    public var headers = HTTPHeaders()
    /// In order of preference.
    public var subprotocols: [String] = []
    public var proxy: WebSocketProxy?
    /// The path of a Unix socket to connect to instead of `host` and `port`, which are still what the server is told. No
    /// proxy is used then.
    public var unixSocket: String?
    /// From the name lookup to the open WebSocket, over all addresses.
    public var connectTimeout = Duration.seconds(10)
    /// For the name lookup alone, which cannot be ended but only left behind.
    public var lookupTimeout = Duration.seconds(10)
    /// Numeric addresses to try in order instead of looking `host` up.
    public var addresses: [String]?
    public var limits = WebSocketLimits()
    /// Offered to the server if there is one. A server that does not agree is talked to without.
    public var compression: WebSocketCompression?

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    var proxyInUse: WebSocketProxy? { unixSocket == nil ? proxy : nil }

    /// Without the brackets of an IPv6 literal.
    var bareHost: String { host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host }

    /// As a Host field or a CONNECT target names it: an IPv6 literal in brackets.
    func authority(alwaysWithPort: Bool) -> String {
        let name = bareHost.utf8.contains(UInt8(ascii: ":")) ? "[\(bareHost)]" : host
        return !alwaysWithPort && port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}

/// Bounds and intervals of one WebSocket.
public struct WebSocketLimits: Sendable, Equatable {
    /// Bytes of one message; a larger one ends the connection with 1009 before it is buffered, a compressed one as soon as it
    /// has expanded to as many.
    public var messageBytes = 1 << 20
    /// Messages waiting for the reader at which reading pauses.
    public var inboxMessages = 4096
    /// Bytes waiting for the reader at which reading pauses. Compressed messages that came together are expanded in portions of
    /// so many bytes, and one message at most.
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
