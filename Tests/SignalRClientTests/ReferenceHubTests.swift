import SignalRClient
import TestWaiting
import Testing

@Suite(
    "Hub connection to the genuine server", .serialized,
    .enabled(if: ReferenceHub.program != nil, "the reference hub is not at hand"))
struct ReferenceHubTests {
    private func withReference(
        _ path: String = "/hubs/conformance", tuned tune: (inout HubConnectionOptions) -> Void = { _ in },
        _ body: (HubConnection) async throws -> Void
    ) async throws {
        let origin = try #require(ReferenceHub.origin)
        try await withConnection(origin + path, tune, body)
    }

    @Test("invokes, with exact money, errors and large results", .timeLimit(.minutes(2)))
    func invoke() async throws {
        try await withReference { connection in
            try await connection.start()
            #expect(try await connection.invoke("Add", json: ["2", "3"]) == "5")
            #expect(try await connection.invoke("AddMoney", json: ["0.1", "0.2"]) == "0.3")
            #expect(try await connection.invoke("Nothing", json: []) == "null")
            #expect(try await connection.invoke("Transport", json: []) == "\"WebSockets\"")
            guard case .connected(let id?) = connection.state.phase else {
                Issue.record("\(connection.state)")
                return
            }
            #expect(try await connection.invoke("ConnectionId", json: []) == "\"\(id)\"")
            #expect(try await connection.invoke("Big", json: ["300000"]).utf8.count == 300_002)
            for (method, arguments) in [("Fail", ["\"on purpose\""]), ("NoSuchMethod", []), ("Add", ["1"])] {
                let error = await #expect(throws: HubError.self) {
                    try await connection.invoke(method, json: arguments)
                }
                #expect(error?.kind == .methodFailed)
            }
        }
    }

    @Test("receives, in order, and answers questions", .timeLimit(.minutes(2)))
    func receive() async throws {
        try await withReference { connection in
            var invocations = connection.invocations(of: "n").makeAsyncIterator()
            try connection.answer("ask") { $0.arguments }
            try await connection.start()
            _ = try await connection.invoke("Blast", json: ["500", "\"n\"", "{\"x\":1}"])
            for _ in 0..<500 { #expect(await invocations.next()?.arguments == "[{\"x\":1}]") }
            #expect(try await connection.invoke("AskMe", json: ["\"ask\"", "[4,5]"]) == "[4,5]")
            await #expect(throws: HubError.self) { try await connection.invoke("AskMe", json: ["\"nobody\"", "[]"]) }
        }
    }

    @Test("streams, fails and cancels streams", .timeLimit(.minutes(2)))
    func stream() async throws {
        try await withReference { connection in
            try await connection.start()
            var items: [String] = []
            for try await item in try await connection.stream("Count", json: ["4", "1"]) { items.append(item) }
            #expect(items == ["0", "1", "2", "3"])
            let error = await #expect(throws: HubError.self) {
                for try await _ in try await connection.stream("CountThenFail", json: ["2"]) {}
            }
            #expect(error?.message.contains("on purpose") == true)
            let before = try await connection.invoke("CancelledStreams", json: [])
            for try await item in try await connection.stream("Forever", json: []) where item == "3" { break }
            try await eventually("the server saw the cancellation") {
                (try? await connection.invoke("CancelledStreams", json: [])) != before
            }
        }
    }

    @Test("comes back after a cut, and not after an abort", .timeLimit(.minutes(2)))
    func drop() async throws {
        try await withReference(tuned: { $0.reconnect = .listed([.zero, .milliseconds(100)]) }) { connection in
            try await connection.start()
            let states = connection.states
            // Only this connection: tests of other suites have theirs.
            try await connection.send("End", json: ["\"cut\""])
            let waiting = await wait(for: states) { !$0.isConnected }
            #expect(waiting?.reason?.kind == .lost, "\(String(describing: waiting))")
            _ = await wait(for: connection.states) { $0.isConnected }
            #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
            try await connection.send("End", json: ["\"abort\""])
            let end = await wait(for: connection.states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .closedByServer)
        }
    }

    @Test("is told who may not come in, and what is no hub", .timeLimit(.minutes(2)))
    func refusals() async throws {
        let expected: [(String, HubError.Kind)] = [
            ("/hubs/family", .unauthorized), ("/hubs/nowhere", .notAHub), ("/hubs/html", .notAHub),
            ("/hubs/refused", .negotiationRefused), ("/hubs/refused-with-url", .negotiationRefused),
            ("/hubs/aspnet", .incompatible), ("/hubs/loop", .incompatible),
        ]
        for (path, kind) in expected {
            try await withReference(path) { connection in
                let error = await #expect(throws: HubError.self) { try await connection.start() }
                #expect(error?.kind == kind, "\(path): \(String(describing: error))")
            }
        }
    }

    @Test("follows a redirection with its own token, and passes over what it does not know", .timeLimit(.minutes(2)))
    func redirection() async throws {
        for path in ["/hubs/redirect", "/hubs/unknown-extras"] {
            try await withReference(path) { connection in
                try await connection.start()
                #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
            }
        }
    }

    @Test("comes back when it sent more than the server takes", .timeLimit(.minutes(2)))
    func oversized() async throws {
        try await withReference(tuned: { $0.reconnect = .listed([.zero]) }) { connection in
            try await connection.start()
            let states = connection.states
            let text = "\"\(String(repeating: "x", count: 40_000))\""
            let error = await #expect(throws: HubError.self) { try await connection.invoke("Echo", json: [text]) }
            #expect(error?.kind == .closedByServer, "\(String(describing: error))")
            _ = await wait(for: states) { !$0.isConnected }
            _ = await wait(for: connection.states) { $0.isConnected }
            #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
        }
    }
}
