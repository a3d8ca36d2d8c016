import Runtime

/// What one case uses: clients, servers and peers, which end with it.
final class Bench: Sendable {
    private struct State {
        var clients: [any ClientUnderTest] = []
        var peers: [ScriptedPeer] = []
        var server: (any RealServer)?
    }

    let server: Server
    private let state = Lock(State())

    init(_ server: Server) { self.server = server }

    /// The real server that the case is run against.
    func real() async throws -> any RealServer {
        if let server = state.withLock({ $0.server }) { return server }
        let new: any RealServer =
            switch server {
            case .ours: try await OurServer()
            case .genuine: try await GenuineServer()
            case .aiosignalr: try await AiosignalrServer()
            case .scripted: throw Disproof(description: "a scripted peer is no real server")
            }
        state.withLock { $0.server = new }
        return new
    }

    /// A hub's URL on the real server, such as of `conformance-plain`.
    func hub(_ name: String = "conformance") async throws -> String { try await real().hub(name) }

    func peer() throws -> ScriptedPeer {
        let peer = try ScriptedPeer()
        state.withLock { $0.peers.append(peer) }
        return peer
    }

    func client(
        _ url: String, _ tune: (inout ClientOptions) -> Void = { _ in }
    ) async throws -> any ClientUnderTest {
        var options = ClientOptions(url: url)
        tune(&options)
        let client = try await ClientFactory.make(options)
        state.withLock { $0.clients.append(client) }
        return client
    }

    /// Has a client of ours ended with the case; for cases that look into the library.
    func add(_ client: InProcessClient) throws -> InProcessClient {
        guard ClientFactory.isOurs else { throw Inapplicable(what: "it looks into this library") }
        state.withLock { $0.clients.append(client) }
        return client
    }

    /// A started client of the real server's hub.
    func started(
        _ name: String = "conformance", _ tune: (inout ClientOptions) -> Void = { _ in }
    ) async throws -> any ClientUnderTest {
        let client = try await client(hub(name), tune)
        try await client.start()
        return client
    }

    func end() async {
        let (clients, peers, server) = state.withLock { ($0.clients, $0.peers, $0.server) }
        for client in clients { await client.end() }
        for peer in peers { await peer.stop() }
        await server?.end()
    }
}
