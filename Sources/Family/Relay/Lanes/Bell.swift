import Runtime

/// Wakes the one task that waits for it; a ring before the wait is remembered.
final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    func ring() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.isRung = state.waiter == nil
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Forgets a ring. Whoever calls this looks at everything afterwards, whatever the ring was for.
    func hush() { state.withLock { $0.isRung = false } }

    /// Returns when it is rung, when the limit has passed, or when the task is cancelled.
    func wait(upTo limit: Duration?) async {
        guard let limit else { return await next() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.next() }
            // A cancelled sleep means that the bell was first.
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func next() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The handler may have run before there was anybody to wake.
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    precondition(state.waiter == nil, "a bell wakes one task")
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume()
        }
    }
}
