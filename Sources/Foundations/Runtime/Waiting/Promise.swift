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

    private enum Waiter {
        case evenIfCancelled(CheckedContinuation<Outcome, Never>)
        case unlessCancelled(CheckedContinuation<Outcome?, Never>)

        func resume(_ outcome: Outcome) {
            switch self {
            case .evenIfCancelled(let task): task.resume(returning: outcome)
            case .unlessCancelled(let task): task.resume(returning: outcome)
            }
        }
    }

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
        for (_, waiter) in waiters { waiter.resume(outcome) }
        return true
    }

    /// Waits for the outcome, however long it takes and even if the task is or becomes cancelled: for what is certain to come, such
    /// as the end of a thread that was told to end.
    package func outcomeEvenIfCancelled() async -> Outcome {
        await withCheckedContinuation { task in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiters.append((0, .evenIfCancelled(task))) }
                return state.outcome
            }
            if let outcome { task.resume(returning: outcome) }
        }
    }

    /// Waits for the outcome, or until the task is cancelled, whichever is first.
    ///
    /// - Returns: `nil` if the cancellation was first. A promise that was kept before the wait counts as first, also when the task
    ///   was cancelled long ago.
    @discardableResult
    package func outcomeUnlessCancelled() async -> Outcome? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let (outcome, mustWait) = state.withLock { state -> (Outcome?, Bool) in
                    // The handler may have run before there was anybody to wake.
                    guard state.outcome == nil, !Task.isCancelled else { return (state.outcome, false) }
                    state.waiters.append((number, .unlessCancelled(task)))
                    return (nil, true)
                }
                if !mustWait { task.resume(returning: outcome) }
            }
        } onCancel: {
            forget(number)
        }
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
        if case .unlessCancelled(let task) = waiter { task.resume(returning: nil) }
    }
}

extension Promise where Value == Void {
    /// Keeps a promise that says only that something has happened.
    @discardableResult
    package func keep() -> Bool { keep(.success(())) }
}
