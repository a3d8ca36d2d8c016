import HTTPServer
import Sockets

extension HubServer {
    /// Starts a server of its own for the hubs; other paths answer 404. It serves until ``RunningHubServer/stop(within:)``, also
    /// when nobody keeps what this returns.
    ///
    /// ```swift
    /// let certificate = HubServerCertificate(file: "/etc/chat/cert.pem", key: "/etc/chat/key.pem")
    /// let server = try await HubServer(["/chat": hub]).start(host: "0.0.0.0", port: 443, certificate: certificate)
    /// print(server.url)
    /// ```
    ///
    /// - Parameters:
    ///   - host: the name or address to listen at; the default is for this machine only, `0.0.0.0` and `::` are for everybody.
    ///   - port: 0 lets the system choose; ``RunningHubServer/port`` is what it chose.
    ///   - certificate: serves TLS; without it, clients connect by `http:` and `ws:`.
    /// - Throws: ``HubServerError`` when it can't listen there, the certificate can't be used, or a hub has a mistake, such as two
    ///   methods of one name.
    @discardableResult
    public func start(
        host: String = "127.0.0.1", port: Int = 0, certificate: HubServerCertificate? = nil,
        options: HubServerOptions = HubServerOptions()
    ) async throws(HubServerError) -> RunningHubServer {
        try check()
        if let mistake = options.mistake { throw HubServerError(.badConfiguration, mistake) }
        guard 0...65_535 ~= port else {
            throw HubServerError(.badAddress, "there is no port \(port); 0 to 65535 are the ports")
        }
        do {
            return try await listen(at: .address(host, port: port), configuration(host, certificate, options))
        } catch let error as HTTPServerError {
            throw HubServerError(error, host: host, port: port)
        } catch let error as SocketError {
            throw HubServerError(error.kind, error.message, host: host, port: port)
        } catch {
            throw HubServerError(.system, "the server can't start: \(error)")
        }
    }

    private func listen(
        at endpoint: Endpoint, _ configuration: HTTPServerConfiguration
    ) async throws -> RunningHubServer {
        let loop = try EventLoop(descriptorLimit: max(4096, configuration.maximumConnections + 64))
        let anchor = ServerAnchor()
        let server = HTTPServer(on: loop, configuration: configuration) { [anchor] request in
            withExtendedLifetime(anchor) {}
            return await response(to: request) ?? .notFound
        }
        do {
            let endpoint = try await server.listen(on: endpoint)
            anchor.hold(server)
            let scheme = configuration.tls == nil ? "http" : "https"
            return RunningHubServer(
                hubs: self, server: server, anchor: anchor, loop: loop, endpoint: endpoint, scheme: scheme)
        } catch {
            await loop.stop()
            throw error
        }
    }

    private func configuration(
        _ host: String, _ certificate: HubServerCertificate?, _ options: HubServerOptions
    ) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        if let certificate {
            configuration.tls = TLSIdentity(certificateFile: certificate.file, keyFile: certificate.key)
            configuration.clientAuthorities = certificate.clientAuthorities
        }
        if let names = options.hostNames {
            configuration.allowedHosts = names
        } else if !["127.0.0.1", "localhost", "::1"].contains(host) {
            // A server that is open to the network is asked for by names that only its owner knows.
            configuration.allowedHosts = nil
        }
        configuration.maximumConnections = options.maximumConnections
        configuration.headTimeout = options.requestTimeout
        configuration.bodyTimeout = max(options.requestTimeout, configuration.bodyTimeout)
        configuration.keepAliveTimeout = options.idleTimeout
        // The hub's own limit speaks first: its answer says why.
        let bytes = maximumMessageBytes > .max / 2 ? .max : 2 * maximumMessageBytes
        configuration.webSocket.messageBytes = max(configuration.webSocket.messageBytes, bytes)
        configuration.maximumBodyBytes = max(configuration.maximumBodyBytes, bytes)
        return configuration
    }
}
