import Runtime
import SignalRProtocol
import TestWaiting
import Testing

@testable import SignalRServer

/// Clients that go while the hub still lets them in, and hubs that close from within.
@Suite("Going while coming", .timeLimit(.minutes(1)))
struct HubAdmissionTests {
    private let seen = Noted<String>()
    private let hub = Hub()
    private let hasBegun = Promise<Void, Never>()
    private let mayEnd = Promise<Void, Never>()

    /// A hub that notes who comes and goes, and lets nobody in before it is told.
    private func slowHub() -> Hub {
        hub.onConnect { [seen, hasBegun, mayEnd] _ in
            seen.add("connect begins")
            hasBegun.keep()
            _ = await mayEnd.outcomeEvenIfCancelled()
            seen.add("connect ends")
        }
        hub.onDisconnect { [seen] peer, reason in seen.add("gone, \(reason.kind), \(peer.hub.connectionCount)") }
        return hub
    }

    @Test(
        "a client that ended just before it was listed is not listed, and told of when all has been done for its coming"
    )
    func endedBefore() async {
        mayEnd.keep()
        let hub = slowHub()
        let entry = Negotiations.Entry(connectionID: "c", expires: .now)
        let peer = HubPeer(
            hub: hub, entry, roles: [], token: "t", transport: .longPolling, request: hubRequest("GET", "/hub"))
        #expect(peer.decide { $0.handshakeRead(mayReturn: false) } == .admit)
        peer.end(.cut)
        #expect(await hub.admit(peer) == nil)
        #expect(hub.connectionCount == 0 && hub.peers.isEmpty && !hub.join("c", "group"))
        #expect(seen.all == ["connect begins", "connect ends"])
        peer.decide { $0.admitted() }
        await hub.tasks.drained()
        #expect(seen.all == ["connect begins", "connect ends", "gone, closedByServer, 0"])
    }

    @Test("a client that another task is just ending is off the list before it is told of")
    func endingElsewhere() async {
        mayEnd.keep()
        let hub = slowHub()
        let entry = Negotiations.Entry(connectionID: "c", expires: .now)
        let peer = HubPeer(
            hub: hub, entry, roles: [], token: "t", transport: .longPolling, request: hubRequest("GET", "/hub"))
        _ = peer.machine.withLock { $0.handshakeRead(mayReturn: false) }
        _ = await hub.admit(peer)
        #expect(hub.connectionCount == 1)
        // That task has not come to do what this means.
        _ = peer.machine.withLock { $0.ended(.cut, HubDisconnection(.closedByServer), now: .now) }
        peer.decide { $0.admitted() }
        await hub.tasks.drained()
        #expect(seen.all.last == "gone, closedByServer, 0")
    }

    enum End: CaseIterable { case deleted, cut, closed }

    @Test("a client that ends while it is let in is told of once, and behind its coming", arguments: End.allCases)
    func endedMeanwhile(_ end: End) async throws {
        let hub = slowHub()
        let server = HubServer(["/hub": hub])
        let target = "/hub?id=\(try await server.negotiate().connectionToken)"
        _ = await server.ask("GET", target)
        async let post = server.ask("POST", target, body: #"{"protocol":"json","version":1}^"#)
        _ = await hasBegun.outcomeEvenIfCancelled()
        let peer = try #require(hub.peers.first)
        async let closed: Void = end == .closed ? hub.closeAll() : ()
        switch end {
        case .deleted: _ = await server.ask("DELETE", target)
        case .cut: peer.cut()
        case .closed: try await eventually("it waits") { hub.tasks.waiterCount == 1 }
        }
        #expect(peer.hasEnded && hub.connectionCount == 0 && !hub.join(peer.id, "group"))
        // Nothing else runs, and nothing has.
        #expect(hub.tasks.count == 1)
        #expect(seen.all == ["connect begins"])
        mayEnd.keep()
        _ = await (post, closed)
        await hub.tasks.drained()
        let reason = end == .deleted ? "closedByClient" : "closedByServer"
        #expect(seen.all == ["connect begins", "connect ends", "gone, \(reason), 0"])
    }

    @Test("a hub can be closed by methods of several clients at once, and by what it does when they go")
    func closedByMethods() async throws {
        hub.on("Shutdown", jsonParameters: 0) { [seen, hasBegun, mayEnd] call in
            seen.add("called")
            if seen.all.count == 2 { hasBegun.keep() }
            _ = await mayEnd.outcomeEvenIfCancelled()
            await call.hub.closeAll()
            seen.add("closed")
            return nil
        }
        hub.onDisconnect { [seen] peer, _ in
            await peer.hub.closeAll()
            seen.add("gone")
        }
        try await withHub(hub) { port in
            let clients = [try await RawHubClient.open(port: port), try await RawHubClient.open(port: port)]
            for client in clients {
                try await client.send(.invocation(InvocationMessage("Shutdown", arguments: json("[]"), id: "1")))
            }
            _ = await hasBegun.outcomeEvenIfCancelled()
            mayEnd.keep()
            for client in clients { #expect(try await client.next() == .close(error: nil, allowReconnect: true)) }
            await hub.closeAll()
            #expect(seen.all.sorted() == ["called", "called", "closed", "closed", "gone", "gone"])
        }
    }

    @Test("a hub can be closed while it lets a client in, which is refused")
    func closedWhileComing() async throws {
        hub.onConnect { [seen] peer in
            await peer.hub.closeAll()
            seen.add("closed")
        }
        hub.onDisconnect { [seen] _, _ in seen.add("gone") }
        try await withHub(hub) { port in
            let client = try await RawHubClient(port: port)
            try await client.send(HubHandshake.Request().record)
            #expect(try await client.handshake() == "Handshake was canceled.")
            await hub.closeAll()
            #expect(seen.all == ["closed", "gone"])
        }
    }
}
