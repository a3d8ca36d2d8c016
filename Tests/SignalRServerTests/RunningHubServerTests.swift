import HTTPServer
import JSON
import Runtime
import SignalRProtocol
import SignalRServer
import Sockets
import TestWaiting
import Testing

/// The server as somebody uses it who knows nothing of this package: the public API only, but for the client.
@Suite("A whole hub server")
struct RunningHubServerTests {
    private func chat() -> Hub {
        let hub = Hub { credentials in
            credentials.bearerToken == "wrong" ? .unauthorized : .allowed(user: credentials.bearerToken)
        }
        hub.onConnect { peer in
            if peer.user == "nobody" { throw HubFailure("nobody is not welcome") }
            hub.join(peer.id, "everybody")
        }
        hub.on("Say", jsonParameters: 1) { call in
            let said: [String] = [#""\#(call.user ?? "")""#, try call.arguments.json(0)]
            try call.hub.send("said", json: said, to: .group("everybody"))
            return nil
        }
        hub.on("Broken", jsonParameters: nil) { _ in "{" }
        hub.on("Question", jsonParameters: 0) { call in try await call.invoke("ask", json: ["1"]) }
        hub.on("Count", jsonParameters: 0, uploads: 1) { call in
            var count = 0
            for try await _ in try call.jsonUpload(0) { count += 1 }
            return "\(count)"
        }
        hub.onStream("Letters", jsonParameters: 1) { call, items in
            for letter in try call.arguments.string(0) { try await items.send(json: "\"\(letter)\"") }
        }
        return hub
    }

    @Test("starts in one line, serves its hubs, and stops", .timeLimit(.minutes(1)))
    func conversation() async throws {
        let hub = chat()
        let server = try await HubServer(["/hub": hub]).start()
        #expect(server.url == "http://127.0.0.1:\(server.port)")
        let mum = try await RawHubClient.open(port: server.port, headers: [("Authorization", "Bearer mum")])
        #expect(hub.peers.map(\.user) == ["mum"])
        try await mum.send(.invocation(InvocationMessage("Say", arguments: json("[{}]"))))
        #expect(try await mum.next() == .invocation(InvocationMessage("said", arguments: json(#"["mum",{}]"#))))
        guard case .error = try await mum.invoke("Broken") else { return fail("no error") }
        try await mum.send(.streamInvocation(InvocationMessage("Letters", arguments: json(#"["ab"]"#), id: "2")))
        #expect(try await mum.next() == .streamItem(id: "2", item: json(#""a""#)))
        #expect(try await mum.next() == .streamItem(id: "2", item: json(#""b""#)))
        #expect(try await mum.next() == .completion(id: "2", .void))
        try await mum.send(.invocation(InvocationMessage("Count", arguments: json("[]"), id: "3", streamIDs: ["4"])))
        for _ in 0..<3 { try await mum.send(.streamItem(id: "4", item: json("null"))) }
        try await mum.send(.completion(id: "4", .void))
        #expect(try await mum.next() == .completion(id: "3", .result(json("3"))))
        try await mum.send(.invocation(InvocationMessage("Question", arguments: json("[]"), id: "5")))
        guard case .invocation(let question) = try await mum.next(), let id = question.id else {
            return fail("no call")
        }
        try await mum.send(.completion(id: id, .result(json("[7]"))))
        #expect(try await mum.next() == .completion(id: "5", .result(json("[7]"))))
        await server.stop()
        #expect(hub.connectionCount == 0)
        await #expect(throws: (any Error).self) { try await RawHubClient(port: server.port) }
    }

    @Test("refuses who may not come in, with words", .timeLimit(.minutes(1)))
    func refusals() async throws {
        let server = try await HubServer(["/hub": chat()]).start()
        await #expect(throws: (any Error).self) {
            try await RawHubClient(port: server.port, headers: [("Authorization", "Bearer wrong")])
        }
        let nobody = try await RawHubClient(port: server.port, headers: [("Authorization", "Bearer nobody")])
        try await nobody.send(HubHandshake.Request().record)
        #expect(try await nobody.handshake() == "nobody is not welcome")
        #expect(server.port > 0)
        await server.stop()
    }

    @Test("tells what is no JSON to whoever sends it", .timeLimit(.minutes(1)))
    func notJSON() throws {
        let hub = chat()
        #expect(throws: HubFailure.self) { try hub.send("x", json: ["{"]) }
        #expect(throws: HubFailure.self) { try hub.send("x", json: ["1 2"]) }
        #expect(try hub.send("x", json: ["1"]) == 0)
    }

    @Test("sends all clients away, and waits for the methods that ran for them", .timeLimit(.minutes(1)))
    func closingAll() async throws {
        let hub = chat()
        let hasBegun = BoundedChannel<Void>(limit: 1)
        let hasEnded = Lock(false)
        hub.on("Wait", jsonParameters: 0) { _ in
            defer { hasEnded.withLock { $0 = true } }
            hasBegun.push(())
            try await untilCancelled()
            return nil
        }
        let server = try await HubServer(["/hub": hub]).start()
        let client = try await RawHubClient.open(port: server.port)
        try await client.send(.invocation(InvocationMessage("Wait", arguments: json("[]"), id: "1")))
        _ = try await hasBegun.next()
        await hub.closeAll(allowReconnect: false)
        #expect(hasEnded.withLock { $0 })
        #expect(hub.connectionCount == 0)
        #expect(try await client.next() == .close(error: nil, allowReconnect: false))
        await server.stop()
    }

    @Test("holds 400 clients and tells each of them", .timeLimit(.minutes(1)))
    func manyClients() async throws {
        let hub = chat()
        let server = try await HubServer(["/hub": hub]).start()
        var clients: [RawHubClient] = []
        for _ in 0..<400 { clients.append(try await RawHubClient.open(port: server.port)) }
        #expect(hub.connectionCount == 400)
        #expect(try hub.send("news", json: ["1"]) == 400)
        for client in clients {
            #expect(try await client.next() == .invocation(InvocationMessage("news", arguments: json("[1]"))))
        }
        for client in clients { client.socket.abort() }
        try await eventually("they have gone") { hub.connectionCount == 0 }
        await server.stop()
    }
}
