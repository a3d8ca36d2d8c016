import Runtime
import SignalRProtocol

/// Ends a pause between two attempts early, when the network is there again.
final class PauseGate: Sendable {
    private struct State {
        /// Kept to end the pause that goes on.
        var pause: Promise<Void, Never>?
        var isOpen = false
    }

    private let state = Lock(State())

    /// Ends the pause; one that has not begun is left out, because the attempt before it knew the old network.
    func open() {
        let pause = state.withLock { state in
            state.isOpen = true
            return state.pause
        }
        pause?.keep()
    }

    /// What came up before is of no interest any more: there is a connection.
    func shut() { state.withLock { $0.isOpen = false } }

    /// A promise that is kept when the gate is opened, or has been if it is open.
    func enter() -> Promise<Void, Never> {
        let pause = Promise<Void, Never>()
        let isOpen = state.withLock { state in
            state.pause = pause
            return state.isOpen
        }
        if isOpen { pause.keep() }
        return pause
    }

    func leave() {
        state.withLock { state in
            state.pause = nil
            state.isOpen = false
        }
    }
}
