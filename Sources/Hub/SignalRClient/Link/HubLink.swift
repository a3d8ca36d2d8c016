import Runtime
import SignalRProtocol
import Sockets

/// One connection as the hub sees it, with one id: its calls, its liveness, its reader. A `HubConnection` has one after the
/// other.
///
/// While nothing happens it has no task: what arrives is read where it arrives (``pump()``), records go straight to the
/// transport, and a sweep of the network looks after silence.
final class HubLink: InvocationSource {
    /// How it ended.
    indirect enum Ending: Sendable, Equatable {
        case stopped
        case lost(HubError, allowsReconnect: Bool)
        /// The server said Close.
        case closed(HubError, allowsReconnect: Bool)
    }

    /// What a link tells its owner.
    struct Events: Sendable {
        /// ``HubLink/prepared(_:)`` said that it may be used; in order with what is received.
        let prepared: @Sendable () -> Void
        /// The last word.
        let ended: @Sendable (Ending) -> Void
    }

    let connectionID: String?
    let calls = CallTable()
    let routes: HubRoutes
    let handlers: HandlerQueue
    let settings: HubSettings
    let network: HubNetwork
    let stop: BoundedChannel<Never>
    private let reopen: HubOpening.Reopen?
    private let tokens: TokenKeeper?
    /// Whether it outlives its transports.
    let isStateful: Bool
    let state: Lock<LinkState>
    /// Makes the reader look again, while it waits for a consumer.
    let wakeReader = Lock<(@Sendable () -> Void)?>(nil)

    init(
        _ opening: HubOpening, routes: HubRoutes, handlers: HandlerQueue, settings: HubSettings,
        stop: BoundedChannel<Never>, on network: HubNetwork
    ) {
        connectionID = opening.connectionID
        self.routes = routes
        self.handlers = handlers
        self.settings = settings
        let options = settings.options
        self.network = network
        self.stop = stop
        reopen = opening.reopen
        tokens = opening.tokens
        let liveness = LinkLiveness(
            pingInterval: options.pingInterval, serverTimeout: options.serverTimeout, now: .now)
        isStateful = opening.reopen != nil
        let session = isStateful ? StatefulSession(limit: max(1, options.statefulBufferBytes)) : nil
        state = Lock(LinkState(opening, liveness, session))
    }

    var loop: EventLoop { network.loop }
    var options: HubConnectionOptions { settings.options }

    /// The one there is, or the last one there was.
    var transport: any HubTransportConnection { state.withLock { $0.transport } }

    // MARK: Life

    /// Serves the transport, and those that follow it, until that ends or is stopped.
    ///
    /// - Parameter events: are told, on the service thread or in a task that prefers it.
    func start(_ events: Events) {
        let early = state.withLock { state in
            state.events = events
            defer { state.early = [] }
            return state.early
        }
        // Polls have a limit of their own, and the hub is not to be pinged, nor does it ping, beside them.
        if transport.kind != .longPolling {
            // A server begins to time out a client at its first ping.
            post(.ping)
            network.sweep.add(self)
        }
        if let tokens {
            // Not structured, because nothing waits here; it ends with the link.
            Task { await tokens.run() }
        }
        // Foreign code may be called for what came with the handshake: on the service thread, as later.
        onServiceThread { self.proceed(with: early) }
    }

    private func proceed(with early: [UInt8]) {
        let step = early.isEmpty ? Step.read : take(early)
        if case .read = step { pump() } else { proceed(after: step) }
    }

    /// The transport has ended, or is to. Then every call fails, unless another transport follows.
    func conclude(_ first: Ending) async {
        var ending = first
        if let reopen {
            switch await succession(of: first, reopen) {
            case .transport: return pump()
            case .end(let last): ending = last
            }
        }
        network.sweep.remove(self)
        tokens?.stop()
        switch ending {
        case .stopped: end(.stopped)
        case .lost(let error, _):
            end(error)
            transport.abort()
        case .closed(let error, _):
            end(error)
            await close(within: .seconds(1))
        }
        state.withLock { $0.events.take() }?.ended(ending)
    }

    private func end(_ error: HubError) {
        state.withLock { $0.ended = .lost(error, allowsReconnect: false) }
        resumeSenders()
        calls.end(error)
    }

    /// Has whoever reads look at what else there is to do.
    func wake() {
        wakeReader.withLock { $0 }?()
        transport.wakeReader()
    }

    /// What had to be done first has been done, or failed; then the transport is closed.
    func prepared(_ failure: HubError?) {
        state.withLock { state in
            guard let failure else { return state.isNewlyPrepared = true }
            state.verdict = state.verdict ?? .closed(failure, allowsReconnect: true)
        }
        wake()
    }

    /// Whether the link is to be announced now; once.
    func takeAnnouncement() -> Bool {
        state.withLock { state in
            defer { state.isNewlyPrepared = false }
            return state.isNewlyPrepared
        }
    }

    /// Why reading is to end although the transport has not.
    var verdict: Ending? { stop.isFinished ? .stopped : state.withLock { $0.verdict } }

    func answer(_ id: String, _ outcome: HubOutcome) { post(.completion(id: id, outcome)) }

    func violated(_ error: HubProtocolError) {
        state.withLock { $0.verdict = $0.verdict ?? .lost(HubError(error), allowsReconnect: true) }
        wake()
    }

    /// Looked at by the network's sweep.
    ///
    /// - Parameter next: when that is to be the next time at the earliest.
    /// - Returns: When it is to be at the latest, unless something comes up: ``LinkSweep/hasten()``.
    func tick(_ now: ContinuousClock.Instant, next: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let acknowledgement = acknowledge(dueAt: next)
        let sign = watchSilence(now, next: next)
        return acknowledgement.map { min($0, sign) } ?? sign
    }

    private func watchSilence(
        _ now: ContinuousClock.Instant, next: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        let arrival = transport.lastArrival
        let verdict = state.withLock { state in
            // A part of a large message is a sign of life too.
            if let arrival, arrival > state.liveness.lastReceived { state.liveness.received(now: arrival) }
            return state.isAttached ? state.liveness.verdict(now: now) : .wait(until: now)
        }
        switch verdict {
        case .wait(let until): return until
        case .ping:
            post(.ping)
            if case .wait(let until) = state.withLock({ $0.liveness.verdict(now: now) }) { return until }
            return next
        case .timeout:
            state.withLock { $0.verdict = .lost(.serverTimeout(options.serverTimeout), allowsReconnect: true) }
            wake()
            return next
        }
    }

    // MARK: Good-bye

    /// Says good-bye.
    func sayGoodBye() async {
        let transport = transport
        try? await transport.send(HubMessage.close(error: nil, allowReconnect: false).record)
        await close(within: .seconds(5))
    }

    private func close(within limit: Duration) async {
        let (transport, loop) = (transport, loop)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await transport.close() }
            group.addTask {
                try? await loop.sleep(for: limit)
                // Lets the close return too.
                if !Task.isCancelled { transport.abort() }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
