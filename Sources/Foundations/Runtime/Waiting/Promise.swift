/// A value or an error that comes once and stays.
///
/// Any number of tasks wait for it, before or after it has come, and all get the same. Who keeps it first decides; later ones
/// change nothing. What the cancellation of a waiting task does is said by the name of the method it waits in.
///
/// Order: who waits is resumed in the order in which the waits began, by the thread that keeps the promise, which may therefore
/// hold no lock that the resumed could need. What happened before the promise was kept is visible to who waited.
///
/// It may be kept before anybody waits: then nobody waits, so there is no need to look at ``outcome`` first.
package final class Promise<Value: Sendable, Failure: Error>: Sendable {
    /// What a promise is kept with.
    package typealias Outcome = Result<Value, Failure>

    /// Is only woken, and reads the outcome under the lock: an order that a thread sanitizer sees too, which cannot look into
    /// the runtime's resume.
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var outcome: Outcome?
        var waiters: [(number: UInt64, waiter: Waiter)] = []
        var lastNumber: UInt64 = 0
    }

    private let state = Lock(State())

    /// One that nobody has kept yet.
    package init() {}

    /// What it was kept with; `nil` as long as it is open.
    package var outcome: Outcome? { state.withLock { $0.outcome } }

    /// How many tasks wait.
    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Keeps the promise, and resumes who waits.
    ///
    /// - Returns: `false` if it was kept before; then nothing changes.
    @discardableResult
    package func keep(_ outcome: Outcome) -> Bool {
        let waiters = state.withLock { state -> [(number: UInt64, waiter: Waiter)]? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiters = [] }
            return state.waiters
        }
        guard let waiters else { return false }
        for (_, waiter) in waiters { waiter.resume() }
        return true
    }

    /// Waits for the outcome, however long it takes and even if the task is or becomes cancelled: for what is certain to come, such
    /// as the end of a thread that was told to end.
    package func outcomeEvenIfCancelled() async -> Outcome {
        while true {
            if let outcome { return outcome }
            await withCheckedContinuation { task in
                let mustWait = state.withLock { state in
                    guard state.outcome == nil else { return false }
                    state.waiters.append((0, task))
                    return true
                }
                if !mustWait { task.resume() }
            }
        }
    }

    /// Waits for the outcome, or until the task is cancelled, whichever is first.
    ///
    /// - Returns: `nil` if the cancellation was first, and the promise is still open. One that was kept before the wait counts as
    ///   first, also when the task was cancelled long ago.
    @discardableResult
    package func outcomeUnlessCancelled() async -> Outcome? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let mustWait = state.withLock { state in
                    // The handler may have run before there was anybody to wake.
                    guard state.outcome == nil, !Task.isCancelled else { return false }
                    state.waiters.append((number, task))
                    return true
                }
                if !mustWait { task.resume() }
            }
        } onCancel: {
            forget(number)
        }
        return outcome
    }

    /// The value, as ``outcomeEvenIfCancelled()`` waits for it.
    ///
    /// - Throws: the error that the promise was kept with.
    package func valueEvenIfCancelled() async throws(Failure) -> Value { try await outcomeEvenIfCancelled().get() }

    private func forget(_ number: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: place).waiter
        }
        waiter?.resume()
    }
}

extension Promise where Value == Void {
    /// Keeps a promise that says only that something has happened.
    @discardableResult
    package func keep() -> Bool { keep(.success(())) }
}
