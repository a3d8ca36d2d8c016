import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing

/// The same over each transport: the hubs of the genuine server that have only this one.
@Suite(
    "Transports to the genuine server", .serialized,
    .enabled(if: ReferenceHub.program != nil, "the reference hub is not at hand"))
struct ReferenceTransportTests {
    static let paths: [(transport: HubTransport, path: String)] = [
        (.webSockets, "/hubs/conformance-ws"), (.serverSentEvents, "/hubs/conformance-sse"),
        (.longPolling, "/hubs/conformance-poll"),
    ]

    private func withReference(
        _ path: String, tuned tune: (inout HubConnectionOptions) -> Void = { _ in },
        _ body: (HubConnection) async throws -> Void
    ) async throws {
        let origin = try #require(ReferenceHub.transports)
        try await withConnection(origin + path, tune, body)
    }

    @Test("invokes, with errors and large results", .timeLimit(.minutes(2)), arguments: paths)
    func invoke(_ transport: HubTransport, _ path: String) async throws {
        try await withReference(path) { connection in
            try await connection.start()
            #expect(try await connection.invoke("Transport", json: []) == "\"\(transport.rawValue)\"")
            #expect(try await connection.invoke("Add", json: ["2", "3"]) == "5")
            #expect(try await connection.invoke("Nothing", json: []) == "null")
            guard case .connected(let id?) = connection.state.phase else {
                Issue.record("\(connection.state)")
                return
            }
            #expect(try await connection.invoke("ConnectionId", json: []) == "\"\(id)\"")
            #expect(try await connection.invoke("Big", json: ["3000000"]).utf8.count == 3_000_002)
            let error = await #expect(throws: HubError.self) { try await connection.invoke("Fail", json: ["\"so\""]) }
            #expect(error?.kind == .methodFailed)
        }
    }

    @Test("keeps characters whole that are cut on the way", .timeLimit(.minutes(2)), arguments: paths)
    func characters(_ transport: HubTransport, _ path: String) async throws {
        let text = "\"\(String(repeating: "aä€😀", count: 2_500))\""
        try await withReference(path) { connection in
            try await connection.start()
            var items: [String] = []
            for _ in 0..<20 { items.append(try await connection.invoke("Echo", json: [text])) }
            #expect(items.allSatisfy { $0.count > 10_000 })
            #expect(Set(items).count == 1)
        }
    }

    @Test("receives, in order, and answers questions", .timeLimit(.minutes(2)), arguments: paths)
    func receive(_ transport: HubTransport, _ path: String) async throws {
        try await withReference(path) { connection in
            var invocations = connection.invocations(of: "n").makeAsyncIterator()
            try connection.answer("ask") { $0.arguments }
            try await connection.start()
            _ = try await connection.invoke("Blast", json: ["2000", "\"n\"", "{\"x\":1}"])
            for _ in 0..<2_000 { #expect(await invocations.next()?.arguments == "[{\"x\":1}]") }
            #expect(try await connection.invoke("AskMe", json: ["\"ask\"", "[4,5]"]) == "[4,5]")
            await #expect(throws: HubError.self) { try await connection.invoke("AskMe", json: ["\"nobody\"", "[]"]) }
        }
    }

    @Test("sends in order, however fast", .timeLimit(.minutes(2)), arguments: paths)
    func order(_ transport: HubTransport, _ path: String) async throws {
        try await withReference(path) { connection in
            var invocations = connection.invocations(of: "back").makeAsyncIterator()
            try await connection.start()
            for number in 0..<500 { try await connection.send("SendMe", json: ["\"back\"", "[\(number)]"]) }
            for number in 0..<500 { #expect(await invocations.next()?.arguments == "[\(number)]") }
        }
    }

    @Test("streams, fails and cancels streams", .timeLimit(.minutes(2)), arguments: paths)
    func stream(_ transport: HubTransport, _ path: String) async throws {
        try await withReference(path) { connection in
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

    @Test("comes back after a cut, and not after an abort", .timeLimit(.minutes(2)), arguments: paths)
    func drop(_ transport: HubTransport, _ path: String) async throws {
        let server = try #require(ReferenceHub.transports)
        try await withReference(path) {
            $0.reconnect = .listed([.zero, .milliseconds(100)])
        } _: { connection in
            try await connection.start()
            let states = connection.states
            if transport == .longPolling {
                // The server has no connection to reset between polls, so it resets the next request.
                try await ReferenceHub.control("fault", #"{"path":"\#(path)","count":1,"cut":true}"#, at: server)
                await #expect(throws: HubError.self) { try await connection.invoke("Add", json: ["1", "1"]) }
            } else {
                try await ReferenceHub.control("drop", #"{"how":"cut"}"#, at: server)
            }
            let waiting = await wait(for: states) { !$0.isConnected }
            #expect(waiting?.reason?.kind == .lost, "\(String(describing: waiting))")
            _ = await wait(for: connection.states) { $0.isConnected }
            #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
            try await ReferenceHub.control("drop", #"{"how":"abort"}"#, at: server)
            let end = await wait(for: connection.states) { $0.isDisconnected }
            #expect(end?.reason?.kind == .closedByServer)
        }
    }
}
