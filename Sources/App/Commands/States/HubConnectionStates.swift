import SignalRClient

/// The table of a hub's connection.
enum HubConnectionStates {
    private static let now = ContinuousClock.now
    private static let away = HubError(.unreachable, "away")
    private static let refused = HubError(.unauthorized, "who are you?")

    static let connection = TransitionTable(
        "The connection to a hub",
        "What an account's hub connection does; `state` of `status` comes from it. Pauses are the longest of what chance gives. Every attempt that fails is followed by "
            + "another, but for one that somebody stops.",
        states: states.map { (shown($0), ConnectionMachine(.jittered(), state: $0)) },
        events: [
            event("somebody wants it") { $0.started(now: now) },
            event("the handshake is done") { $0.attemptSucceeded(id: "c", isPrepared: true, now: now) },
            event("it is done, and steps follow") { $0.attemptSucceeded(id: "c", isPrepared: false, now: now) },
            event("the steps are done") { $0.prepared(now: now) },
            event("the attempt fails") { $0.attemptFailed(away, now: now, random: .max) },
            event("the server refuses it") { $0.attemptFailed(refused, now: now, random: .max) },
            event("the pause is over") { $0.pauseEnded() },
            event("the connection is lost") { $0.lost(away, allowsReconnect: true, now: now, random: .max) },
            event("the server ends it for good") { $0.lost(away, allowsReconnect: false, now: now, random: .max) },
            event("somebody stops it") { $0.stopRequested() },
            event("good-bye is said") { $0.closed() },
        ])

    private static let states: [ConnectionMachine.State] = [
        .idle, .attempting(pauses: 0, isReconnect: false), .preparing(id: "c", pauses: 0, isReconnect: false),
        .pausing(pauses: 0, isReconnect: false), .connected(since: now.advanced(by: .seconds(-60))),
        .attempting(pauses: 1, isReconnect: true), .preparing(id: "c", pauses: 1, isReconnect: true),
        .pausing(pauses: 1, isReconnect: true), .stopping,
    ]

    private static func shown(_ state: ConnectionMachine.State) -> String {
        switch state {
        case .idle: "at rest"
        case .attempting(_, let isReconnect): isReconnect ? "connects again" : "connects"
        case .preparing(_, _, let isReconnect): isReconnect ? "prepares again" : "prepares"
        case .pausing(_, let isReconnect): isReconnect ? "waits to connect again" : "waits to connect"
        case .connected: "connected"
        case .stopping: "says good-bye"
        }
    }

    private static func event(
        _ name: String, _ body: @escaping (inout ConnectionMachine) -> [ConnectionMachine.Action]
    ) -> (String, (inout ConnectionMachine) -> String) {
        (
            name,
            { machine in
                let deeds = body(&machine).compactMap(shown)
                return ([shown(machine.state)] + deeds).joined(separator: ", ")
            }
        )
    }

    /// What is not seen in the state.
    private static func shown(_ action: ConnectionMachine.Action) -> String? {
        switch action {
        case .pause(let pause, _): "up to \(Int((pause / .seconds(1)).rounded(.up))) s"
        case .finish(nil): "it is over"
        case .finish: "it is over, with the reason"
        case .announce, .attempt, .serve, .close: nil
        }
    }
}
