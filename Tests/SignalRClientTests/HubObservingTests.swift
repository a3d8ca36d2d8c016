import Observability
import TestWaiting
import Testing

@testable import SignalRClient

@Suite("Hub connection observed")
struct HubObservingTests {
    private static func fields(_ record: LogRecord) -> [String: String] {
        Dictionary(record.fields.map { ($0.key.name, $0.value.description) }) { $1 }
    }

    @Test("logs connects and losses with their reasons, and nothing secret", .timeLimit(.minutes(1)))
    func log() async throws {
        let sink = CapturingSink()
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { options in
            options.logger = Logger(component: "hub", threshold: LogThreshold(.debug), sink: sink)
            options.reconnect = .listed([.zero])
        } _: { connection in
            let states = connection.states
            try await connection.start()
            hub.cut()
            _ = await wait(for: states) { if case .reconnecting = $0.phase { true } else { false } }
            _ = await wait(for: states) { $0.isConnected }
            await connection.stop()
            let texts = sink.records.map { "\($0.level.name) \($0.message)" }
            #expect(
                texts == [
                    "debug connecting to the hub", "info connected to the hub",
                    "warning the connection to the hub was lost", "debug connecting to the hub",
                    "info connected to the hub", "debug saying good-bye to the hub",
                    "info the connection to the hub was stopped",
                ])
            let loss = try #require(sink.records.first { $0.level == .warning })
            #expect(Self.fields(loss)["hub.reason"] == "lost")
            #expect(Self.fields(loss)["hub.pause.ms"] == "0")
            #expect(Self.fields(loss)["error"]?.contains("lost") == true)
            #expect(Self.fields(loss)["hub.url"]?.hasPrefix("http://127.0.0.1:") == true)
        }
    }

    @Test("counts states, reconnects, traffic and the time of calls, for all connections", .timeLimit(.minutes(1)))
    func metrics() async throws {
        let metrics = HubMetrics()
        let hub = ScriptedHub { record in
            record.text.contains("\"Add\"") ? [#"{"type":3,"invocationId":"1","result":1}"#] : []
        }
        try await withScriptedHub(hub) { options in
            options.metrics = metrics
            options.reconnect = .listed([.zero])
        } _: { connection in
            let states = connection.states
            try await connection.start()
            #expect(metrics.connections[.connected].value == 1)
            _ = try await connection.invoke("Add", json: [])
            hub.cut()
            _ = await wait(for: states) { if case .reconnecting = $0.phase { true } else { false } }
            _ = await wait(for: states) { $0.isConnected }
            #expect(metrics.reconnects[.lost].value == 1)
            await connection.stop()
            #expect(HubMetrics.Phase.allCases.allSatisfy { metrics.connections[$0].value == 0 })
            // Two first pings and the call.
            #expect(metrics.sent.frames.value == 3)
            let call = #"{"type":1,"invocationId":"1","target":"Add","arguments":[]}"#
            #expect(metrics.sent.bytes.value == UInt64(2 * 11 + call.utf8.count) + 1)
            #expect(metrics.received.frames.value == 1)
            #expect(metrics.received.bytes.value == UInt64(#"{"type":3,"invocationId":"1","result":1}"#.utf8.count) + 1)
        }
    }

    @Test("tells of what nobody listens to and of answers to nobody, and goes on", .timeLimit(.minutes(1)))
    func messagesToNobody() async throws {
        let sink = CapturingSink()
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { options in
            options.logger = Logger(component: "hub", threshold: LogThreshold(.debug), sink: sink)
        } _: { connection in
            let known = Collected<String>()
            connection.on("Known") { known.add($0.arguments) }
            try await connection.start()
            try await hub.send(
                [
                    #"{"type":1,"target":"Un\"known","arguments":[]}"#,
                    #"{"type":1,"target":"Other","arguments":[1,2]}"#,
                    #"{"type":3,"invocationId":"77"}"#, #"{"type":1,"target":"Known","arguments":[3]}"#,
                ].joined(separator: "\u{1E}"))
            try await eventually("what came with it is handled") { known.all == ["[3]"] }
            func record(_ message: String) -> [String: String]? {
                sink.records.first { $0.message == message }.map(Self.fields)
            }
            let unknown = record("the hub calls what nobody listens to")
            #expect(unknown?["hub.target"] == #"Un"known"#)
            #expect(unknown?["hub.count"] == "2")
            #expect(record("an answer came for a call that is over")?["invocation.id"] == "77")
        }
    }

    @Test("shows what waits for the handlers, and nothing when they are done or gone", .timeLimit(.minutes(1)))
    func backlog() async throws {
        let metrics = HubMetrics()
        let hub = ScriptedHub()
        let (gate, entered) = (AsyncStream.makeStream(of: Void.self), Collected<Int>())
        try await withScriptedHub(hub) {
            $0.metrics = metrics
        } _: { connection in
            connection.on("Slow") { _ in
                entered.add(0)
                for await _ in gate.stream { return }
            }
            try await connection.start()
            let text = #"{"type":1,"target":"Slow","arguments":[]}"#
            for count in 1...3 {
                try await hub.send(text)
                // One is with the handler, the others wait.
                try await eventually("it waits") {
                    entered.all.count == 1 && metrics.backlog.value == (count - 1) * (text.utf8.count + 1)
                }
            }
            gate.continuation.yield()
            try await eventually("one less waits") { metrics.backlog.value == text.utf8.count + 1 }
            await connection.stop()
            try await eventually("nothing waits") { metrics.backlog.value == 0 }
        }
    }

    private static func counted() -> HubMetrics {
        let metrics = HubMetrics()
        metrics.invocations.record(.milliseconds(3))
        metrics.changed(
            from: HubState(.connected(id: nil)),
            to: HubState(.waitingToReconnect(attempt: 1, pause: .zero), reason: .lost("x")))
        return metrics
    }

    @Test(
        "is text for scrapes, under names that begin as the program wants",
        arguments: [("", ""), ("chat_", "chat_"), ("my-app.", "my_app_"), ("2nd_", "_2nd_"), ("a\nb é", "a_b___")])
    func text(_ wanted: String, _ prefix: String) {
        let text = Self.counted().text(prefix: wanted)
        for line in [
            "hub_invoke_seconds_bucket{le=\"0.005\"} 1", "hub_connections{state=\"waiting\"} 1",
            "hub_connections{state=\"connected\"} -1", "hub_reconnects_total{reason=\"lost\"} 1",
        ] {
            #expect(text.contains("\n\(prefix)\(line)\n"), "\(line)")
        }
        #expect(text.contains("# TYPE \(prefix)hub_reconnects_total counter\n"))
    }

    @Test("is numbers for other libraries, each once")
    func samples() {
        let samples = Self.counted().samples
        #expect(samples.contains(.init(name: "hub_reconnects_total", labels: ["reason": "lost"], value: 1)))
        #expect(samples.contains(.init(name: "hub_invoke_seconds_sum", labels: [:], value: 0.003)))
        #expect(samples.contains(.init(name: "hub_invoke_seconds_bucket", labels: ["le": "+Inf"], value: 1)))
        #expect(samples.contains(.init(name: "hub_backlog_bytes", labels: [:], value: 0)))
        #expect(Set(samples.map { "\($0.name) \($0.labels)" }).count == samples.count)
        #expect(samples.filter { $0.name == "hub_reconnects_total" }.count == HubError.Kind.allCases.count)
    }

    @Test("tells a program's own closure what it logs, and nothing secret", .timeLimit(.minutes(1)))
    func entries() async throws {
        let entries = Collected<HubLogEntry>()
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { options in
            options.onLog = { entries.add($0) }
            options.accessToken = { _ in AccessToken("s3cret") }
        } _: { connection in
            try await connection.start()
            try await hub.send(#"{"type":1,"target":"Unknown","arguments":["s3cret"]}"#)
            try await eventually("it is told") { entries.all.contains { $0.level == .warning } }
        }
        let all = entries.all
        #expect(
            all.map(\.text) == [
                "connecting to the hub", "connected to the hub", "the hub calls what nobody listens to",
                "saying good-bye to the hub", "the connection to the hub was stopped",
            ])
        #expect(all.allSatisfy { $0.fields["hub.url"]?.hasPrefix("http://127.0.0.1:") == true })
        #expect(all.first { $0.level == .warning }?.fields["hub.target"] == "Unknown")
        #expect(!all.contains { "\($0)".contains("s3cret") })
    }
}
