/// The certificate of a server with TLS.
public struct HubServerCertificate: Hashable, Sendable {
    /// The path of a PEM file: the server's certificate, then those between it and its authority.
    public var file: String
    /// The path of a PEM file with the certificate's private key, without a passphrase.
    public var key: String
    /// The path of a PEM file with authorities, of which each client must show a certificate; `nil` lets in who shows none.
    public var clientAuthorities: String?

    /// Nothing is read before the server starts.
    public init(file: String, key: String, clientAuthorities: String? = nil) {
        self.file = file
        self.key = key
        self.clientAuthorities = clientAuthorities
    }
}

/// Names and limits of a server, beside those of its hubs in ``HubConfiguration``.
public struct HubServerOptions: Hashable, Sendable {
    /// The names by which clients may ask for the server, without a port, such as `chat.example.org`; requests by another name
    /// get 421. That keeps pages of strangers from reaching a local server by a name of their own.
    ///
    /// `nil` is `localhost` and the local addresses for a server that listens at one of these, and any name for another.
    public var hostNames: Set<String>?
    /// Network connections at a time, idle ones included; 1 to 1,000,000. At the limit a newcomer takes the place of the one that has been idle
    /// for longest.
    public var maximumConnections = 16_384
    /// From a connection's or request's first byte to the end of the request's head; the TLS handshake is included.
    public var requestTimeout = Duration.seconds(10)
    /// How long a connection may be idle between two requests.
    public var idleTimeout = Duration.seconds(60)

    /// The defaults.
    public init() {}

    /// The first value that can't be used, in a sentence.
    var mistake: String? {
        guard 1...1_000_000 ~= maximumConnections else {
            return "maximumConnections is \(maximumConnections); 1 to 1000000 can be"
        }
        for (name, value) in [("requestTimeout", requestTimeout), ("idleTimeout", idleTimeout)] where value <= .zero {
            return "\(name) is \(value); it must be longer than nothing"
        }
        return nil
    }
}
