import Runtime
import SignalRProtocol
import Sockets

/// One connection as the hub sees it, with one id: its calls, its liveness, its reader. A `HubConnection` has one after the
/// other.
///
/// While nothing happens it has no task but the one that reads: that one is woken when there is something else to do
/// (``wake()``), and a sweep of the network looks after silence.
final class HubLink: Sendable {
    /// How it ended.
    enum Ending: Sendable, Equatable {
        case stopped
        case lost(HubError, allowsReconnect: Bool)
        /// The server said Close.
        case closed(HubError, allowsReconnect: Bool)
    }

    let connectionID: String?
    let calls = CallTable()
    let routes: HubRoutes
    let handlers: HandlerQueue
    let options: HubConnectionOptions
    let stop: BoundedChannel<Never>
    /// Whether it outlives its transports.
    let isStateful: Bool
    let state: Lock<LinkState>
    /// Makes the reader look again, while it waits for a consumer.
    let wakeReader = Lock<(@Sendable () -> Void)?>(nil)

    init(
        _ opening: HubOpening, routes: HubRoutes, handlers: HandlerQueue, options: HubConnectionOptions,
        stop: BoundedChannel<Never>
    ) {
        connectionID = opening.connectionID
        self.routes = routes
        self.handlers = handlers
        self.options = options
        self.stop = stop
        let liveness = LinkLiveness(
            pingInterval: options.pingInterval, serverTimeout: options.serverTimeout, now: .now)
        isStateful = opening.reopen != nil
        let session = isStateful ? StatefulSession(limit: max(1, options.statefulBufferBytes)) : nil
        state = Lock(LinkState(opening.transport, liveness, session))
    }

    /// The one there is, or the last one there was.
    var transport: any HubTransportConnection { state.withLock { $0.transport } }

    // MARK: Life

    /// Serves the transport until it ends or is stopped. Then every call has failed.
    ///
    /// - Parameters:
    ///   - group: runs the handlers.
    ///   - announce: called in the task that reads, behind ``prepared(_:)``.
    func run(
        _ opening: HubOpening, on network: HubNetwork, _ group: inout DiscardingTaskGroup, announce: () -> Void
    ) async -> Ending {
        // Polls have a limit of their own, and the hub is not to be pinged, nor does it ping, beside them.
        if opening.transport.kind != .longPolling {
            // A server begins to time out a client at its first ping.
            post(.ping)
            network.sweep.add(self)
        }
        if let tokens = opening.tokens {
            // The token comes from foreign code, which must not hold up the service thread.
            group.addTask(executorPreference: globalConcurrentExecutor) { await tokens.run() }
        }
        let ending = await readAll(opening, &group, on: network.loop, announce: announce)
        network.sweep.remove(self)
        opening.tokens?.stop()
        switch ending {
        case .stopped: end(.stopped)
        case .lost(let error, _):
            end(error)
            transport.abort()
        case .closed(let error, _):
            end(error)
            await close(within: .seconds(1), on: network.loop)
        }
        return ending
    }

    /// Reads transport after transport, where one can follow the other; else the one.
    private func readAll(
        _ first: HubOpening, _ group: inout DiscardingTaskGroup, on loop: EventLoop, announce: () -> Void
    ) async -> Ending {
        var opening = first
        while true {
            let ending = await read(opening, &group, announce: announce)
            guard isStateful else { return ending }
            switch await succession(of: ending, opening, on: loop) {
            case .transport(let next): opening = next
            case .end(let ending): return ending
            }
        }
    }

    private func end(_ error: HubError) {
        state.withLock { $0.ended = error }
        resumeSenders()
        calls.end(error)
    }

    /// Has the task that reads look at what else there is to do.
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

    /// A consumer met arguments that are no JSON, which the reader had left to it to check.
    func violated(_ error: HubProtocolError) {
        state.withLock { $0.verdict = $0.verdict ?? .lost(HubError(error), allowsReconnect: true) }
        wake()
    }

    /// Looked at regularly by the network's sweep.
    ///
    /// - Parameter next: when that is to be the next time.
    func tick(_ now: ContinuousClock.Instant, next: ContinuousClock.Instant) {
        acknowledge(dueAt: next)
        switch state.withLock({ $0.isAttached ? $0.liveness.verdict(now: now) : .wait(until: now) }) {
        case .wait: break
        case .ping: post(.ping)
        case .timeout:
            state.withLock { $0.verdict = .lost(.serverTimeout(options.serverTimeout), allowsReconnect: true) }
            wake()
        }
    }

    // MARK: Good-bye

    /// Says good-bye.
    func sayGoodBye(on loop: EventLoop) async {
        let transport = transport
        try? await transport.send(HubMessage.close(error: nil, allowReconnect: false).record)
        await close(within: .seconds(5), on: loop)
    }

    private func close(within limit: Duration, on loop: EventLoop) async {
        let transport = transport
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
