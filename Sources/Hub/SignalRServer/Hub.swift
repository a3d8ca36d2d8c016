package import JSON
package import Observability
import Runtime
import SignalRProtocol

/// One hub: the methods that clients call, who is connected, and sending to them.
///
/// It is mounted on an HTTP server by ``HubServer`` or by calling `negotiate(_:)` and `connect(_:)` oneself.
package final class Hub: Sendable {
    private struct State {
        var methods: [String: HubMethod] = [:]
        var directory = HubDirectory<HubPeer>()
        var negotiations: Negotiations
        var connected: (@Sendable (HubPeer) -> Void)?
        var disconnected: (@Sendable (HubPeer) -> Void)?
    }

    package let configuration: HubConfiguration
    let authorizer: HubAuthorizer
    let logger: Logger?
    private let state: Lock<State>

    /// - Parameter authorizer: asked on every negotiation and every connection.
    package init(
        _ configuration: HubConfiguration = HubConfiguration(), logger: Logger? = nil,
        authorizer: @escaping HubAuthorizer = { _ in .allowed(user: nil) }
    ) {
        self.configuration = configuration
        self.logger = logger
        self.authorizer = authorizer
        state = Lock(State(negotiations: Negotiations(limit: configuration.maximumNegotiations)))
    }

    // MARK: Methods

    /// Adds a method that answers with a value, or with nothing. Names are found in any letter case.
    ///
    /// Of one connection's calls one runs at a time, in order; what it throws as `HubFailure` is told to the caller.
    ///
    /// - Parameters:
    ///   - parameters: how many arguments a call must bring, uploads not counted; `nil` leaves it to `body`.
    ///   - uploads: how many streams a call must upload.
    package func method(
        _ name: String, parameters: Int? = nil, uploads: Int = 0,
        _ body: @escaping @Sendable (HubCaller) async throws -> JSONFragment?
    ) {
        let method = HubMethod(body: .call(body), parameters: parameters, uploads: uploads)
        state.withLock { $0.methods[name.lowercased()] = method }
    }

    /// Adds a method that answers with a stream: what `body` writes until it returns. Its task is cancelled when the client
    /// cancels the stream or goes.
    package func stream(
        _ name: String, parameters: Int? = nil, uploads: Int = 0,
        _ body: @escaping @Sendable (HubCaller, HubItemWriter) async throws -> Void
    ) {
        let method = HubMethod(body: .stream(body), parameters: parameters, uploads: uploads)
        state.withLock { $0.methods[name.lowercased()] = method }
    }

    /// Sets what is called when a client's handshake is complete and when it has gone; both must be quick.
    package func onConnect(
        _ connected: @escaping @Sendable (HubPeer) -> Void,
        onDisconnect: @escaping @Sendable (HubPeer) -> Void = { _ in }
    ) {
        state.withLock { state in
            state.connected = connected
            state.disconnected = onDisconnect
        }
    }

    func find(_ method: String) -> HubMethod? { state.withLock { $0.methods[method.lowercased()] } }

    // MARK: Connections

    /// How many clients are connected.
    package var connectionCount: Int { state.withLock { $0.directory.count } }

    /// Those connected now.
    package var peers: [HubPeer] { state.withLock { $0.directory.all } }

    /// Adds a connection to a group, until it leaves or goes.
    ///
    /// - Returns: `false` if there is no such connection.
    @discardableResult
    package func join(_ connection: String, _ group: String) -> Bool {
        state.withLock { $0.directory.join(connection, group) }
    }

    /// Takes a connection out of a group.
    package func leave(_ connection: String, _ group: String) {
        state.withLock { $0.directory.leave(connection, group) }
    }

    /// Ends every connection in the same way.
    ///
    /// - Returns: How many.
    @discardableResult
    package func endAll(_ ending: HubPeerEnding) -> Int {
        let peers = peers
        for peer in peers { peer.end(ending) }
        return peers.count
    }

    func opened(_ peer: HubPeer) {
        let connected = state.withLock { state in
            state.directory.add(peer, id: peer.id, user: peer.user)
            return state.connected
        }
        connected?(peer)
    }

    func closed(_ peer: HubPeer) {
        let disconnected = state.withLock { state in
            state.directory.remove(peer.id)
            return state.disconnected
        }
        disconnected?(peer)
    }

    // MARK: Negotiation

    func addNegotiation(id: String, token: String, user: String?) -> Bool {
        let now = ContinuousClock.now
        let entry = Negotiations.Entry(connectionID: id, user: user, expires: now + configuration.negotiationLifetime)
        return state.withLock { $0.negotiations.add(entry, token: token, now: now) }
    }

    func takeNegotiation(_ token: String) -> Negotiations.Entry? {
        let now = ContinuousClock.now
        return state.withLock { $0.negotiations.take(token, now: now) }
    }

    func find(_ recipients: HubRecipients) -> [HubPeer] { state.withLock { $0.directory.find(recipients) } }
}
