/// Tells one task that there may be something for it. Anybody rings, any number of times.
///
/// A ring before the wait is remembered, and several count as one. So the owner looks at everything, then waits, and misses nothing
/// in between; what there is, is kept elsewhere. Unlike a ``Promise`` it rings again and again.
///
/// Order: a ring wakes the task that waits, or else the next that does; what happened before the ring is visible to who was woken.
/// The thread that rings resumes the task, so it may hold no lock that this one could need.
package final class Bell: Sendable {
    /// Why a wait has ended.
    package enum Waking: Sendable, Equatable {
        /// There may be something.
        case rung
        /// The limit passed without a ring.
        case limit
        /// The task is cancelled. A ring that nobody has heard is still there for the next wait.
        case cancelled
        /// It will not ring any more. A ring before the end is heard first.
        case closed
    }

    private struct State {
        var isRung = false
        var isClosed = false
        var isOverdue = false
        var waiter: CheckedContinuation<Waking, Never>?

        /// What a task that waits now is told at once; `nil` if it must wait.
        mutating func waking(isCancelled: Bool) -> Waking? {
            if isCancelled { return .cancelled }
            if isRung {
                isRung = false
                return .rung
            }
            if isClosed { return .closed }
            return isOverdue ? .limit : nil
        }
    }

    private let state = Lock(State())

    /// One that nobody has rung yet.
    package init() {}

    /// Whether a task waits.
    package var hasWaiter: Bool { state.withLock { $0.waiter != nil } }

    /// Wakes the task that waits, or lets the next wait return at once. After ``close()`` it does nothing.
    package func ring() {
        let waiter = state.withLock { state -> CheckedContinuation<Waking, Never>? in
            guard !state.isClosed else { return nil }
            state.isRung = state.waiter == nil
            return state.waiter.take()
        }
        waiter?.resume(returning: .rung)
    }

    /// Forgets a ring. Whoever calls this looks at everything afterwards, whatever the ring was for.
    package func hush() { state.withLock { $0.isRung = false } }

    /// Ends all waits, this one and later ones.
    package func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.waiter.take()
        }
        waiter?.resume(returning: .closed)
    }

    /// Returns when it is rung or closed, or when the task is cancelled. One task at a time.
    @discardableResult
    package func wait() async -> Waking {
        state.withLock { $0.isOverdue = false }
        return await waitUntilOverdue()
    }

    private func waitUntilOverdue() async -> Waking {
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let waking = state.withLock { state -> Waking? in
                    // The handler may have run before there was anybody to wake.
                    let waking = state.waking(isCancelled: Task.isCancelled)
                    guard waking == nil else { return waking }
                    precondition(state.waiter == nil, "a bell wakes one task")
                    state.waiter = task
                    return nil
                }
                if let waking { task.resume(returning: waking) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: .cancelled)
        }
    }

    /// Like ``wait()``, but at most for a limit; without one for as long as it takes.
    @discardableResult
    package func wait(atMost limit: Duration?, clock: any Clock<Duration> = ContinuousClock()) async -> Waking {
        guard let limit else { return await wait() }
        state.withLock { $0.isOverdue = false }
        // It has ended when this returns; what it leaves, the next wait forgets.
        async let _: Void = end(after: limit, clock)
        return await waitUntilOverdue()
    }

    private func end(after limit: Duration, _ clock: any Clock<Duration>) async {
        // A cancelled sleep means that the wait is over.
        guard (try? await clock.sleep(for: limit)) != nil else { return }
        let waiter = state.withLock { state in
            state.isOverdue = true
            return state.waiter.take()
        }
        waiter?.resume(returning: .limit)
    }
}
