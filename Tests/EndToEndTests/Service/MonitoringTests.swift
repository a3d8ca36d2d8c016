import Glibc
import HTTPClient
import JSON
import TestSupport
import TestWaiting
import Testing

/// What a monitoring system sees of the whole program.
@Suite("Monitoring", .serialized, .timeLimit(.minutes(3)))
struct MonitoringTests {
    private static func freePort() throws -> UInt16 {
        let (descriptor, port) = try LoopbackSocket.listening()
        close(descriptor)
        return port
    }

    private func get(_ http: HTTPClient, _ port: UInt16, _ page: String) async throws -> (status: Int, text: String) {
        let answer = try await http.send(HTTPClientRequest(.get, try HTTPURL("http://127.0.0.1:\(port)\(page)")))
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    private func yaml(_ receiver: WebhookReceiver, _ port: UInt16) -> String {
        """
        targets:
          - {name: house, kind: webhook, url: '\(receiver.address)/house', private-addresses: true}
        metrics: {listen: '127.0.0.1:\(port)'}
        heartbeat: {url: '\(receiver.address)/beat/secret-4711', every: 1h}

        """
    }

    @Test(
        "not ready before somebody signs in, ready and beating afterwards; a reload moves the pages"
    )
    func story() async throws {
        let (server, receiver) = (try await DemoServer(), try await WebhookReceiver())
        let (first, second) = (try Self.freePort(), try Self.freePort())
        let service = try await MachineService(yaml(receiver, first))
        let http = try HTTPClient()
        #expect(try await get(http, first, "/healthz").status == 200)
        let before = try await get(http, first, "/readyz")
        #expect(before.status == 503 && !before.text.contains("ready") && before.text.contains("pocketbell status"))
        #expect(receiver.received(at: "/beat").isEmpty)

        #expect(try await service.login("parent@example.com", at: server.address).status == 0)
        try await service.waitForStatus { $0.accountState("family") == "live" && $0.count("transactions") == 24 }
        try await eventually("ready") { try await self.get(http, first, "/readyz").status == 200 }
        let figures = try await get(http, first, "/metrics").text
        for line in [
            "pocketbell_ready 1", "pocketbell_accounts 1", "pocketbell_store_transactions 24",
            "pocketbell_hub_connections{state=\"connected\"} 1", "pocketbell_store_balanced 1",
        ] {
            #expect(figures.contains("\n\(line)\n"), "\(line)")
        }
        for secret in ["Alice", "family", "Johnson", "secret-4711", server.address, "house", "parent@"] {
            #expect(!figures.contains(secret) && !before.text.contains(secret), "\(secret)")
        }

        try service.configure(yaml(receiver, second))
        service.signal(SIGHUP)
        try await eventually("the other port") { (try? await self.get(http, second, "/readyz").status) == 200 }
        #expect(throws: LoopbackSocket.Failure.self) { try LoopbackSocket.connected(to: first) }
        // The reload also looks whether the heartbeat is due; nothing has kept it since.
        let beat = try await receiver.wait(for: "", at: "/beat")
        #expect(beat.target == "/beat/secret-4711" && beat.body.isEmpty)
        #expect(!service.log.contains("secret-4711"))
        await http.close()
        try await service.stop()
        await receiver.close()
        try await server.stop()
    }

    @Test("a port that somebody else has stops nothing: status names it, and the rest runs")
    func taken() async throws {
        let (descriptor, port) = try LoopbackSocket.listening()
        let service = try await MachineService("targets: []\nmetrics: {listen: '127.0.0.1:\(port)'}\n")
        let status = try await service.run("status")
        #expect(
            status.status == 1 && status.output.contains("metrics are not served: ")
                && status.output.contains("127.0.0.1") && status.output.contains("\(port)"), "\(status)")
        close(descriptor)
        try await service.stop()
    }
}
