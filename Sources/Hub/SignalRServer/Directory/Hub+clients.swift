import SignalRProtocol

/// Who is connected.
extension Hub {
    /// How many clients are connected.
    public var connectionCount: Int { clients.withDirectory { $0.count } }

    /// Those connected now.
    public var peers: [HubPeer] { clients.withDirectory { $0.all } }

    /// The client with that connection id, if it is connected.
    public func peer(_ connection: String) -> HubPeer? { clients.withDirectory { $0[connection] } }

    /// Adds something to be done when a client comes in, behind what was added before.
    ///
    /// It is done before the client's handshake is answered: a client that knows that it is connected is in its groups.
    ///
    /// - Parameter body: what it throws as ``HubFailure`` refuses the client with these words.
    public func onConnect(_ body: @escaping @Sendable (HubPeer) async throws -> Void) { clients.onConnect(body) }

    /// Adds something to be done once for each client that came in, when it has gone, behind what was added before. The client
    /// is in no group any more, and nothing reaches it. For one that goes or is refused while ``onConnect(_:)`` still runs, it
    /// is done when that has ended.
    public func onDisconnect(_ body: @escaping @Sendable (HubPeer, HubDisconnection) async -> Void) {
        clients.onDisconnect(body)
    }

    // MARK: Groups

    /// Adds a connection to a group, until it leaves or goes.
    ///
    /// - Returns: `false` if there is no such connection.
    @discardableResult
    public func join(_ connection: String, _ group: String) -> Bool {
        clients.withDirectory { $0.join(connection, group) }
    }

    /// Takes a connection out of a group.
    public func leave(_ connection: String, _ group: String) {
        clients.withDirectory { $0.leave(connection, group) }
    }

    /// Those that are in a group now.
    public func members(of group: String) -> [HubPeer] { clients.withDirectory { $0.members(of: group) } }

    /// The groups that a connection is in; none if there is no such connection.
    public func groups(of connection: String) -> Set<String> { clients.withDirectory { $0.groups(of: connection) } }

    // MARK: The end

    /// Ends every connection with a Close message, and returns when the methods that ran for them have ended too, and what
    /// ``onConnect(_:)`` and ``onDisconnect(_:)`` do.
    ///
    /// One of these may call it: the call is not waited for in which it was called, nor are others that wait here themselves.
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
        let (connections, count) = (clients.connections, connectionCount)
        for connection in connections { connection.end(ending) }
        return count
    }

    /// Cuts every transport without a word, as a dying network does. Connections that outlive their transports stay.
    ///
    /// - Returns: How many clients were connected.
    @discardableResult
    package func cutTransports() -> Int {
        let (connections, count) = (clients.connections, connectionCount)
        for connection in connections { connection.cutTransport() }
        return count
    }

    // MARK: For its connections

    func find(_ recipients: HubRecipients) -> [HubPeer] { clients.withDirectory { $0.find(recipients) } }
    func admit(_ peer: HubPeer) async -> String? { await clients.admit(peer) }
    func ended(_ peer: HubPeer) { clients.ended(peer) }
    func went(_ peer: HubPeer, _ reason: HubDisconnection) { clients.went(peer, reason) }
    func forget(_ peer: HubPeer) { clients.forget(peer) }
}
