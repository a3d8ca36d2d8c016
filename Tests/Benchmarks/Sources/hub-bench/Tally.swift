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

        /// Adding must not be what is measured: all amounts have one scale.
        mutating func add(_ amount: Decimal) {
            if amount.scale == sum.scale {
                sum = Decimal(coefficient: sum.coefficient + amount.coefficient, scale: sum.scale) ?? sum
            } else {
                sum = sum.adding(amount) ?? sum
            }
        }
    }

    private let state = Lock(State(goal: 0))

    /// Starts at nothing.
    func reset(goal: Int) { state.withLock { $0 = State(goal: goal) } }

    func add(_ transaction: HubTransaction) { add(transaction.amount) }
    func add(_ transaction: CodableTransaction) { add(transaction.counted) }

    private func add(_ amount: Decimal) {
        let isLast = state.withLock { state in
            if state.count == 0 { state.first = .now }
            state.count += 1
            state.add(amount)
            return state.count == state.goal
        }
        guard isLast else { return }
        let waiter = state.withLock { state in
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
