import Runtime

/// Deadlines that do not need Swift's pool, as `Task.sleep` does.
extension EventLoop {
    /// Calls `action` once on the service thread: with false when the time has passed, with true when the loop stops
    /// before. On the service thread only.
    @discardableResult
    package func schedule(
        after delay: Duration, _ action: @escaping @Sendable (_ isStopping: Bool) -> Void
    ) -> TimerQueue.ID {
        guard !hasEndedTimers else {
            action(true)
            return 0
        }
        let (id, isFirst) = timers.add(at: .now + delay, action)
        if isFirst { setAlarm() }
        return id
    }

    /// On the service thread only. Does nothing if the timer has fired.
    package func cancel(_ id: TimerQueue.ID) { timers.remove(id) }

    /// Suspends the task for at least `delay`.
    /// - Throws: `CancellationError`, or ``SocketError`` of kind `stopped` when the loop stops.
    public func sleep(for delay: Duration) async throws {
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.begin(continuation)
                let isPosted = post { loop in
                    let timer = loop.schedule(after: delay) { isStopping in
                        sleeper.end(isStopping ? .failure(SocketError.stopped) : .success(()))
                    }
                    if !sleeper.sleeps(until: timer) { loop.cancel(timer) }
                }
                if !isPosted { sleeper.end(.failure(SocketError.stopped)) }
            }
        } onCancel: {
            sleeper.end(.failure(CancellationError()))
            // Whoever tries something again and again leaves no timers behind.
            if let timer = sleeper.timer { post { $0.cancel(timer) } }
        }
    }

    func setAlarm() {
        guard let next = timers.next else { return }
        alarm.set(after: next - .now, in: unsafe LibraryHandle(pointer: context))
    }

    /// Called by the library when the alarm rings.
    func fireTimers() {
        for action in timers.takeDue(at: .now) { action(false) }
        setAlarm()
    }

    func endTimers() {
        hasEndedTimers = true
        alarm.clear(in: unsafe LibraryHandle(pointer: context))
        for action in timers.takeAll() { action(true) }
    }
}

/// One waiting task, resumed once.
private final class Sleeper: Sendable {
    private struct State {
        var waiter: CheckedContinuation<Void, any Error>?
        var outcome: Result<Void, any Error>?
        var timer: TimerQueue.ID?
    }

    private let state = Lock(State())

    var timer: TimerQueue.ID? { state.withLock { $0.timer } }

    /// - Returns: Whether it still sleeps.
    func sleeps(until timer: TimerQueue.ID) -> Bool {
        state.withLock { state in
            state.timer = timer
            return state.outcome == nil
        }
    }

    func begin(_ waiter: CheckedContinuation<Void, any Error>) {
        let outcome = state.withLock { state -> Result<Void, any Error>? in
            if state.outcome == nil { state.waiter = waiter }
            return state.outcome
        }
        if let outcome { waiter.resume(with: outcome) }
    }

    func end(_ outcome: Result<Void, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: outcome)
    }
}

extension Duration {
    /// Whole microseconds, cut at a year: more than any timer of the library is asked for.
    var microseconds: Int64 {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(31_536_000)).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
