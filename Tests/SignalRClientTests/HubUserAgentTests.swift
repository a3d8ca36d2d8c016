import HTTPServer
import JSON
import SignalRProtocol
import SignalRServer
import Testing

@testable import SignalRClient

/// How a client names itself, and what it says of an answer that names too much.
@Suite("Hub client: who it is")
struct HubUserAgentTests {
    @Test(
        "names itself with its version on every request", .timeLimit(.minutes(1)),
        arguments: HubTransport.allCases)
    func userAgent(_ transport: HubTransport) async throws {
        let seen = Collected<String>()
        let hub = Hub()
        let hubs = HubServer(["/hub": hub])
        hub.on("Nothing", parameters: 0) { _ in nil as JSONFragment? }
        try await withServer { request in
            seen.add(request.headers["User-Agent"] ?? "none")
            return await hubs.response(to: request) ?? .notFound
        } body: { origin in
            var own = HubNetworkConfiguration()
            own.userAgent = "Family/7 (kitchen)"
            for (configuration, headers, expected) in [
                (HubNetworkConfiguration(), [], "SignalRClient/\(SignalRVersion.text)"), (own, [], own.userAgent),
                (own, [(name: "user-agent", value: "Mine/1")], "Mine/1"),
            ] as [(HubNetworkConfiguration, [(name: String, value: String)], String)] {
                let network = try HubNetwork(configuration)
                var options = HubConnectionOptions()
                options.transports = [transport]
                options.headers = headers
                let connection = HubConnection("\(origin)/hub", options: options, network: network)
                try await connection.start()
                _ = try await connection.invoke("Nothing", json: [])
                await connection.stop()
                await network.close()
                #expect(Set(seen.all.suffix(2)) == [expected])
            }
            hubs.stop()
        }
    }

    @Test("says that the answer's head is too long, not that memory is short", .timeLimit(.minutes(1)))
    func longHead() async throws {
        try await withServer { _ in
            var response = HTTPResponse.json(Array("{}".utf8))
            response.headers["X-Long"] = String(repeating: "x", count: 200_000)
            return response
        } body: { origin in
            try await withConnection("\(origin)/hub") { connection in
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.message.contains("head") == true, "\(error?.message ?? "")")
                #expect(error?.message.lowercased().contains("memory") == false, "\(error?.message ?? "")")
            }
        }
    }

    @Test("limits may be as large as a number gets", .timeLimit(.minutes(1)))
    func withoutLimits() async throws {
        let hub = Hub()
        hub.on("Two", parameters: 0) { call in
            for _ in 0..<2 { await call.send("said", [JSONFragment(1)]) }
            return nil as JSONFragment?
        }
        try await withHub(hub) { url in
            for isStateful in [false, true] {
                try await withConnection(
                    url,
                    {
                        $0.maximumMessageBytes = .max
                        $0.maximumBacklogBytes = .max
                        $0.statefulBufferBytes = .max
                        $0.usesStatefulReconnect = isStateful
                    }
                ) { connection in
                    var invocations = connection.invocations.makeAsyncIterator()
                    try await connection.start()
                    _ = try await connection.invoke("Two", json: [])
                    for _ in 0..<2 { #expect(await invocations.next()?.target == "said") }
                }
            }
        }
    }
}
