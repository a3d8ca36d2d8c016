package import JSON
package import Observability
import Runtime
import SignalRProtocol

/// One hub: the methods that clients call, who is connected, and sending to them.
///
/// ```swift
/// let hub = Hub()
/// hub.method("Say", parameters: 1) { call in
///     try call.hub.send("said", [call.arguments.json(0)])
///     return nil
/// }
/// let server = try await HubServer(["/chat": hub]).start(port: 5000)
/// ```
///
/// Arguments, results and items are JSON texts; `SignalRCodable` has forms with `Codable` types.
public final class Hub: Sendable {
    struct State {
        var methods: [String: HubMethod] = [:]
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

    // MARK: Methods

    /// Adds a method that answers with a value, or with nothing. Names are found in any letter case.
    ///
    /// Of one connection's calls ``HubConfiguration/maximumParallelCalls`` run at a time, in order; the task is cancelled when
    /// the client cancels the call or goes. What it throws as ``HubFailure`` is told to the caller.
    ///
    /// - Parameters:
    ///   - parameters: how many arguments a call must bring, uploads not counted; `nil` leaves it to `body`.
    ///   - uploads: how many streams a call must upload.
    package func method(
        _ name: String, parameters: Int? = nil, uploads: Int = 0,
        _ body: @escaping @Sendable (HubCaller) async throws -> JSONFragment?
    ) {
        add(name, HubMethod(body: .call(body), parameters: parameters, uploads: uploads))
    }

    /// Adds a method that answers with a value, as JSON text, or with nothing. Names are found in any letter case.
    ///
    /// Of one connection's calls ``HubConfiguration/maximumParallelCalls`` run at a time, in order; the task is cancelled when
    /// the client cancels the call or goes. What it throws as ``HubFailure`` is told to the caller; of other errors, and of a
    /// text that is not JSON, the caller learns only that the call failed.
    ///
    /// A call begins on the task that reads its client: a method that computes for long without waiting for anything should
    /// `await Task.yield()` first, or its client is not heard meanwhile.
    ///
    /// - Parameters:
    ///   - parameters: how many arguments a call must bring, uploads not counted; `nil` leaves it to `body`.
    ///   - uploads: how many streams a call must upload.
    @_disfavoredOverload
    public func method(
        _ name: String, parameters: Int? = nil, uploads: Int = 0,
        _ body: @escaping @Sendable (HubCaller) async throws -> String?
    ) {
        method(name, parameters: parameters, uploads: uploads) { call -> JSONFragment? in
            try await body(call).map { try JSONFragment(parsing: $0) }
        }
    }

    /// Adds a method that answers with a stream: what `body` writes until it returns. Its task is cancelled when the client
    /// cancels the stream or goes.
    ///
    /// - Parameters:
    ///   - parameters: how many arguments a call must bring, uploads not counted; `nil` leaves it to `body`.
    ///   - uploads: how many streams a call must upload.
    public func stream(
        _ name: String, parameters: Int? = nil, uploads: Int = 0,
        _ body: @escaping @Sendable (HubCaller, HubItemWriter) async throws -> Void
    ) {
        add(name, HubMethod(body: .stream(body), parameters: parameters, uploads: uploads))
    }

    private func add(_ name: String, _ method: HubMethod) {
        state.withLock { $0.methods[name.lowercased()] = method }
    }

    func find(_ method: String) -> HubMethod? { state.withLock { $0.methods[method.lowercased()] } }

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
