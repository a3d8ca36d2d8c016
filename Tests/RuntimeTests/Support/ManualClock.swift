import Runtime

/// A clock for tests and simulations: time passes only when somebody says so.
///
///     let clock = ManualClock()
///     async let answer = client.request(timeout: .seconds(5), clock: clock)
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(5))
final class ManualClock: Clock {
    /// A moment of this clock, counted from its making.
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeDue() -> [CheckedContinuation<Void, any Error>] {
            let due = sleepers.filter { $0.value.deadline <= now }
                .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
            for (id, _) in due { sleepers[id] = nil }
            return due.map(\.value.continuation)
        }

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let count = sleepers.count
            let satisfied = watchers.filter { $0.count <= count }
            watchers.removeAll { $0.count <= count }
            return satisfied.map(\.continuation)
        }
    }

    private let state = Lock(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Lets time pass, and wakes those whose time has come, the earliest first.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            return state.takeDue()
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns when at least so many tasks sleep on this clock.
    func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSatisfied = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isSatisfied { continuation.resume() }
        }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin(id, Sleeper(deadline: deadline, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
    }

    private func begin(_ id: Int, _ sleeper: Sleeper) {
        let (wasCancelled, isOver, watchers) = state.withLock { state in
            if state.cancelled.remove(id) != nil { return (true, false, [CheckedContinuation<Void, Never>]()) }
            if sleeper.deadline <= state.now { return (false, true, []) }
            state.sleepers[id] = sleeper
            return (false, false, state.takeWatchers())
        }
        if wasCancelled { sleeper.continuation.resume(throwing: CancellationError()) }
        if isOver { sleeper.continuation.resume() }
        for watcher in watchers { watcher.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state in
            let sleeper = state.sleepers.removeValue(forKey: id)
            if sleeper == nil { state.cancelled.insert(id) }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
