import HTTPServer
import SignalRClient
import SignalRProtocol
import SignalRServer
import SocketTestSupport
import Sockets
import Testing

@Suite("Ways to a hub")
struct HubNetworkTests {
    static let transports = HubTransport.allCases

    /// Runs a server with a hub at `/hub`, whose method answers with what it got.
    static func withHub(
        on endpoint: Endpoint = .address("127.0.0.1", port: 0),
        _ tune: (inout HTTPServerConfiguration) -> Void = { _ in },
        body: (_ port: Int) async throws -> Void
    ) async throws {
        let hub = Hub()
        hub.on("Echo", parameters: nil) { try $0.arguments.json(0) }
        let hubs = HubServer(["/hub": hub])
        var configuration = HTTPServerConfiguration()
        tune(&configuration)
        let server = HTTPServer(on: TestNetwork.loop, configuration: configuration) { request in
            await hubs.response(to: request) ?? .notFound
        }
        let port = try await server.listen(on: endpoint).port ?? 0
        do { try await body(port) } catch { Issue.record(error) }
        hubs.stop()
        await server.stop(within: .seconds(2))
    }

    /// Connects, calls, and stops; what goes wrong is the result.
    static func visit(
        _ url: String, over transport: HubTransport,
        _ configuration: HubNetworkConfiguration = HubNetworkConfiguration(),
        unixSocket: String? = nil
    ) async throws -> HubError? {
        let network = try HubNetwork(configuration)
        var options = HubConnectionOptions()
        options.transports = [transport]
        options.unixSocket = unixSocket
        options.reconnect = .never
        let connection = HubConnection(url, options: options, network: network)
        var failure: HubError?
        do throws(HubError) {
            try await connection.start()
            let answer = try await connection.invoke("Echo", json: ["\"known\""])
            #expect(answer == "\"known\"")
        } catch {
            failure = error
        }
        await connection.stop()
        await network.close()
        return failure
    }

    @Test(
        "shows its certificate to a server that asks for one", Certificates.trait, .timeLimit(.minutes(1)),
        arguments: transports)
    func clientCertificate(_ transport: HubTransport) async throws {
        let certificates = try await Certificates()
        try await Self.withHub {
            $0.tls = certificates.good
            $0.clientAuthorities = certificates.authority
        } body: { port in
            let url = "https://localhost:\(port)/hub"
            var configuration = HubNetworkConfiguration()
            configuration.caFile = certificates.authority
            configuration.usesSystemStore = false
            let refused = try await Self.visit(url, over: transport, configuration)
            #expect(refused?.kind == .certificate, "\(String(describing: refused))")
            #expect(refused?.isRetryable == false)
            configuration.clientCertificate = .init(
                certificateFile: certificates.client.certificateFile, keyFile: certificates.client.keyFile)
            #expect(try await Self.visit(url, over: transport, configuration) == nil)
        }
    }

    @Test("without negotiation the WebSocket shows its certificate too", Certificates.trait, .timeLimit(.minutes(1)))
    func refusedWebSocket() async throws {
        let certificates = try await Certificates()
        try await Self.withHub {
            $0.tls = certificates.good
            $0.clientAuthorities = certificates.authority
        } body: { port in
            var configuration = HubNetworkConfiguration()
            configuration.caFile = certificates.authority
            let network = try HubNetwork(configuration)
            var options = HubConnectionOptions()
            options.skipsNegotiation = true
            options.transports = [.webSockets]
            options.reconnect = .never
            let connection = HubConnection("https://localhost:\(port)/hub", options: options, network: network)
            let error = await #expect(throws: HubError.self) { try await connection.start() }
            #expect(error?.kind == .certificate)
            await connection.stop()
            await network.close()
        }
    }

    @Test("goes through a proxy with credentials, which no error tells", .timeLimit(.minutes(1)), arguments: transports)
    func proxy(_ transport: HubTransport) async throws {
        let seen = Collected<String>()
        try await Self.withHub { port in
            try await withPeer {
                // "user:s3cret"
                TunnelProxy.serve($0, credentials: "dXNlcjpzM2NyZXQ=") { seen.add($0) }
            } body: { proxyPort in
                var configuration = HubNetworkConfiguration()
                configuration.proxy = .init(host: "127.0.0.1", port: proxyPort, user: "user", password: "s3cret")
                let url = "http://localhost:\(port)/hub"
                #expect(try await Self.visit(url, over: transport, configuration) == nil)
                #expect(!seen.all.isEmpty && seen.all.allSatisfy { $0 == "localhost:\(port)" })
                configuration.proxy = .init(host: "127.0.0.1", port: proxyPort, user: "user", password: "wr0ng")
                let error = try #require(try await Self.visit(url, over: transport, configuration))
                #expect(error.kind == .unreachable)
                var dumped = ""
                dump((error, configuration), to: &dumped)
                #expect(!dumped.contains("wr0ng") && !"\(error) \(configuration)".contains("wr0ng"))
            }
        }
    }

    @Test("reaches a hub on a Unix socket, whatever the URL's host is", .timeLimit(.minutes(1)), arguments: transports)
    func unixSocket(_ transport: HubTransport) async throws {
        let folder = TemporaryFolder()
        try await Self.withHub(on: .unix(path: folder.file("hub"))) { _ in
            let error = try await Self.visit(
                "http://no-such-host.invalid/hub", over: transport, unixSocket: folder.file("hub"))
            #expect(error == nil)
        }
        let nobody = try await Self.visit("http://localhost/hub", over: transport, unixSocket: folder.file("nothing"))
        #expect(nobody?.isRetryable == true, "\(String(describing: nobody))")
    }

    @Test("takes IPv6 literals", .timeLimit(.minutes(1)), arguments: transports)
    func ipv6(_ transport: HubTransport) async throws {
        guard let (probe, _) = try? RawPeer.listen(on: "::1", port: 0) else {
            withKnownIssue("no IPv6 on this machine") { Issue.record("skipped") }
            return
        }
        probe.close()
        try await Self.withHub(on: .address("::1", port: 0)) { port in
            let error = try await Self.visit("http://[::1]:\(port)/hub", over: transport)
            #expect(error == nil)
        }
    }
}
