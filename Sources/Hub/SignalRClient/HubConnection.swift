import Observability
import Runtime
import SignalRProtocol

/// A connection to a SignalR hub that keeps itself up.
///
/// Handlers, subscriptions and states belong to it and outlive its transports; calls do not: each ends with a result or an
/// error, at the latest when its transport ends.
public final class HubConnection: Sendable {
    private struct State {
        var link: HubLink?
        /// Whether everybody may use it.
        var isPrepared = false
        /// The one that goes on.
        var run: ConnectionRun?
    }

    let url: HubURL
    /// Shared with the links: they are large.
    let settings: HubSettings
    /// As they were when it was made; nothing changes them.
    package var options: HubConnectionOptions { settings.options }
    let network: HubNetwork
    let routes: HubRoutes
    let board = StateBoard()
    let steps = ConnectSteps()
    let gate = PauseGate()
    private let shared = Lock(State())

    /// - Parameters:
    ///   - url: `https`, `http`, `wss` or `ws`, without `/negotiate`.
    ///   - network: lives at least as long.
    /// - Throws: ``HubError`` of kind `badURL`.
    public init(
        _ url: String, options: HubConnectionOptions = HubConnectionOptions(), on network: HubNetwork
    ) throws(HubError) {
        do throws(HubProtocolError) { self.url = try HubURL(url) } catch { throw HubError(error) }
        var options = options
        options.logger = options.logger?.with(.hubURL, .text(self.url.origin))
        settings = HubSettings(options)
        self.network = network
        routes = HubRoutes(limit: options.maximumBacklogBytes)
    }

    // MARK: Life

    /// The state now, and then each change.
    public var states: HubStates { board.states() }

    /// The state now.
    public var state: HubState { board.current }

    /// Connects, and returns when the handshake is done. The connection then lives until ``stop()``, or until it can't be
    /// made any more.
    ///
    /// With a policy that retries the first connection too, it returns only when there is one, or when the task is
    /// cancelled.
    ///
    /// - Throws: ``HubError``: why the first connection failed, `alreadyStarted`, or `badOptions` before anything is tried;
    ///   `cancelled` when the task is cancelled, before anything is tried or once the attempt has been given up.
    public func start() async throws(HubError) {
        if Task.isCancelled { throw .cancelled }
        let run = try begin()
        var states = self.states.makeAsyncIterator()
        _ = await states.next()
        run.begin()
        while let state = await states.next() {
            if state.isConnected { return }
            if state.isDisconnected { throw state.reason ?? .stopped }
        }
        await self.stop()
        throw .cancelled
    }

    /// Connects and stays connected until ``stop()`` or until the task is cancelled, for whom has a task for it.
    ///
    /// - Throws: ``HubError``: why the connection can't be made any more, or `alreadyStarted`.
    public func run() async throws(HubError) {
        let run = try begin()
        run.begin()
        let failure = await withTaskCancellationHandler {
            await run.ending()
        } onCancel: {
            run.stop()
        }
        if let failure { throw failure }
    }

    /// Says good-bye and returns when the connection is over, also in a task that has been cancelled. It may be called in any
    /// state, repeatedly, and from handlers; the connection may be started again afterwards.
    public func stop() async {
        guard let run = shared.withLock({ $0.run }) else { return }
        run.stop()
        await run.over()
    }

    private func begin() throws(HubError) -> ConnectionRun {
        if let contradiction = options.contradiction { throw contradiction }
        let run = ConnectionRun(of: self)
        let isFirst = shared.withLock { state in
            guard state.run == nil else { return false }
            state.run = run
            return true
        }
        guard isFirst else { throw .alreadyStarted }
        return run
    }

    /// Called before the last state is announced, so that whoever sees that may start again.
    func finished() {
        shared.withLock { state in
            state.run = nil
            state.link = nil
        }
    }

    func use(_ link: HubLink?, isPrepared: Bool = true) {
        shared.withLock { state in
            state.link = link
            state.isPrepared = isPrepared
        }
    }

    func link() throws(HubError) -> HubLink {
        guard let link = shared.withLock({ $0.isPrepared ? $0.link : nil }) else { throw .notConnected }
        return link
    }
}
