import Observability

extension LogKey {
    /// The origin only: paths and queries may hold tokens.
    static let hubURL = LogKey("hub.url")
    static let hubConnectionID = LogKey("hub.connection.id")
    static let hubAttempt = LogKey("hub.attempt")
    static let hubPause = LogKey("hub.pause.ms")
    static let hubCount = LogKey("hub.count")
    static let hubReason = LogKey("hub.reason")
    static let hubTarget = LogKey("hub.target")
    static let invocationID = LogKey("invocation.id")
}

extension Logger {
    /// Tells of a connection's change of state.
    func changed(from before: HubState, to state: HubState) {
        switch state.phase {
        case .connecting(let attempt), .reconnecting(let attempt):
            debug("connecting to the hub", [.hubAttempt: .integer(attempt)])
        case .connected(let id):
            info("connected to the hub", [.hubConnectionID: .text(id ?? "none")])
        case .waitingToConnect(let attempt, let pause), .waitingToReconnect(let attempt, let pause):
            if before.isConnected {
                warning(
                    "the connection to the hub was lost", error: state.reason,
                    [.hubReason: .text(state.label), .hubPause: .duration(pause)])
            } else {
                // The first try of all is number 1, so the first that is waited for is number 2: each outage warns once.
                let isFirst = if case .waitingToConnect(attempt: 2, _) = state.phase { true } else { false }
                log(
                    isFirst ? .warning : .debug, "the hub could not be reached", error: state.reason,
                    [.hubReason: .text(state.label), .hubAttempt: .integer(attempt), .hubPause: .duration(pause)])
            }
        case .stopping: debug("saying good-bye to the hub")
        case .disconnected:
            guard let reason = state.reason else { return info("the connection to the hub was stopped") }
            warning("the connection to the hub is over", error: reason, [.hubReason: .text(state.label)])
        }
    }
}

extension HubState {
    /// The reason from its closed set.
    fileprivate var label: String { reason?.kind.rawValue ?? "none" }
}
