import SocketTestSupport
import Testing

@testable import HTTPServer

@Suite("HTTP server: stopping")
struct StopTests {
    @Test("returns whatever its connections are doing at that moment", .timeLimit(.minutes(1)))
    func idle() async throws {
        for round in 0..<30 {
            try await withServer { _ in
                .text("ok")
            } body: { _, server, port in
                let client = try RawSocket(port: port)
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                // Sometimes while the answer is on its way, sometimes when the connection waits for the next request.
                if round % 2 == 0 { #expect(await client.receive(until: "ok").hasSuffix("ok")) }
                await server.stop(within: .milliseconds(500))
                #expect(await server.connectionCount == 0)
                client.close()
            }
        }
    }
}
