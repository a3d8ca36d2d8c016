/// What a connection is doing.
public struct HubState: Sendable, Equatable {
    /// The phases of a connection's life. Later versions may know more: a `switch` has an `@unknown default`.
    @nonexhaustive public enum Phase: Sendable, Equatable {
        /// Not started, stopped, or given up.
        case disconnected
        /// The first connection is being made; attempts count from 1.
        case connecting(attempt: Int)
        /// The first connection failed, and is tried again after a pause.
        case waitingToConnect(attempt: Int, pause: Duration)
        /// The handshake is done. The id is what the server calls this client; `nil` without negotiation.
        case connected(id: String?)
        /// The connection was lost and is tried again after a pause; attempts count from 1.
        case waitingToReconnect(attempt: Int, pause: Duration)
        /// A lost connection is being made again; attempts count from 1.
        case reconnecting(attempt: Int)
        /// This side is saying good-bye.
        case stopping
    }

    /// What it is doing.
    public let phase: Phase
    /// Why it is so, where something went wrong.
    public var reason: HubError? { if case .failed(let error) = cause { error } else { nil } }
    private let cause: Cause

    /// Apart from the state, because an error is large and nearly no connection has one.
    private indirect enum Cause: Sendable, Equatable {
        case none
        case failed(HubError)
    }

    init(_ phase: Phase, reason: HubError? = nil) {
        self.phase = phase
        cause = reason.map { .failed($0) } ?? .none
    }

    /// Whether calls can be made.
    public var isConnected: Bool { if case .connected = phase { true } else { false } }

    /// What the server calls this client: another one after each full reconnect. `nil` while not connected, and without
    /// negotiation.
    public var connectionID: String? { if case .connected(let id) = phase { id } else { nil } }

    /// Whether the connection is over, until it is started again.
    public var isDisconnected: Bool { phase == .disconnected }
}

extension HubState: CustomStringConvertible {
    /// For logs and people: the phase, and the reason if something went wrong.
    public var description: String {
        let words =
            switch phase {
            case .disconnected: "disconnected"
            case .connecting(let attempt): "connecting, attempt \(attempt)"
            case .waitingToConnect(let attempt, let pause): "waiting \(pause) for attempt \(attempt)"
            case .connected(let id): id.map { "connected as \($0)" } ?? "connected"
            case .waitingToReconnect(let attempt, let pause): "lost, waiting \(pause) for attempt \(attempt)"
            case .reconnecting(let attempt): "lost, reconnecting, attempt \(attempt)"
            case .stopping: "stopping"
            }
        return reason.map { "\(words): \($0)" } ?? words
    }
}
