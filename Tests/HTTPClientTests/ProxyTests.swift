import HTTPClient
import Testing
import Values

@Suite("Through a tunnel", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct ProxyTests {
    let server = TestServer.shared

    func configuration(_ credentials: String? = nil) -> HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = .only(file: server.at.ca)
        configuration.proxy = .tunnel(
            host: "127.0.0.1", port: server.at.proxy, credentials: credentials.map { Secret($0) })
        return configuration
    }

    @Test("the proxy connects, plain and with TLS, also to loopback", arguments: ["http", "https"])
    func tunnel(scheme: String) async throws {
        try await withClient(configuration("user:s3cret")) { client in
            let tunnels = try await withClient { try await counter("tunnels", $0) }
            let port = scheme == "http" ? server.at.plain : server.at.good
            let url = try server.url("/hello", scheme: scheme, host: "localhost", port: port)
            #expect(try await client.send(HTTPClientRequest(.get, url)).status == 200)
            #expect(try await withClient { try await counter("tunnels", $0) } > tunnels)
        }
    }

    @Test("a proxy that wants other credentials, which are not told", arguments: [nil, "user:wr0ng"])
    func refused(credentials: String?) async throws {
        let request = try HTTPClientRequest(.get, server.url("/hello"))
        let error = try #require(try await failure(request, configuration(credentials)))
        #expect(error.kind == .proxy)
        #expect(error.mayHaveArrived == false)
        var dumped = ""
        dump((error, configuration(credentials)), to: &dumped)
        #expect(!dumped.contains("wr0ng") && !"\(error)".contains("wr0ng"))
    }

    @Test("a Unix socket is not reached through the proxy")
    func unixSocket() async throws {
        var configuration = configuration("user:s3cret")
        configuration.proxy = .tunnel(host: "127.0.0.1", port: server.at.closed, credentials: nil)
        var request = try HTTPClientRequest(.get, server.url("/hello"))
        request.unixSocketPath = server.at.unix
        #expect(try await failure(request, configuration) == nil)
    }
}
