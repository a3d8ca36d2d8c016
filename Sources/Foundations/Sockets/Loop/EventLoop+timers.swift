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
        let end = Promise<Void, any Error>()
        let alarm = LoopAlarm(on: self, after: delay) { isStopping in
            end.keep(isStopping ? .failure(SocketError.stopped) : .success(()))
        }
        guard let outcome = await end.outcomeUnlessCancelled() else {
            // Whoever tries something again and again leaves no timers behind.
            alarm.cancel()
            throw CancellationError()
        }
        try outcome.get()
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

/// A timer of the loop that any thread may set and take back.
final class LoopAlarm: Sendable {
    private let loop: EventLoop
    /// Reached on the service thread only.
    private let timer = Lock(TimerQueue.ID?.none)

    /// Calls `action` once, unless it is cancelled before: with `false` when the time has passed, with `true` when the loop stops
    /// before or has stopped.
    init(on loop: EventLoop, after delay: Duration, _ action: @escaping @Sendable (_ isStopping: Bool) -> Void) {
        self.loop = loop
        let isPosted = loop.post { [self] loop in
            let id = loop.schedule(after: delay, action)
            timer.withLock { $0 = id }
        }
        if !isPosted { action(true) }
    }

    /// Does nothing if it has rung.
    func cancel() {
        // What sets the timer was posted before, and has run when this does.
        loop.post { [self] loop in
            if let id = timer.withLock({ $0 }) { loop.cancel(id) }
        }
    }
}

extension Duration {
    /// Whole microseconds, cut at a year: more than any timer of the library is asked for.
    var microseconds: Int64 {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(31_536_000)).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
