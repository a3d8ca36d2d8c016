import Runtime
import SignalRProtocol
import Sockets

extension HubConnection {
    /// Has something done on each new connection before anybody else can use it, such as joining groups and asking for
    /// what was missed: behind the handshake, before the state says that it is connected. The step calls the hub through its `session`.
    ///
    /// Steps run in the order of their registration. One that throws ends the attempt as a failed one, and the reconnect
    /// policy decides; so does taking longer, all together, than ``HubConnectionOptions/connectTimeout``. When the connection
    /// ends meanwhile, the step's task is cancelled. What the hub sends meanwhile is delivered.
    @discardableResult
    public func onConnect(_ step: @escaping @Sendable (_ session: HubSession) async throws -> Void) -> HubRegistration {
        steps.add(step)
    }

    /// Ends a pause between two attempts, because the program has learnt that the network is there again. A pause that the
    /// server asked for is kept. While connected it does nothing.
    public func networkCameUp() {
        if !state.isConnected { gate.open() }
    }

    /// Does on a link what is to be done before it is announced, unless it ends before, and lets its reader know.
    func prepare(_ link: HubLink, until end: Promise<Void, Never>, on loop: EventLoop) async {
        let limit = options.connectTimeout
        let failure = await firstToEnd(
            { () async -> HubError? in await self.steps.run(HubSession(link: link)) },
            { await loop.failure(.stepsTimedOut(limit), after: limit) },
            {
                await end.outcomeUnlessCancelled()
                return .cancelled
            })
        link.prepared(failure)
    }

    /// Tells of a state: those who follow the states, the metrics and the log. Called by the task that drives the connection.
    func announce(_ state: HubState) {
        let before = board.current
        // Whoever sees the end may start again.
        if state.isDisconnected { finished() }
        if state.isConnected { gate.shut() }
        options.metrics?.changed(from: before, to: state)
        options.logger?.changed(from: before, to: state)
        board.announce(state)
    }
}
