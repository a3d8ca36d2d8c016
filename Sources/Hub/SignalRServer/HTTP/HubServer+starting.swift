public import HTTPServer
import Sockets

extension HubServer {
    /// Starts a server of its own for the hubs; other paths answer 404.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen at; the default is for this machine only. Clients must ask for it by that name
    ///     or for `localhost`, unless `configuration` says which names are served.
    ///   - port: 0 lets the system choose.
    ///   - configuration: limits, and the certificate of a server with TLS. The type is one of the module `HTTPServer`, that of
    ///     the certificate one of `Sockets`.
    /// - Throws: `SocketError` or `HTTPServerError` when it can't listen there.
    public func start(
        host: String = "127.0.0.1", port: Int = 0, configuration: HTTPServerConfiguration? = nil
    ) async throws -> RunningHubServer {
        let configuration = configuration ?? ownConfiguration(host)
        let loop = try EventLoop(descriptorLimit: max(4096, configuration.maximumConnections + 64))
        let server = HTTPServer(on: loop, configuration: configuration) { request in
            await response(to: request) ?? .notFound
        }
        do {
            let endpoint = try await server.listen(on: .address(host, port: port))
            let scheme = configuration.tls == nil ? "http" : "https"
            return RunningHubServer(hubs: self, server: server, loop: loop, endpoint: endpoint, scheme: scheme)
        } catch {
            await loop.stop()
            throw error
        }
    }

    private func ownConfiguration(_ host: String) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        // A server that is open to the network is asked for by names that only its owner knows.
        configuration.allowedHosts =
            ["127.0.0.1", "localhost", "::1"].contains(host) ? configuration.allowedHosts : nil
        configuration.maximumConnections = 16_384
        // The hub's own limit speaks first: its answer says why.
        let bytes = maximumMessageBytes > .max / 2 ? .max : 2 * maximumMessageBytes
        configuration.webSocket.messageBytes = max(configuration.webSocket.messageBytes, bytes)
        configuration.maximumBodyBytes = max(configuration.maximumBodyBytes, bytes)
        return configuration
    }
}
