import Glibc
import HTTPMessages
public import Sockets
public import WebSockets

/// Limits and timeouts of a server. The defaults suit a local page and a hub of a few hundred clients.
public struct HTTPServerConfiguration: Sendable {
    /// nil serves plain HTTP. Not used on Unix sockets.
    public var tls: TLSIdentity?
    /// A PEM file with authorities, of which a client must show a certificate. Only with `tls`.
    public var clientAuthorities: String?
    /// Host names accepted in the Host header, without port; others get 421, which is what stops DNS rebinding.
    /// nil accepts any. Not checked on Unix sockets.
    public var allowedHosts: Set<String>? = ["localhost", "127.0.0.1", "[::1]"]
    /// Whether any numeric address is accepted there besides: a web page that rebinds a name has to ask for that name.
    package var allowsNumericHosts = false
    /// With so many connections a newcomer takes the place of the one that has waited for longest without a request under
    /// way, first of those that never made one; where there is none, the newcomer is closed. So silent clients keep nobody
    /// out. The same holds at the event loop's own limit, which the process's limit of open files sets.
    public var maximumConnections = 1024
    /// With so many connections of one address, or of one user of this machine, a newcomer of the same takes the place of another of
    /// them alone, whatever room there is: one that opens many keeps nobody else out, even if requests are under way on all of them.
    package var maximumConnectionsOfPeer = Int.max
    /// Bytes of a request's head.
    public var maximumHeadBytes = 24 * 1024
    /// Bytes of a request's target.
    public var maximumTargetBytes = 8704
    public var maximumHeaderFields = 100
    /// Bytes of a decoded request body.
    public var maximumBodyBytes = 1 << 20
    /// Bodies that may be longer than that, such as a file that a person sends; nil: none.
    package var largeBodies: LargeBodies?
    /// From a request's first byte to the end of its head; and from the connection to the first byte of its first request,
    /// the TLS handshake included.
    public var headTimeout = Duration.seconds(10)
    /// From the end of the head to the end of the body.
    public var bodyTimeout = Duration.seconds(30)
    /// Silence between requests.
    public var keepAliveTimeout = Duration.seconds(60)
    /// How long a client may take nothing while bytes wait for it.
    public var writeTimeout = Duration.seconds(30)
    /// Bounds of each WebSocket. By default a silent client is pinged after 30 seconds and given up after a minute.
    public var webSocket: WebSocketLimits = {
        var limits = WebSocketLimits()
        limits.inboxMessages = 256
        limits.pingAfter = .seconds(30)
        limits.hangUpAfter = .seconds(60)
        return limits
    }()

    /// Longer bodies than others, of some requests. They are in memory as a whole, so few at a time.
    package struct LargeBodies: Sendable {
        /// Of one.
        let bytes: Int
        /// Who comes when there are so many takes the place of one that has taken longer than five seconds, else it is answered 503, before its
        /// body comes.
        let atOnce: Int
        /// From the end of the head to the end of such a body.
        let timeout: Duration
        /// By the path and the fields of the head, as whoever asks has written them.
        let isFor: @Sendable (_ path: String, _ headers: HTTPHeaders) -> Bool

        package init(
            bytes: Int, atOnce: Int, timeout: Duration,
            isFor: @escaping @Sendable (_ path: String, _ headers: HTTPHeaders) -> Bool
        ) {
            (self.bytes, self.atOnce, self.timeout, self.isFor) = (bytes, atOnce, timeout, isFor)
        }
    }

    public init() {}

    var parserLimits: HTTPRequestParser.Limits {
        .init(
            target: maximumTargetBytes, head: maximumHeadBytes, fields: maximumHeaderFields, body: maximumBodyBytes)
    }

    /// How often deadlines must be looked at.
    var tickPeriod: Duration { min(headTimeout, bodyTimeout, keepAliveTimeout, .seconds(4)) / 4 }
}

extension HTTPServerConfiguration {
    /// - Returns: Among how many a body of this length may come, though it is beyond the limit of all others; `nil`: it may not.
    func placesForBody(of head: HTTPRequestHead, _ length: Int) -> Int? {
        guard let largeBodies, length <= largeBodies.bytes, largeBodies.isFor(head.path, head.headers) else {
            return nil
        }
        return largeBodies.atOnce
    }

    func bodyTimeout(isLarge: Bool) -> Duration { (isLarge ? largeBodies?.timeout : nil) ?? bodyTimeout }

    /// - Parameter host: of the Host field: in lower case, without port, an IPv6 address in brackets; empty without one.
    func allows(host: String) -> Bool {
        guard let allowedHosts, !allowedHosts.contains(host) else { return true }
        guard allowsNumericHosts else { return false }
        var bytes = in6_addr()
        let isIPv6 = host.hasPrefix("[") && host.hasSuffix("]")
        let address = isIPv6 ? String(host.dropFirst().dropLast()) : host
        return unsafe inet_pton(isIPv6 ? AF_INET6 : AF_INET, address, &bytes) == 1
    }
}
