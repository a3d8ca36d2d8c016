import Runtime

@testable import SignalRServer

/// What tests wait for.
extension HubPeer {
    /// The poll that waits, if one does.
    var poll: UInt64? {
        machine.withLock { machine in
            switch machine.phase {
            case .handshake(.polled(let number, _), _), .opening(.polled(let number, _), _, _),
                .open(.polled(let number, _), _):
                number
            case .handshake, .opening, .open, .ended: nil
            }
        }
    }

    /// Whether its transport is gone.
    var isAway: Bool { machine.withLock { $0.isAway } }

    func look<Value: Sendable>(_ body: (PeerCalls.State) -> Value) -> Value { calls.state.withLock { body($0) } }
}
