/// Limits and timeouts of a server. The defaults suit a local page and a hub of a few hundred clients.
public struct HTTPServerConfiguration: Sendable {
    /// Certificate chain and key, PEM files.
    public struct TLS: Sendable {
        public var certificateFile: String
        public var keyFile: String

        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    public var tls: TLS?
    /// Host names accepted in the Host header, without port; others get 421, which is what stops DNS rebinding.
    /// nil accepts any. Not checked on Unix sockets.
    public var allowedHosts: Set<String>? = ["localhost", "127.0.0.1", "[::1]"]
    /// Connections beyond this are closed on arrival.
    public var maxConnections = 1024
    /// Bytes of a request's head, 1024...1 MiB, and of its target.
    public var maxHeadBytes = 24 * 1024
    public var maxTargetBytes = 8704
    public var maxHeaderFields = 100
    /// Bytes of a decoded request body.
    public var maxBodyBytes = 1 << 20
    /// From a request's first byte (for the first request: from the connection) to the end of its head.
    public var headTimeout = Duration.seconds(10)
    /// From the end of the head to the end of the body.
    public var bodyTimeout = Duration.seconds(30)
    /// Silence between requests.
    public var keepAliveTimeout = Duration.seconds(60)
    /// How long a client may take nothing while bytes wait for it.
    public var writeTimeout = Duration.seconds(30)

    /// Bytes of one WebSocket message.
    public var maxMessageBytes = 1 << 20
    /// Messages waiting for the reader at which reading pauses; so do `maxMessageBytes` of them.
    public var inboxHighWater = 256
    /// Bytes waiting to be written at which senders wait.
    public var outboxHighWater = 256 * 1024
    /// Silence after which a WebSocket client is pinged, and after twice which it is cut.
    public var pingInterval = Duration.seconds(30)

    public init() {}

    var webSocketLimits: WebSocketLimits {
        WebSocketLimits(
            message: maxMessageBytes, inboxMessages: inboxHighWater, inboxBytes: maxMessageBytes,
            outboxBytes: outboxHighWater, pingAfter: pingInterval, hangUpAfter: pingInterval * 2)
    }

    var parserLimits: HTTPRequestParser.Limits {
        .init(target: maxTargetBytes, head: maxHeadBytes, fields: maxHeaderFields, body: maxBodyBytes)
    }
}
