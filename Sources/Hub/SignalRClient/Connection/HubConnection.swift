import Observability
import Runtime
import SignalRProtocol

/// A connection to a SignalR hub that keeps itself up.
///
/// Handlers, sequences of invocations and of states stay when the connection is lost and made again. Calls do not: each ends with a
/// result or an error, at the latest when the connection is lost.
public final class HubConnection: Sendable {
    private struct State {
        var link: HubLink?
        /// Whether everybody may use it.
        var isPrepared = false
        /// The one that goes on.
        var run: ConnectionRun?
    }

    /// A text that is no hub's URL is told at the start, as whatever else keeps it from connecting.
    let url: Result<HubURL, HubError>
    /// Shared with the links: they are large.
    let settings: HubSettings
    /// As they were when it was made; nothing changes them.
    package var options: HubConnectionOptions { settings.options }
    /// `nil` for the one that the process shares.
    private let network: HubNetwork?
    let routes: HubRoutes
    let board = StateBoard()
    let steps = ConnectSteps()
    let gate = PauseGate()
    private let shared = Lock(State())

    /// A connection that has not been started: nothing is sent, and nothing looked at, before ``start()``.
    ///
    /// - Parameters:
    ///   - url: `https`, `http`, `wss` or `ws`, without `/negotiate`. ``start()`` throws the kind `badURL` for another one.
    ///   - network: `nil` is the network of the process, made by the first start of such a connection: it trusts the system's
    ///     certificate authorities, and uses no proxy.
    public init(
        _ url: String, options: HubConnectionOptions = HubConnectionOptions(), network: HubNetwork? = nil
    ) {
        let parsed = Result { () throws(HubProtocolError) in try HubURL(url) }.mapError { HubError($0) }
        self.url = parsed
        var options = options
        if let origin = try? parsed.get().origin { options.logger = options.logger?.with(.hubURL, .text(origin)) }
        settings = HubSettings(options)
        self.network = network
        // One that can't be meant is told by the start; sequences are taken before it.
        routes = HubRoutes(limit: max(1, options.maximumBacklogBytes))
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
    /// - Throws: ``HubError``: why the first connection failed, `alreadyStarted`, or `badURL` or `badOptions` before anything is tried;
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

    /// Connects and stays connected until ``stop()`` or until the task is cancelled: ``start()`` and ``stop()`` in one, for a program
    /// that has a task for it.
    ///
    /// - Throws: ``HubError``: why the connection can't be made any more; `alreadyStarted`, `badURL` or `badOptions` before anything is tried.
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
        _ = try url.get()
        let network = if let network { network } else { try HubNetwork.shared() }
        let run = ConnectionRun(of: self, on: network)
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
