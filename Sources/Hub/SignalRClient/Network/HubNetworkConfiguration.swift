import HTTPClient
import SignalRProtocol
import Sockets
import Values
import WebSockets

/// How connections to hubs get there: whom they trust, who they are, which way they go.
///
/// Names are looked up on threads of their own; IPv4 and IPv6 addresses race, the first with a head start of 250 ms.
public struct HubNetworkConfiguration: Sendable {
    /// What this client shows to servers that ask who it is.
    public struct ClientCertificate: Sendable, Hashable {
        /// PEM: the own certificate first, then those between it and an authority.
        public var certificateFile: String
        /// PEM, without a passphrase; may be the same file.
        public var keyFile: String

        /// - Parameters:
        ///   - certificateFile: PEM, the chain from the client's certificate up.
        ///   - keyFile: PEM, without a passphrase.
        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// An HTTP proxy that connects by CONNECT, for `http` and `https`, and whatever the host.
    public struct Proxy: Sendable {
        /// A name or an address.
        public var host: String
        /// 1...65535.
        public var port: Int
        let credentials: Secret?

        /// - Parameters:
        ///   - port: 1...65535.
        ///   - user: for Basic authentication, without a colon; `nil` sends no credentials.
        ///   - password: sent to the proxy in the clear, and never printed.
        public init(host: String, port: Int, user: String? = nil, password: String = "") {
            self.host = host
            self.port = port
            credentials = user.map { Secret("\($0):\(password)") }
        }
    }

    /// How the program names itself to servers, on every transport; a field of that name in the options of a connection counts
    /// more.
    public var userAgent = "SignalRClient/\(SignalRVersion.text)"
    /// A PEM file with certificate authorities to trust.
    public var caFile: String?
    /// Whether the system's authorities are trusted too.
    public var usesSystemStore = true
    /// What this client proves itself with to a server that asks; `nil` has none.
    public var clientCertificate: ClientCertificate?
    /// `nil` connects directly, whatever the environment says. Not used for Unix sockets.
    public var proxy: Proxy?
    /// How long looking up a host's name may take when a WebSocket is opened. For other requests it is part of
    /// ``HubConnectionOptions/connectTimeout``.
    public var lookupTimeout = Duration.seconds(10)

    /// The system's authorities, no certificate, no proxy.
    public init() {}
}

extension HubNetworkConfiguration.Proxy: CustomStringConvertible, CustomReflectable {
    /// Host and port.
    public var description: String { "\(host):\(port)" }
    /// Nothing but the description: the user and the password are not printed.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

extension HubNetworkConfiguration {
    var http: HTTPClientConfiguration {
        var http = HTTPClientConfiguration()
        http.userAgent = userAgent
        // An event stream or a poll holds a connection for itself; a pool below their number would close what is to be used
        // again.
        http.poolSize = 4_096
        if let caFile { http.tls.trust = usesSystemStore ? .systemAnd(file: caFile) : .only(file: caFile) }
        if let clientCertificate {
            http.tls.clientCertificate = .init(
                certificateFile: clientCertificate.certificateFile, keyFile: clientCertificate.keyFile)
        }
        http.proxy = proxy.map { .tunnel(host: $0.host, port: $0.port, credentials: $0.credentials) } ?? .none
        return http
    }

    func apply(to options: inout WebSocketOptions) {
        options.trust = TLSTrust(caFile: caFile, usesSystemStore: usesSystemStore)
        options.identity = clientCertificate.map {
            TLSIdentity(certificateFile: $0.certificateFile, keyFile: $0.keyFile)
        }
        options.proxy = proxy.map { WebSocketProxy(host: $0.host, port: $0.port, secret: $0.credentials) }
        options.lookupTimeout = lookupTimeout
        options.headers["User-Agent"] = userAgent
    }
}
