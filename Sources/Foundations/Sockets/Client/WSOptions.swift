/// How to connect one WebSocket.
public struct WSOptions: Sendable {
    public var host: String
    public var port: Int
    /// Request target with query.
    public var path = "/"
    public var tls = false
    /// Further request fields. Names and values with characters that HTTP does not allow fail the connect.
    public var headers: [(String, String)] = []
    /// Comma-separated, in order of preference.
    public var subprotocols: String?
    /// PEM file with CAs that are trusted besides the system's.
    public var caFile: String?
    public var systemCAs = true
    public var proxyHost: String?
    public var proxyPort = 0
    /// "user:password" for the proxy.
    public var proxyAuth: String?
    /// Seconds, over all addresses.
    public var connectTimeout: Double = 10
    /// Seconds of silence before a ping, and before giving up; 0 is never.
    public var pingAfter: UInt16 = 0
    public var hangupAfter: UInt16 = 0
    /// Bytes.
    public var maxMessage = 1 << 20
    /// Messages waiting for the reader at which reading from the socket pauses; so do `maxMessage` bytes of them.
    public var highWater = 4096
    /// Numeric addresses to try in order instead of resolving `host`.
    public var addrs: [String]?

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Without the brackets of an IPv6 literal.
    var bareHost: String { host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host }

    /// As a Host field or a CONNECT target names it: an IPv6 literal in brackets.
    func authority(alwaysWithPort: Bool) -> String {
        let name = bareHost.utf8.contains(UInt8(ascii: ":")) ? "[\(bareHost)]" : host
        return !alwaysWithPort && port == (tls ? 443 : 80) ? name : "\(name):\(port)"
    }

    var webSocketLimits: WebSocketLimits {
        WebSocketLimits(
            message: maxMessage, inboxMessages: highWater, inboxBytes: maxMessage,
            pingAfter: pingAfter == 0 ? nil : .seconds(Int(pingAfter)),
            hangUpAfter: hangupAfter == 0 ? nil : .seconds(Int(hangupAfter)))
    }
}
