import Observability
import Runtime
import SignalRProtocol

/// Who is connected.
extension Hub {
    /// How many clients are connected.
    public var connectionCount: Int { state.withLock { $0.directory.count } }

    /// Those connected now.
    public var peers: [HubPeer] { state.withLock { $0.directory.all } }

    /// The client with that connection id, if it is connected.
    public func peer(_ connection: String) -> HubPeer? { state.withLock { $0.directory[connection] } }

    /// Adds a connection to a group, until it leaves or goes.
    ///
    /// - Returns: `false` if there is no such connection.
    @discardableResult
    public func join(_ connection: String, _ group: String) -> Bool {
        state.withLock { $0.directory.join(connection, group) }
    }

    /// Takes a connection out of a group.
    public func leave(_ connection: String, _ group: String) {
        state.withLock { $0.directory.leave(connection, group) }
    }

    /// Those that are in a group now.
    public func members(of group: String) -> [HubPeer] { state.withLock { $0.directory.members(of: group) } }

    /// The groups that a connection is in; none if there is no such connection.
    public func groups(of connection: String) -> Set<String> {
        state.withLock { $0.directory.groups(of: connection) }
    }

    /// Ends every connection with a Close message, and returns when the methods that ran for them have ended too.
    ///
    /// - Parameter allowReconnect: whether the clients may come back by themselves.
    public func closeAll(allowReconnect: Bool = true) async {
        endAll(.close(error: nil, allowReconnect: allowReconnect))
        await tasks.drained()
    }

    /// Ends every connection in the same way.
    ///
    /// - Returns: How many clients were connected.
    @discardableResult
    package func endAll(_ ending: HubPeerEnding) -> Int {
        let (connections, count) = state.withLock { (Array($0.connections.values), $0.directory.count) }
        for connection in connections { connection.end(ending) }
        return count
    }

    /// Cuts every transport without a word, as a dying network does. Connections that outlive their transports stay.
    ///
    /// - Returns: How many clients were connected.
    @discardableResult
    package func cutTransports() -> Int {
        let (connections, count) = state.withLock { (Array($0.connections.values), $0.directory.count) }
        for connection in connections { connection.cutTransport() }
        return count
    }

    func find(_ recipients: HubRecipients) -> [HubPeer] { state.withLock { $0.directory.find(recipients) } }

    /// Lets a client in whose handshake has come.
    ///
    /// - Returns: Why not, if so.
    func admit(_ peer: HubPeer) async -> String? {
        let connected = state.withLock { state in
            state.directory.add(peer, id: peer.id, user: peer.user)
            return state.connected
        }
        guard let connected else { return nil }
        do {
            try await connected(peer)
            return nil
        } catch let failure as HubFailure {
            return failure.text
        } catch {
            logger?.warning("a client could not come in", [.error: .text("\(error)")])
            return "An unexpected error occurred during connection handshake."
        }
    }

    /// A connection has ended.
    func ended(_ peer: HubPeer, wasListed: Bool) {
        let disconnected = state.withLock { state in
            if wasListed { state.directory.remove(peer.id) }
            // Who polls comes for the last records; the others have them, or have gone.
            if peer.transport != .longPolling, state.connections[peer.token] === peer {
                state.connections[peer.token] = nil
            }
            return wasListed ? state.disconnected : nil
        }
        guard let disconnected else { return }
        _ = tasks.start { await disconnected(peer) }
    }

    /// Nobody will ask for the connection any more.
    func forget(_ peer: HubPeer) {
        state.withLock { state in
            if state.connections[peer.token] === peer { state.connections[peer.token] = nil }
        }
    }
}
