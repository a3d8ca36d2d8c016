import SignalRProtocol
import SignalRServer
import SocketTestSupport
import Sockets
import TestWaiting
import Testing
import WebSockets

/// Starting a server, as a user of the public API does it.
@Suite("Starting a hub server", .timeLimit(.minutes(1)))
struct HubServerStartTests {
    private func failure(
        _ server: HubServer, host: String = "127.0.0.1", port: Int = 0, certificate: HubServerCertificate? = nil,
        _ change: (inout HubServerOptions) -> Void = { _ in }
    ) async -> HubServerError? {
        var options = HubServerOptions()
        change(&options)
        do throws(HubServerError) {
            await (try server.start(host: host, port: port, certificate: certificate, options: options)).stop()
            return nil
        } catch {
            return error
        }
    }

    private func one(_ change: (inout HubConfiguration) -> Void) -> HubServer {
        var configuration = HubConfiguration()
        change(&configuration)
        return HubServer(["/hub": Hub(configuration)])
    }

    @Test("serves TLS with a certificate, and says so in its address", Certificates.trait)
    func certificate() async throws {
        let certificates = try await Certificates()
        let files = certificates.good
        let hub = Hub()
        let server = try await HubServer(["/hub": hub]).start(
            certificate: HubServerCertificate(file: files.certificateFile, key: files.keyFile))
        #expect(server.url == "https://127.0.0.1:\(server.port)")
        var options = WebSocketOptions(host: "localhost", port: server.port)
        (options.target, options.isSecure) = ("/hub", true)
        options.trust = TLSTrust(caFile: certificates.authority, usesSystemStore: false)
        let socket = try await WebSocketConnection.connect(TestLoop.shared, options)
        try await socket.send(HubHandshake.Request().record, text: true)
        try await eventually("it comes in") { hub.connectionCount == 1 }
        socket.abort()
        // Without TLS nobody comes in.
        await #expect(throws: (any Error).self) { try await RawHubClient(port: server.port) }
        await server.stop()
    }

    @Test("serves although nobody keeps what the start returned")
    func unkept() async throws {
        let hub = Hub()
        hub.on("Add", jsonParameters: 2) { call in "\(try call.arguments.int(0) + call.arguments.int(1))" }
        let port = try await HubServer(["/hub": hub]).start().port
        for _ in 0..<2 {
            let client = try await RawHubClient.open(port: port)
            #expect(try await client.invoke("Add", "[1,2]") == .result(json("3")))
            await client.close()
        }
    }

    @Test("asks clients for certificates of the authorities that it was given", Certificates.trait)
    func clientCertificates() async throws {
        let certificates = try await Certificates()
        let files = certificates.good
        let server = try await HubServer(["/hub": Hub()]).start(
            certificate: HubServerCertificate(
                file: files.certificateFile, key: files.keyFile, clientAuthorities: certificates.authority))
        var options = WebSocketOptions(host: "localhost", port: server.port)
        (options.target, options.isSecure) = ("/hub", true)
        options.trust = TLSTrust(caFile: certificates.authority, usesSystemStore: false)
        await #expect(throws: (any Error).self) { try await WebSocketConnection.connect(TestLoop.shared, options) }
        options.identity = certificates.client
        let socket = try await WebSocketConnection.connect(TestLoop.shared, options)
        socket.abort()
        await server.stop()
    }

    @Test("refuses a certificate that can't be used, and names the file", Certificates.trait)
    func badCertificate() async throws {
        let certificates = try await Certificates()
        let (good, other) = (certificates.good, certificates.wrongHost)
        for (file, key) in [
            ("/nonexistent.pem", good.keyFile), (good.certificateFile, "/nonexistent.pem"),
            (certificates.noCertificate, good.keyFile), (good.certificateFile, other.keyFile),
        ] {
            let error = await failure(
                HubServer(["/hub": Hub()]), certificate: HubServerCertificate(file: file, key: key))
            #expect(error?.kind == .badCertificate)
            #expect(error.map { $0.message.contains(file) || $0.message.contains(key) } == true)
        }
    }

    @Test("refuses an address that it can't have, with the next step")
    func badAddress() async throws {
        let server = try await HubServer(["/hub": Hub()]).start()
        let taken = await failure(HubServer(["/hub": Hub()]), port: server.port)
        #expect(taken?.kind == .addressInUse)
        #expect(taken?.description.contains("Choose another port") == true)
        await server.stop()
        let foreign = await failure(HubServer(["/hub": Hub()]), host: "192.0.2.1")
        #expect(foreign?.kind == .badAddress)
        #expect(foreign?.message.contains("192.0.2.1") == true)
        for port in [-1, 65_536] {
            let error = await failure(HubServer(["/hub": Hub()]), port: port)
            #expect(error?.kind == .badAddress && error?.message.contains("\(port)") == true)
        }
    }

    @Test("refuses two methods of one name and two hubs at one path, in any letter case")
    func duplicates() async throws {
        let hub = Hub()
        hub.on("Say", jsonParameters: 0) { _ in "1" }
        #expect(await failure(HubServer(["/hub": hub])) == nil)
        hub.onStream("SAY", jsonParameters: 0) { _, _ in }
        let error = await failure(HubServer(["/hub": hub]))
        #expect(error?.kind == .duplicate)
        #expect(error?.message.hasPrefix("the hub at /hub has two methods named SAY") == true)
        let paths = await failure(HubServer(["/hub": Hub(), "/Hub/": Hub()]))
        #expect(paths?.kind == .duplicate && paths?.message.contains("/hub") == true)
    }

    @Test("refuses limits and times that can't be meant, by name")
    func badConfiguration() async throws {
        let mistakes: [(HubServer, String)] = [
            (one { $0.transports = [] }, "transports is empty; offer one at least"),
            (one { $0.maximumParallelCalls = 0 }, "maximumParallelCalls is 0; 1 is the least"),
            (one { $0.maximumWaitingItems = -1 }, "maximumWaitingItems is -1; 1 is the least"),
            (
                one { $0.keepAliveInterval = .zero }, "keepAliveInterval is 0.0 seconds; it must be longer than nothing"
            ),
        ]
        for (server, words) in mistakes {
            let error = await failure(server)
            #expect(error?.kind == .badConfiguration)
            #expect(error?.message == "the hub at /hub: \(words)")
        }
        for count in [0, -1, .max] {
            let error = await failure(HubServer(["/hub": Hub()])) { $0.maximumConnections = count }
            #expect(error?.kind == .badConfiguration && error?.message.contains("maximumConnections") == true)
        }
        let timeout = await failure(HubServer(["/hub": Hub()])) { $0.idleTimeout = .zero }
        #expect(timeout?.message.contains("idleTimeout") == true)
    }

    @Test("answers by the names that it was given and by no other")
    func hostNames() async throws {
        var options = HubServerOptions()
        options.hostNames = ["localhost"]
        let server = try await HubServer(["/hub": Hub()]).start(options: options)
        await #expect(throws: (any Error).self) { try await RawHubClient(port: server.port) }
        var byName = WebSocketOptions(host: "localhost", port: server.port)
        byName.target = "/hub"
        try await WebSocketConnection.connect(TestLoop.shared, byName).abort()
        await server.stop()
    }
}
