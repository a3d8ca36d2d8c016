import HTTPServer
import Runtime
import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing

/// What becomes of requests that a server leaves without an answer.
@Suite("The time of one HTTP request", .timeLimit(.minutes(1)))
struct RequestTimeoutTests {
    private func tune(_ options: inout HubConnectionOptions) {
        // Long enough for the requests that are answered, beside hundreds of other tests.
        options.requestTimeout = .seconds(3)
        options.reconnect = .never
    }

    @Test("a poll without an answer is followed by the next, and the connection stays")
    func poll() async throws {
        let hub = PlainHTTPHub([.longPolling])
        try await withPlainHub(hub) { url in
            try await withConnection(url, tune) { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                // The first opens, one brings the handshake, one is given up.
                try await eventually("it polls again") { hub.seen.filter { $0.method == "GET" }.count >= 4 }
                #expect(connection.state.isConnected)
                // Each poll that was given up may still take one answer with it.
                for number in 0..<50 { hub.say(#"{"type":1,"target":"n","arguments":[\#(number)]}"#) }
                #expect(await invocations.next() != nil)
            }
        }
    }

    @Test(
        "a post without an answer ends the connection, since it may have arrived",
        arguments: [
            HubTransport.serverSentEvents, .longPolling,
        ])
    func post(_ transport: HubTransport) async throws {
        let never = BoundedChannel<Void>(limit: 1)
        let hub = PlainHTTPHub([transport]) { seen in
            if seen.body.contains(#""target":"m""#) { _ = try? await never.next() }
            return nil
        }
        try await withPlainHub(hub) { url in
            try await withConnection(url, tune) { connection in
                let states = connection.states
                try await connection.start()
                try await connection.send("m", json: [])
                let ended = await wait(for: states) { $0.isDisconnected && $0.reason != nil }
                #expect(ended?.reason?.kind == .connectTimeout, "\(String(describing: ended))")
                never.finish()
            }
        }
    }
}
