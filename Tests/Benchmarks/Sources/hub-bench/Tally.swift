import Runtime
import Values

/// Counts transactions and adds their amounts exactly: the sum proves that every one was decoded.
final class Tally: Sendable {
    private struct State {
        var goal: Int
        var count = 0
        var sum = Decimal.zero
        var first = ContinuousClock.now
        var last = ContinuousClock.now
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State(goal: 0))

    /// Starts at nothing.
    func reset(goal: Int) { state.withLock { $0 = State(goal: goal) } }

    func add(_ transaction: HubTransaction) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.count == 0 { state.first = .now }
            state.count += 1
            state.sum = state.sum.adding(transaction.amount) ?? state.sum
            guard state.count == state.goal else { return nil }
            state.last = .now
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Returns when the goal is reached: seconds from the first to the last, and the sum.
    func reached() async -> (seconds: Double, sum: Decimal) {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.count < state.goal { state.waiter = continuation }
                return state.count >= state.goal
            }
            if isReached { continuation.resume() }
        }
        return state.withLock { (($0.last - $0.first) / .seconds(1), $0.sum) }
    }
}
