import JSON
import Runtime
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

/// Stateful reconnect, seen from the server.
@Suite("Stateful reconnect of the server")
struct HubStatefulTests {
    private struct Session {
        let hub: Hub
        let port: Int
        let path: String

        /// A new transport of the same connection.
        func resume() async throws -> RawHubClient {
            let client = try await RawHubClient(port: port, path: path)
            client.skipHandshake()
            return client
        }
    }

    private func withSession(
        version: Int = 2, _ change: (inout HubConfiguration) -> Void = { _ in }, methods: (Hub) -> Void = { _ in },
        _ body: (RawHubClient, Session) async throws -> Void
    ) async throws {
        var configuration = HubConfiguration()
        configuration.allowsStatefulReconnect = true
        configuration.maximumParallelCalls = 8
        change(&configuration)
        let hub = conformanceHub(configuration)
        methods(hub)
        try await withHub(hub) { port in
            let offer = try await HubServer(["/hub": hub]).negotiate("&useStatefulReconnect=true")
            #expect(offer.usesStatefulReconnect)
            let path = "/hub?id=\(offer.connectionToken)"
            let client = try await RawHubClient(port: port, path: path)
            try await client.send(HubHandshake.Request(version: version).record)
            #expect(try await client.handshake() == nil)
            try await body(client, Session(hub: hub, port: port, path: path))
        }
    }

    private func add(_ id: String) -> HubMessage {
        .invocation(InvocationMessage("Add", arguments: json("[1,\(id)]"), id: id))
    }

    @Test("agrees only when asked and allowed")
    func agreement() async throws {
        let without = HubServer(["/hub": conformanceHub()])
        #expect(try await !without.negotiate("&useStatefulReconnect=true").usesStatefulReconnect)
        var configuration = HubConfiguration()
        configuration.allowsStatefulReconnect = true
        let with = HubServer(["/hub": conformanceHub(configuration)])
        #expect(try await !with.negotiate().usesStatefulReconnect)
        #expect(try await with.negotiate("&useStatefulReconnect=true").usesStatefulReconnect)
        configuration.transports = [.longPolling]
        let polling = HubServer(["/hub": conformanceHub(configuration)])
        #expect(try await !polling.negotiate("&useStatefulReconnect=true").usesStatefulReconnect)
    }

    @Test("goes on after a loss: same client, nothing lost, nothing twice", .timeLimit(.minutes(1)))
    func loss() async throws {
        let (hasBegun, mayEnd) = (Promise<Void, Never>(), Promise<Void, Never>())
        try await withSession(methods: { hub in
            hub.on("Hold", parameters: 0) { _ in
                hasBegun.keep()
                await mayEnd.outcomeUnlessCancelled()
                return nil
            }
        }) { client, session in
            let hold = HubMessage.invocation(InvocationMessage("Hold", arguments: json("[]"), id: "2"))
            let id = session.hub.peers.first?.id
            #expect(try await client.invoke("Add", "[1,1]", id: "1") == .result(json("2")))
            try await client.send(hold)
            await hasBegun.outcomeUnlessCancelled()
            client.socket.abort()
            mayEnd.keep()
            let again = try await session.resume()
            // The answer to 1 was never acknowledged.
            try await again.send(.sequence(1))
            #expect(try await again.next() == .sequence(1))
            #expect(try await again.next() == .completion(id: "1", .result(json("2"))))
            #expect(try await again.next() == .completion(id: "2", .result(json("null"))))
            // The client sends again what it can't know to have arrived, and then something new.
            try await again.send(add("1"))
            try await again.send(hold)
            try await again.send(add("3"))
            #expect(try await again.next() == .completion(id: "3", .result(json("4"))))
            #expect(session.hub.peers.map(\.id) == [id])
            await again.close()
            try await eventually("it has gone") { session.hub.connectionCount == 0 }
        }
    }

    @Test("replaces a socket that is still open", .timeLimit(.minutes(1)))
    func replacement() async throws {
        try await withSession { client, session in
            let again = try await session.resume()
            try await again.send(.sequence(1))
            #expect(try await again.next() == .sequence(1))
            await #expect(throws: (any Error).self) { while try await client.next() != nil {} }
            try await again.send(add("7"))
            #expect(try await again.next() == .completion(id: "7", .result(json("8"))))
            await again.close()
        }
    }

