import Runtime
import SignalRProtocol
import Sockets

/// A connection from a start to its stop: carries out what the machine decides.
///
/// At most one task carries it at a time, and none while it is connected: a task keeps the memory that it once needed, and
/// making a connection needs many times what having one does.
final class ConnectionRun: Sendable {
    private struct State {
        var machine: ConnectionMachine
        var link: HubLink?
        /// Whether nothing is to be done on it before it is announced.
        var isPrepared = true
        var wasRefused = false
        var random = SystemRandomNumberGenerator()
    }

    let connection: HubConnection
    let network: HubNetwork
    /// Kept to stop it.
    let stopping = Promise<Void, Never>()
    let handlers: HandlerQueue
    private let state: Lock<State>
    /// Kept at the end of the run with the reason, if it was not stopped.
    private let end = Promise<HubError?, Never>()

    init(of connection: HubConnection, on network: HubNetwork) {
        self.connection = connection
        self.network = network
        let options = connection.options
        handlers = HandlerQueue(
            connection.routes, limit: options.maximumBacklogBytes, backlog: options.metrics?.backlog)
        state = Lock(State(machine: ConnectionMachine(options.reconnect)))
    }

    /// Begins to connect.
    func begin() { carryOn { $0.machine.started(now: .now) } }

    /// Has it end, in whatever state it is.
    func stop() {
        stopping.keep()
        state.withLock { $0.link }?.stop()
    }

    /// Returns when it has ended and no handler runs any more.
    ///
    /// - Returns: Why the connection can't be made any more, if it was not stopped.
    func ending() async -> HubError? {
        let failure = await end.valueEvenIfCancelled()
        await handlers.drained()
        return failure
    }

    /// Returns when it has ended, though handlers may still run; also in a task that has been cancelled.
    func over() async { _ = await end.valueEvenIfCancelled() }

    // MARK: Carrying out

    private func carryOn(_ event: (inout sending State) -> [ConnectionMachine.Action]) {
        let actions = state.withLock { event(&$0) }
        // Loose because it is the service itself: it goes on until stop().
        Task { await self.carryOut(actions) }
    }

    private func carryOut(_ first: [ConnectionMachine.Action]) async {
        var actions = first
        while let action = actions.first {
            actions.removeFirst()
            switch action {
            case .announce(let state): connection.announce(state)
            case .attempt: actions += took(await attempt())
            case .pause(let pause, let isFixed):
                let isOver = await wait(pause, isFixed: isFixed)
                actions += state.withLock { isOver ? $0.machine.pauseEnded() : $0.machine.stopRequested() }
            case .serve: serve()
            case .close:
                await state.withLock { $0.link }?.sayGoodBye()
                actions += state.withLock { $0.machine.closed() }
            case .finish(let failure): finish(failure)
            }
        }
    }

    private func finish(_ failure: HubError?) {
        handlers.cancel()
        state.withLock { $0.link = nil }
        end.keep(.success(failure))
    }

    func took(_ attempt: Attempt) -> [ConnectionMachine.Action] {
        switch attempt {
        case .opened(let opening):
            let link = HubLink(
                opening, handlers: handlers, settings: connection.settings, on: network)
            let isPrepared = connection.steps.isEmpty
            connection.use(link, isPrepared: isPrepared)
            let actions = state.withLock { state in
                state.link = link
                state.wasRefused = false
                state.isPrepared = isPrepared
                return state.machine.attemptSucceeded(id: opening.connectionID, isPrepared: isPrepared, now: .now)
            }
            // Whoever stopped it before could not know the link.
            if stopping.outcome != nil { link.stop() }
            return actions
        case .failed(let error):
            return state.withLock { state in
                state.wasRefused = error.kind == .unauthorized
                return state.machine.attemptFailed(error, now: .now, random: state.random.next())
            }
        case .stopped: return state.withLock { $0.machine.stopRequested() }
        }
    }

    // MARK: Connected

    /// The link goes on by itself; when it has ended, so does this.
    private func serve() {
        let (open, isPrepared) = state.withLock { ($0.link, $0.isPrepared) }
        guard let link = open else { return }
        let end = isPrepared ? nil : Promise<Void, Never>()
        let events = HubLink.Events(
            prepared: { self.prepared(link) },
            ended: { ending in
                end?.keep()
                self.ended(ending)
            })
        link.start(events)
        // Loose because nothing waits here: `end` ends it.
        if let end { Task { await self.connection.prepare(link, until: end, on: self.network.loop) } }
    }

    private func prepared(_ link: HubLink) {
        connection.use(link)
        for case .announce(let state) in state.withLock({ $0.machine.prepared(now: .now) }) {
            connection.announce(state)
        }
    }

    private func ended(_ ending: LinkEnding) {
        connection.use(nil)
        carryOn { state in
            switch ending {
            case .stopped: state.machine.stopRequested()
            case .lost(let error):
                state.machine.lost(error, allowsReconnect: true, now: .now, random: state.random.next())
            case .closed(let error, let allowsReconnect):
                state.machine.lost(error, allowsReconnect: allowsReconnect, now: .now, random: state.random.next())
            }
        }
    }

    var lastWasRefused: Bool { state.withLock { $0.wasRefused } }
}
