import Observability
import Runtime
import SignalRProtocol

/// Everybody who is connected to a hub, or about to be: from the negotiation until nobody asks for the connection any more.
final class HubClients: Sendable {
    private struct State {
        var directory = HubDirectory<HubPeer>()
        /// Connections by their token: those with a transport, and those whose client may still come for the rest.
        var connections: [String: HubPeer] = [:]
        var negotiations = Negotiations()
        var isWatching = false
        var connected: [@Sendable (HubPeer) async throws -> Void] = []
        var disconnected: [@Sendable (HubPeer, HubDisconnection) async -> Void] = []
    }

    private let configuration: HubConfiguration
    private let logger: Logger?
    private let tasks: HubTasks
    private let state = Lock(State())

    init(_ configuration: HubConfiguration, tasks: HubTasks, logger: Logger?) {
        self.configuration = configuration
        self.tasks = tasks
        self.logger = logger
    }

    func onConnect(_ body: @escaping @Sendable (HubPeer) async throws -> Void) {
        state.withLock { $0.connected.append(body) }
    }

    func onDisconnect(_ body: @escaping @Sendable (HubPeer, HubDisconnection) async -> Void) {
        state.withLock { $0.disconnected.append(body) }
    }

    /// Looks at or changes who is connected.
    func withDirectory<Value: Sendable>(_ body: (inout HubDirectory<HubPeer>) -> Value) -> Value {
        state.withLock { body(&$0.directory) }
    }

    /// Every connection, also those that have not come in yet.
    var connections: [HubPeer] { state.withLock { Array($0.connections.values) } }

    // MARK: Coming

    /// Keeps what was negotiated until its transport comes.
    ///
    /// - Returns: `false` when there are too many connections.
    func add(_ entry: Negotiations.Entry, token: String) -> Bool {
        state.withLock { state in
            let room = configuration.maximumConnections - state.connections.count
            return state.negotiations.add(entry, token: token, limit: room, now: .now)
        }
    }

    /// Adds a connection that was not negotiated.
    ///
    /// - Returns: `false` when there are too many connections.
    func add(_ peer: HubPeer) -> Bool {
        state.withLock { state in
            guard state.connections.count < configuration.maximumConnections else { return false }
            state.connections[peer.token] = peer
            return true
        }
    }

    /// The connection with that token, once its transport has come.
    func connection(_ token: String) -> HubPeer? { state.withLock { $0.connections[token] } }

    enum Claim {
        case created(HubPeer)
        case found(HubPeer)
        case otherUser
        case notOffered
        case unknown
    }

    /// The connection with that token; a negotiated one is made now, for one request only.
    func claim(
        _ token: String, user: String?, isOffered: Bool, make: (Negotiations.Entry) -> HubPeer
    ) -> Claim {
        let now = ContinuousClock.now
        return state.withLock { state in
            // The token of the connection is not the user's: whoever connects shows who they are once more.
            if let peer = state.connections[token] { return peer.user == user ? .found(peer) : .otherUser }
            guard let entry = state.negotiations.find(token, now: now) else { return .unknown }
            guard entry.user == user else { return .otherUser }
            guard isOffered else { return .notOffered }
            _ = state.negotiations.take(token, now: now)
            let peer = make(entry)
            state.connections[token] = peer
            return .created(peer)
        }
    }

    /// Lets a client in whose handshake has come. When this has returned, the client is told of by ``went(_:_:)``, even if it
    /// ended meanwhile or before.
    ///
    /// - Returns: Why not, if so.
    func admit(_ peer: HubPeer) async -> String? {
        let connected = state.withLock { state in
            state.directory.add(peer, id: peer.id, user: peer.user)
            return state.connected
        }
        // Who ended before it was listed was taken out in vain; who ends from here on is taken out then.
        if peer.hasEnded { withDirectory { $0.remove(peer.id) } }
        configuration.metrics?.came(peer.transport)
        logger?.debug("a client came", [.hubConnectionID: .text(peer.id)])
        do {
            for body in connected { try await body(peer) }
            return nil
        } catch let failure as HubFailure {
            return failure.text
        } catch {
            logger?.warning("a client could not come in", [.error: .text("\(error)")])
            return "An unexpected error occurred during connection handshake."
        }
    }

    // MARK: Going

    /// A connection has ended.
    func ended(_ peer: HubPeer) {
        state.withLock { state in
            state.directory.remove(peer.id)
            // Who polls comes for the last records; the others have them, or have gone.
            if peer.transport != .longPolling, state.connections[peer.token] === peer {
                state.connections[peer.token] = nil
            }
        }
    }

    /// A client that had been let in, or nearly, is not there any more.
    func went(_ peer: HubPeer, _ reason: HubDisconnection) {
        let disconnected = state.withLock { state in
            // Whoever ended it may not have come to that yet.
            state.directory.remove(peer.id)
            return state.disconnected
        }
        configuration.metrics?.went(peer.transport, reason.kind)
        logger?.debug("a client went", [.hubConnectionID: .text(peer.id), .hubReason: .text(reason.kind.rawValue)])
        guard !disconnected.isEmpty else { return }
        _ = tasks.start { for body in disconnected { await body(peer, reason) } }
    }

    /// Nobody will ask for the connection any more.
    func forget(_ peer: HubPeer) {
        state.withLock { state in
            if state.connections[peer.token] === peer { state.connections[peer.token] = nil }
        }
    }

    // MARK: Watching

    /// Looks after the connections as long as there are some: one task for all of them.
    func startWatching() {
        let mustStart = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        // Loose because it belongs to no request: it ends by itself when nobody is connected any more.
        if mustStart { Task { await watch() } }
    }

    private func watch() async {
        let period = configuration.watchPeriod
        while true {
            try? await Task.sleep(for: period)
            let connections = state.withLock { state -> [HubPeer]? in
                guard state.connections.isEmpty else { return Array(state.connections.values) }
                state.isWatching = false
                return nil
            }
            guard let connections else { return }
            let now = ContinuousClock.now
            for connection in connections { connection.watch(now: now, next: now + period) }
        }
    }
}