    @Test("keeps what is sent while the client is away, and delivers it once", .timeLimit(.minutes(1)))
    func whileAway() async throws {
        try await withSession { client, session in
            client.socket.abort()
            try await eventually("it is away") { session.hub.peers.first?.isAway == true }
            for number in 0..<3 { session.hub.send("n", [JSONFragment(number)]) }
            let again = try await session.resume()
            try await again.send(.sequence(1))
            #expect(try await again.next() == .sequence(1))
            for number in 0..<3 {
                #expect(try await again.next() == .invocation(InvocationMessage("n", arguments: json("[\(number)]"))))
            }
            try await again.send(.acknowledgement(3))
            again.socket.abort()
            try await eventually("it is away") { session.hub.peers.first?.isAway == true }
            let third = try await session.resume()
            #expect(try await third.next() == .sequence(4))
            await third.close()
        }
    }

    @Test("acknowledges within a second, once", .timeLimit(.minutes(1)))
    func acknowledgement() async throws {
        try await withSession { client, _ in
            let began = ContinuousClock.now
            for number in 1...3 { try await client.send(add("\(number)")) }
            var seen: [HubMessage] = []
            while seen.last != .acknowledgement(3), let message = try await client.next(acknowledgements: true) {
                seen.append(message)
            }
            // Few, however many calls come: on a busy machine the calls may be seconds apart.
            let acknowledgements = seen.filter { if case .acknowledgement = $0 { true } else { false } }.count
            #expect(acknowledgements <= 1 + Int((ContinuousClock.now - began) / .seconds(1)))
            await client.close()
        }
    }

    @Test("forgets a client that stays away", .timeLimit(.minutes(1)))
    func forgotten() async throws {
        try await withSession {
            $0.disconnectTimeout = .milliseconds(60)
        } _: { client, session in
            client.socket.abort()
            try await eventually("it is forgotten") { session.hub.connectionCount == 0 }
            let error = await #expect(throws: WebSocketError.self) { try await session.resume() }
            if case .http(404, _) = error?.kind {} else { fail("\(String(describing: error))") }
        }
    }

    @Test("is over after a close frame, a Close message, or a number that can't be", .timeLimit(.minutes(1)))
    func noLoss() async throws {
        try await withSession { client, session in
            await client.close()
            try await eventually("it has gone") { session.hub.connectionCount == 0 }
        }
        try await withSession { client, session in
            try await client.send(.close(error: nil, allowReconnect: false))
            try await eventually("it has gone") { session.hub.connectionCount == 0 }
        }
        try await withSession { client, session in
            client.socket.abort()
            let again = try await session.resume()
            try await again.send(.sequence(5))
            var last: HubMessage?
            while let message = try await again.next() { last = message }
            guard case .close(_?, allowReconnect: true) = last else { return fail("\(String(describing: last))") }
            // The last record leaves before the hub has forgotten who was to have it.
            try await eventually("it has gone") { session.hub.connectionCount == 0 }
        }
    }

    @Test("is off for a client that speaks version 1, and others get 409", .timeLimit(.minutes(1)))
    func oldVersion() async throws {
        try await withSession(version: 1) { client, session in
            let error = await #expect(throws: WebSocketError.self) { try await session.resume() }
            if case .http(409, _) = error?.kind {} else { fail("\(String(describing: error))") }
            #expect(try await client.invoke("Add", "[1,1]") == .result(json("2")))
            client.socket.abort()
            try await eventually("it has gone") { session.hub.connectionCount == 0 }
        }
    }

    @Test("lets senders wait while the client acknowledges nothing", .timeLimit(.minutes(1)))
    func fullBuffer() async throws {
        try await withSession {
            $0.statefulBufferBytes = 1000
        } _: { client, session in
            try await client.send(
                .invocation(
                    InvocationMessage(
                        "Blast", arguments: json(#"[100,"b","\#(String(repeating: "x", count: 100))"]"#), id: "1")))
            var count: Int64 = 0
            while count < 7, case .invocation? = try await client.next() { count += 1 }
            try await eventually("it waits") { session.hub.peers.first?.writer.state.waiterCount ?? 0 > 0 }
            let kept = session.hub.peers.first?.writer.state.withLock { $0.output.session?.keptBytes } ?? 0
            #expect(1000..<1300 ~= kept)
            while let message = try await client.next() {
                if case .completion = message { break }
                if message.isTrackable { count += 1 }
                try await client.send(.acknowledgement(count))
            }
            #expect(count == 100)
            await client.close()
        }
    }
}
