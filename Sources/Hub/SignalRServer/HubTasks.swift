import Runtime

/// The tasks of a hub's calls.
///
/// They are no children of the task that read the call: that one may be a post that is answered long before, or a socket
/// that the connection outlives, and each call is cancelled by itself. So they are counted here, and a hub that stops waits
/// for them.
final class HubTasks: Sendable {
    private struct State {
        var running = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    var count: Int { state.withLock { $0.running } }

    /// - Parameter isImmediate: whether the task begins on this thread, before this returns, and goes elsewhere only when it
    ///   first waits.
    func start(isImmediate: Bool = false, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        state.withLock { $0.running += 1 }
        return isImmediate
            ? Task.immediate {
                await body()
                self.ended()
            }
            : Task {
                await body()
                self.ended()
            }
    }

    private func ended() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when none runs.
    func drained() async {
        await withCheckedContinuation { waiter in
            let mustWait = state.withLock { state in
                guard state.running > 0 else { return false }
                state.waiters.append(waiter)
                return true
            }
            if !mustWait { waiter.resume() }
        }
    }
}
