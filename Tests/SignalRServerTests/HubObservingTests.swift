import SignalRProtocol
import SignalRServer
import TestWaiting
import Testing

/// What a hub tells its owner, as a user of the public API reads it.
@Suite("Log and metrics of a hub", .timeLimit(.minutes(1)))
struct HubObservingTests {
    private let entries = Noted<HubLogEntry>()

    private func run(
        _ metrics: HubServerMetrics?, add: (Hub) -> Void = { _ in }, _ body: (RawHubClient) async throws -> Void
    ) async throws {
        var configuration = HubConfiguration()
        configuration.onLog = { [entries] in entries.add($0) }
        configuration.metrics = metrics
        let hub = Hub(configuration)
        hub.on("Fine", jsonParameters: nil) { _ in "1" }
        hub.on("Crash", jsonParameters: 1) { _ in throw Unplanned() }
        hub.on("Refuse", jsonParameters: 0) { _ in throw HubFailure("no") }
        add(hub)
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            try await body(client)
            try await client.send(.close(error: nil, allowReconnect: false))
            try await eventually("it has gone") { hub.connectionCount == 0 }
        }
    }

    private struct Unplanned: Error {}

    @Test("tells of who comes and goes and of methods that crash, and of no argument")
    func log() async throws {
        try await run(nil) { client in
            _ = try await client.invoke("Fine", #"["secret"]"#)
            _ = try await client.invoke("Refuse")
            _ = try await client.invoke("Crash", #"["secret"]"#)
        }
        try await eventually("the end is logged") { entries.all.count == 3 }
        #expect(entries.all.map(\.text) == ["a client came", "a hub method failed", "a client went"])
        #expect(entries.all.map(\.level) == [.debug, .warning, .debug])
        #expect(entries.all[1].fields["hub.target"] == "Crash")
        #expect(entries.all[1].fields["error"] == "Unplanned()")
        #expect(entries.all[2].fields["hub.reason"] == "closed-by-client")
        #expect(Set(entries.all.compactMap { $0.fields["hub.connection.id"] }).count == 1)
        #expect(!entries.all.contains { "\($0)".contains("secret") })
    }

    @Test("a method that is registered twice is told of at once, and the first stays")
    func duplicate() async throws {
        let addTwice: (Hub) -> Void = { $0.on("FINE", jsonParameters: 0) { _ in "2" } }
        try await run(nil, add: addTwice) { client in
            let answer = try await client.invoke("Fine")
            #expect(answer == .result(json("1")))
        }
        #expect(entries.all.first?.level == .error)
        #expect(entries.all.first?.text == "a hub method was registered twice")
        #expect(entries.all.first?.fields["hub.target"] == "FINE")
    }

    @Test("counts clients, calls and failures, by names that begin as the program likes")
    func metrics() async throws {
        let metrics = HubServerMetrics()
        try await run(metrics) { client in
            #expect(metrics.text().contains(#"hub_server_connections{transport="WebSockets"} 1"#))
            for method in ["Fine", "Refuse", "Unknown"] { _ = try await client.invoke(method) }
        }
        try await eventually("the end is counted") {
            metrics.text().contains(#"hub_server_disconnections_total{reason="closed-by-client"} 1"#)
        }
        let text = metrics.text(prefix: "chat_")
        for line in [
            #"chat_hub_server_connections{transport="WebSockets"} 0"#, "chat_hub_server_call_seconds_count 3",
            "chat_hub_server_failed_calls_total 2",
        ] { #expect(text.contains("\n\(line)\n"), "\(line) in \(text)") }
        #expect(!text.contains("pocketbell"))
    }

    @Test("says why arguments did not fit, which the caller is not told, and none of them")
    func arguments() async throws {
        let add: (Hub) -> Void = { hub in
            hub.on("Double", jsonParameters: 1) { call in "\(try call.arguments.int(0) * 2)" }
        }
        try await run(nil, add: add) { client in
            for arguments in ["[]", #"["secret"]"#] {
                let answer = try await client.invoke("Double", arguments)
                #expect(answer == .error("Failed to invoke 'Double' due to an error on the server."))
            }
        }
        let failures = entries.all.filter { $0.text == "a hub method failed" }
        #expect(
            failures.map { $0.fields["error"] ?? "" }.map { $0.prefix(10) } == ["Invocation", "Error bind"])
        #expect(!entries.all.contains { "\($0)".contains("secret") })
    }
}
