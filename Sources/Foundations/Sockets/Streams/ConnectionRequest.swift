/// How to make an outgoing connection.
package struct ConnectionRequest: Sendable {
    /// TLS as a client.
    package struct TLS: Sendable {
        /// A name or a numeric address, without brackets; the certificate must be made out to it.
        package var host: String
        /// Connections with equal settings share one TLS context, which reads the files again when they have changed.
        package var settings: TLSClientSettings

        /// - Parameter identity: shown to a server that asks who the client is; nil shows none.
        package init(host: String, trust: TLSTrust, identity: TLSIdentity? = nil) {
            self.host = host
            settings = TLSClientSettings(trust: trust, identity: identity)
        }
    }

    /// Tried in order, each after the head start of the one before.
    package var addresses: [SocketAddress]
    /// nil starts plain; `Connection.startTLS` may follow, such as behind a proxy.
    package var tls: TLS?
    /// When the connection fails unless its user has called `clearDeadline()`.
    package var deadline: ContinuousClock.Instant
    /// After which unacknowledged bytes end the connection (TCP_USER_TIMEOUT), also while reading is paused.
    package var acknowledgementLimit: Duration?

    /// - Parameter deadline: for all addresses and the TLS handshake together.
    package init(addresses: [SocketAddress], tls: TLS? = nil, deadline: ContinuousClock.Instant) {
        self.addresses = addresses
        self.tls = tls
        self.deadline = deadline
    }
}
