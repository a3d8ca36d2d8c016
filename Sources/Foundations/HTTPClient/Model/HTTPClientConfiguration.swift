package import Values

/// Whom to trust and who to be. Always at least TLS 1.2, always verified.
package struct TLSSettings: Sendable, Hashable {
    /// Who may vouch for a server.
    package enum Trust: Sendable, Hashable {
        /// The operating system's store.
        case system
        /// The operating system's store and the certificates of this PEM file.
        case systemAnd(file: String)
        /// Only the certificates of this PEM file.
        case only(file: String)
    }

    /// Certificate chain and private key, PEM files.
    package struct ClientCertificate: Sendable, Hashable {
        /// The path of a PEM file: the certificate, and those between it and its authority.
        package var certificateFile: String
        /// The path of the PEM file with the certificate's private key.
        package var keyFile: String

        /// Both are read with each new connection, so that renewed files are used.
        package init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// By default the operating system's store.
    package var trust = Trust.system
    /// Shown to a server that asks for one.
    package var clientCertificate: ClientCertificate?

    /// The defaults.
    package init() {}
}

/// Which proxy to use. Requests to Unix sockets, and those with an address policy, never go through one.
package enum ProxySettings: Sendable {
    case none
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, read by libcurl for every request. Not for loopback hosts.
    case environment
    /// An HTTP proxy that connects us by CONNECT, for `http` too, and whatever the host.
    /// - Parameter credentials: "user:password", for Basic authentication.
    case tunnel(host: String, port: Int, credentials: Secret?)
    /// Not for loopback hosts. For example `http://user:password@proxy:3128`; also `https`, `socks5` and `socks5h`.
    case url(Secret)
}

/// Settings shared by all requests of one client.
package struct HTTPClientConfiguration: Sendable {
    /// For all `https` requests.
    package var tls = TLSSettings()
    /// By default as the environment says.
    package var proxy = ProxySettings.environment
    /// What servers are told of who asks; a request may set another.
    package var userAgent = "HTTPClient"
    /// Connections per host and port; further requests wait. 0 is unlimited. A stream occupies one as long as it lives.
    package var connectionsPerHost = 0
    /// Size of the connection pool. Busy connections count too: above it, each finished request closes an idle one, so keep
    /// it well above the number of requests in flight.
    package var poolSize = 128

    /// The defaults.
    package init() {}
}
