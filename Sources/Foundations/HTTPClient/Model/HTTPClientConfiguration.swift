/// Settings shared by all requests of one client.
package struct HTTPClientConfiguration: Sendable {
    package var tls = TLSSettings()
    package var proxy = ProxySettings.environment
    package var userAgent = "HTTPClient"
    /// Connections per host and port; further requests wait. 0 is unlimited. A stream occupies one as long as it lives.
    package var connectionsPerHost = 0
    /// Size of the connection pool. Busy connections count too: above it, each finished request closes an idle one, so keep
    /// it well above the number of requests in flight.
    package var poolSize = 128

    package init() {}
}
