import JSON
import Runtime
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

@testable import SignalRServer

@Suite("What can be said of a connection, and done with it")
struct HubPeerTests {
    private enum Room: HubPeerItemKey { typealias Value = String }
    private enum Nick: HubPeerItemKey { typealias Value = String }
    private enum Count: HubPeerItemKey { typealias Value = Int }

    @Test("keeps a value for each key, and changes it in one step from many tasks")
    func items() async {
        let items = HubPeerItems()
        #expect(items[Room.self] == nil)
        items[Room.self] = "kitchen"
        #expect(items[Room.self] == "kitchen" && items[Nick.self] == nil)
        items[Nick.self] = "al"
        items[Room.self] = nil
        #expect(items[Room.self] == nil && items[Nick.self] == "al")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { items.update(Count.self) { $0 = ($0 ?? 0) + 1 } } }
        }
        #expect(items[Count.self] == 200)
        #expect(items.update(Count.self) { $0.take() } == 200)
        #expect(items[Count.self] == nil)
    }

    @Test("knows from where the client came, and what it kept stays while it is away", .timeLimit(.minutes(1)))
    func address() async throws {
        let hub = conformanceHub()
        hub.onConnect { peer in peer.items[Room.self] = "hall" }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            let peer = try #require(hub.peers.first)
            #expect(peer.remoteAddress == "127.0.0.1")
            #expect(peer.items[Room.self] == "hall")
            await client.close()
        }
        let entry = Negotiations.Entry(connectionID: "c", expires: .now)
        let local = HubPeer(
            hub: hub, entry, roles: [], token: "t", transport: .webSockets, request: hubRequest("GET", "/hub"))
        #expect(local.remoteAddress == nil)
    }

    /// What each end of a connection is called.
    enum End: CaseIterable {
        case frame, message, messageWithError, cutByClient, closed, cut, nonsense, tooLong, silent, expired, stopped

        var reason: HubDisconnection.Kind {
            switch self {
            case .frame, .message, .messageWithError: .closedByClient
            case .cutByClient: .lost
            case .closed, .cut, .stopped: .closedByServer
            case .nonsense, .tooLong: .protocolViolation
            case .silent: .timedOut
            case .expired: .tokenExpired
            }
        }
    }

    @Test("says why it ended", .timeLimit(.minutes(1)), arguments: End.allCases)
    func reasons(_ end: End) async throws {
        var configuration = HubConfiguration()
        configuration.maximumMessageBytes = 500
        if end == .silent { configuration.clientTimeout = .milliseconds(100) }
        // Looks often.
        configuration.keepAliveInterval = .milliseconds(50)
        let hub = conformanceHub(configuration)
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            let peer = try #require(hub.peers.first)
            try await Self.cause(end, client, peer)
            try await eventually("it has ended") { peer.hasEnded }
            guard case .ended(let reason, let isCut, _) = peer.machine.withLock({ $0.phase }) else {
                return fail("it has not ended")
            }
            #expect(reason.kind == end.reason, "\(reason)")
            #expect(isCut == (end == .cut))
            if end == .messageWithError { #expect(reason.error == "mine") }
            if end == .closed { #expect(reason.error == "ours") }
            if [.cutByClient, .nonsense, .tooLong].contains(end) { #expect(reason.error?.isEmpty == false) }
            if end == .expired {
                #expect(try await Self.last(client) == .close(error: nil, allowReconnect: true))
            }
            client.socket.abort()
        }
    }

    private static func cause(_ end: End, _ client: RawHubClient, _ peer: HubPeer) async throws {
        switch end {
        case .frame: await client.close()
        case .message: try await client.send(.close(error: nil, allowReconnect: false))
        case .messageWithError: try await client.send(.close(error: "mine", allowReconnect: false))
        case .cutByClient: client.socket.abort()
        case .closed: peer.close(error: "ours")
        case .cut: peer.cut()
        case .nonsense: try await client.send("{nonsense^")
        case .tooLong: try await client.send(String(repeating: " ", count: 600))
        case .silent: try await client.send(.ping)
        case .expired: peer.authorized(until: .now + .milliseconds(20))
        case .stopped: await peer.hub.closeAll()
        }
    }

    private static func last(_ client: RawHubClient) async throws -> HubMessage? {
        var last: HubMessage?
        while let message = try await client.next() { last = message }
        return last
    }

    @Test("stays when a later request brings another token", .timeLimit(.minutes(1)))
    func renewed() async throws {
        var configuration = HubConfiguration()
        configuration.keepAliveInterval = .milliseconds(20)
        let hub = conformanceHub(configuration)
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            let peer = try #require(hub.peers.first)
            peer.authorized(until: .now + .seconds(60))
            peer.authorized(until: nil)
            // It has been looked at meanwhile: it pings.
            for _ in 0..<3 { #expect(try await client.next(pings: true) == .ping) }
            #expect(try await client.invoke("Null") == .result(json("null")))
            await client.close()
        }
    }

    @Test("is cut without a word", .timeLimit(.minutes(1)))
    func cut() async throws {
        let hub = conformanceHub()
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            hub.peers.first?.cut()
            await #expect(throws: (any Error).self) { while try await client.next() != nil {} }
            try await eventually("it has gone") { hub.connectionCount == 0 }
        }
    }

    @Test("waits for room to send, and cuts a client that makes none", .timeLimit(.minutes(1)))
    func sending() async throws {
        let hub = conformanceHub()
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            let peer = try #require(hub.peers.first)
            let failure = await #expect(throws: HubFailure.self) {
                try await peer.send("n", json: ["1", "nonsense"], within: .seconds(1))
            }
            #expect(failure?.text.hasPrefix("Argument 2 of a call is not JSON: ") == true)
            let text = "\"\(String(repeating: "x", count: 20_000))\""
            let sending = Task {
                for number in 0..<1500 { try await peer.send("n", json: ["\(number)", text], within: .seconds(60)) }
            }
            try await eventually("it waits") { peer.writer.state.withLock { $0.output.isFull } }
            for number in 0..<1500 {
                guard case .invocation(let call)? = try await client.next() else { return fail("it was cut") }
                #expect(try HubArguments(call.arguments).int(0) == number)
            }
            try await sending.value
            // Now it reads nothing.
            while !peer.hasEnded { try await peer.send("n", json: [text], within: .milliseconds(200)) }
            guard case .ended(let reason, isCut: true, _) = peer.machine.withLock({ $0.phase }) else {
                return fail("it was not cut")
            }
            #expect(reason.kind == .lost)
            client.socket.abort()
        }
    }

    @Test("who waits for room and is cancelled goes on, and nobody takes that for room", .timeLimit(.minutes(1)))
    func cancelledWaiting() async throws {
        var configuration = HubConfiguration()
        configuration.sendTimeout = .seconds(600)
        let hub = conformanceHub(configuration)
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            let peer = try #require(hub.peers.first)
            let text = Array("[\"\(String(repeating: "x", count: 1 << 20))\"]".utf8)
            let record = HubMessage.invocation(InvocationMessage("n", arguments: text)).record
            // All before the socket writes the first of them: its one write is more than the system keeps for a client.
            let socket = peer.writer.state.withLock { state in
                for _ in 0..<32 { _ = state.output.send(record, isTrackable: true, now: .now) }
                return state.output.takeFlush()
            }
            socket?.flushSoon()
            // Begins on this thread, so that it waits when it is cancelled.
            let waiting = Task.immediate { await peer.waitForRoom() }
            waiting.cancel()
            await waiting.value
            #expect(peer.writer.state.withLock { $0.output.isFull } && !peer.hasEnded)
            client.socket.abort()
            await peer.waitForRoom()
            try await eventually("it has ended") { peer.hasEnded }
        }
    }
}
