/// Settings shared by all requests of one client.
public struct HTTPClientConfiguration: Sendable {
    public var tls = TLSSettings()
    public var proxy = ProxySettings.environment
    public var userAgent = "HTTPClient"
    /// Connections per host and port; further requests wait. 0 is unlimited. A stream occupies one as long as it lives.
    public var connectionsPerHost = 0
    /// Size of the connection pool. Busy connections count too: above it, each finished request closes an idle one, so keep
    /// it well above the number of requests in flight.
    public var poolSize = 128

    public init() {}
}
