import Observability

extension HubConnection {
    /// Tells of a state: those who follow the states, the metrics and the log. Called by the task that drives the connection.
    func announce(_ state: HubState) {
        let before = board.current
        // Whoever sees the end may start again.
        if state.isDisconnected { finished() }
        if state.isConnected { gate.shut() }
        options.metrics?.changed(from: before, to: state)
        log(state, after: before)
        board.announce(state)
    }

    private func log(_ state: HubState, after before: HubState) {
        guard let logger = options.logger else { return }
        switch state.phase {
        case .connecting(let attempt), .reconnecting(let attempt):
            logger.debug("connecting to the hub", [.hubAttempt: .integer(attempt)])
        case .connected(let id):
            logger.info("connected to the hub", [.hubConnectionID: .text(id ?? "none")])
        case .waitingToConnect(let attempt, let pause), .waitingToReconnect(let attempt, let pause):
            if before.isConnected {
                logger.warning(
                    "the connection to the hub was lost", error: state.reason,
                    [.hubReason: .text(state.label), .hubPause: .duration(pause)])
            } else {
                logger.warning(
                    "the hub could not be reached", error: state.reason,
                    [.hubReason: .text(state.label), .hubAttempt: .integer(attempt), .hubPause: .duration(pause)])
            }
        case .stopping: logger.debug("saying good-bye to the hub")
        case .disconnected:
            guard let reason = state.reason else { return logger.info("the connection to the hub was stopped") }
            logger.warning("the connection to the hub is over", error: reason, [.hubReason: .text(state.label)])
        }
    }
}

extension HubState {
    /// The reason from its closed set.
    fileprivate var label: String { reason?.kind.rawValue ?? "none" }
}
