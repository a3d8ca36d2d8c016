package import HTTPServer
import Runtime
public import SignalRProtocol

/// One client's connection, as the hub sees it.
///
/// What is sent to it waits in a queue with a bound: see ``HubConfiguration/maximumOutgoingBytes``.
public final class HubPeer: Sendable {
    /// The public id of the connection. It stays when the client comes back to the same connection after a loss.
    public let id: String
    /// Who connects, as the authorizer said.
    public let user: String?
    /// What the user is besides, as the authorizer said when the connection was made.
    public let roles: Set<String>
    /// How its messages travel.
    public let transport: HubTransport
    /// The request that opened the connection.
    package let request: HTTPRequest
    /// The hub that it is connected to.
    public let hub: Hub
    /// The secret half of the connection's name.
    let token: String
    /// Whether negotiation agreed that the connection may outlive its sockets.
    let mayComeBack: Bool

    let results = ClientResults()
    private let state: Lock<HubPeerState>

    init(hub: Hub, _ negotiated: Negotiations.Entry, token: String, transport: HubTransport, request: HTTPRequest) {
        self.hub = hub
        id = negotiated.connectionID
        user = negotiated.user
        roles = negotiated.roles
        mayComeBack = negotiated.usesStatefulReconnect && transport == .webSockets
        self.token = token
        self.transport = transport
        self.request = request
        state = Lock(HubPeerState(hub.configuration, transport: transport, now: .now))
    }

    /// A header of the request that opened the connection; letter case of the name does not count.
    public func header(_ name: String) -> String? { request.headers[name] }

    /// A query parameter of the request that opened the connection, decoded.
    public func queryValue(_ name: String) -> String? { request.queryValue(name) }

    /// Ends the connection with a Close message.
    ///
    /// - Parameters:
    ///   - error: the reason that the client is told; `nil` is a normal end.
    ///   - allowReconnect: whether the client may come back by itself.
    public func close(error: String? = nil, allowReconnect: Bool = false) {
        end(.close(error: error, allowReconnect: allowReconnect))
    }

    // MARK: State

    /// Looks at or changes the state, and resumes those who wait for a change.
    func withState<Value: Sendable>(_ body: (inout HubPeerState) -> Value) -> Value {
        let (value, waiters) = state.withLock { state in
            let value = body(&state)
            guard state.hasChanged else { return (value, [] as [CheckedContinuation<Void, Never>]) }
            state.hasChanged = false
            return (value, state.waiters.change())
        }
        for waiter in waiters { waiter.resume() }
        return value
    }

    /// Waits until `look` gives something.
    ///
    /// - Parameter isCancellable: whether the end of the task ends the waiting, with `nil`.
    func wait<Value: Sendable>(
        isCancellable: Bool = true, for look: (inout HubPeerState) -> Value?
    ) async -> Value? {
        while true {
            let (value, seen) = withState { (look(&$0), $0.waiters.changes) }
            if let value { return value }
            guard isCancellable else {
                await withCheckedContinuation { waiter in
                    if state.withLock({ $0.waiters.add(waiter, since: seen) }) == nil { waiter.resume() }
                }
                continue
            }
            if Task.isCancelled { return nil }
            await waitForChange(since: seen)
        }
    }

    private func waitForChange(since seen: UInt64) async {
        let key = Lock<UInt64?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let mustWait = state.withLock { state in
                    guard !Task.isCancelled, let added = state.waiters.add(waiter, since: seen) else { return false }
                    key.withLock { $0 = added }
                    return true
                }
                if !mustWait { waiter.resume() }
            }
        } onCancel: {
            // Taken under the same lock in which it is set.
            let waiter = state.withLock { state in key.withLock { $0 }.flatMap { state.waiters.remove($0) } }
            waiter?.resume()
        }
    }
}
