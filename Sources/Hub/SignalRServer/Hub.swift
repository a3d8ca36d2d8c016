package import Observability
import Runtime
import SignalRProtocol

/// One hub: the methods that clients call, who is connected, and sending to them.
///
/// ```swift
/// let hub = Hub()
/// hub.on("Say", jsonParameters: 1) { call in
///     try call.hub.send("said", json: [call.arguments.json(0)])
///     return nil
/// }
/// let server = try await HubServer(["/chat": hub]).start(port: 5000)
/// ```
///
/// Arguments, results and items are JSON texts; `SignalRCodable` has forms with `Codable` types.
public final class Hub: Sendable {
    struct State {
        var directory = HubDirectory<HubPeer>()
        /// Connections by their token: those with a transport, and those whose client may still come for the rest.
        var connections: [String: HubPeer] = [:]
        var negotiations = Negotiations()
        var isWatching = false
        var connected: (@Sendable (HubPeer) async throws -> Void)?
        var disconnected: (@Sendable (HubPeer) async -> Void)?
    }

    /// Times and limits.
    public let configuration: HubConfiguration
    let authorizer: HubAuthorizer
    let logger: Logger?
    let tasks = HubTasks()
    let methods = Lock(HubMethodTable())
    let state = Lock(State())

    /// A hub without methods.
    ///
    /// - Parameter authorizer: asked on every request: each negotiation, connection, poll and post.
    public convenience init(
        _ configuration: HubConfiguration = HubConfiguration(),
        authorizer: @escaping HubAuthorizer = { _ in .allowed(user: nil) }
    ) {
        self.init(configuration, logger: nil, authorizer: authorizer)
    }

    /// As the public one, with a log.
    package init(
        _ configuration: HubConfiguration = HubConfiguration(), logger: Logger?,
        authorizer: @escaping HubAuthorizer = { _ in .allowed(user: nil) }
    ) {
        self.configuration = configuration
        self.logger = logger
        self.authorizer = authorizer
    }

    /// Sets what happens when a client comes in and when it has gone.
    ///
    /// - Parameters:
    ///   - connected: runs before the client's handshake is answered: a client that knows that it is connected is in its
    ///     groups. What it throws as ``HubFailure`` refuses the client with these words.
    ///   - onDisconnect: runs once for each client that came in.
    public func onConnect(
        _ connected: @escaping @Sendable (HubPeer) async throws -> Void,
        onDisconnect: @escaping @Sendable (HubPeer) async -> Void = { _ in }
    ) {
        state.withLock { state in
            state.connected = connected
            state.disconnected = onDisconnect
        }
    }
}

extension Hub {
    /// Looks after the connections as long as there are some: one task for all of them.
    func startWatching() {
        let mustStart = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
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

extension LogKey {
    static let hubTarget = LogKey("hub.target")
    static let error = LogKey("error")
}
