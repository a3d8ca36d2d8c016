/// A value behind a lock, and tasks each of which waits until something is true of it.
///
/// Each task says itself what it waits for; whoever changes the value marks nothing, and only those are resumed who have what they
/// waited for. Take it rather than a ``Bell`` when several tasks wait, or when what a task waits for is to be taken in the same moment
/// in which it is there, so that nobody else gets it: a bell wakes one owner, who then looks for himself. Take a ``Promise`` for what
/// happens once.
///
/// Order: the task that waits longest is asked first. Who changes the value resumes the others, outside the lock, and may hold no
/// lock that they could need. Every change asks every task that waits, so it is for a handful of them.
@usableFromInline package final class Watched<State: Sendable>: Sendable {
    @usableFromInline struct Waiter: Sendable {
        /// Called under the lock; what it gives is called without.
        let look: @Sendable (inout State) -> (@Sendable () -> Void)?
        let giveUp: @Sendable () -> Void
    }

    @usableFromInline struct Inner {
        @usableFromInline var state: State
        @usableFromInline var waiters: [UInt64: Waiter] = [:]
        var lastKey: UInt64 = 0

        /// Takes out those who have what they waited for. The longest first: what one takes, the next must not count on.
        @usableFromInline mutating func satisfied() -> [@Sendable () -> Void] {
            var found: [@Sendable () -> Void] = []
            var hasChanged = true
            while hasChanged {
                hasChanged = false
                for key in waiters.keys.sorted() {
                    guard let resume = waiters[key]?.look(&state) else { continue }
                    waiters[key] = nil
                    found.append(resume)
                    // What it took or made may be what another one waits for.
                    hasChanged = true
                }
            }
            return found
        }
    }

    @usableFromInline let inner: Lock<Inner>

    /// With its first value.
    package init(_ state: State) { inner = Lock(Inner(state: state)) }

    /// How many tasks wait.
    package var waiterCount: Int { inner.withLock { $0.waiters.count } }

    /// Looks at or changes the value, while nobody else does; then resumes those who waited for what it is now.
    ///
    /// - Parameter body: is quick, and uses neither this nor anything that could wait for it.
    @inlinable package func withLock<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, resumptions) = inner.withLock { inner -> (Value, [@Sendable () -> Void]) in
            let value = body(&inner.state)
            return (value, inner.waiters.isEmpty ? [] : inner.satisfied())
        }
        for resume in resumptions { resume() }
        return value
    }

    /// Waits until `look` gives something.
    ///
    /// - Parameters:
    ///   - isCancellable: whether cancelling the task ends the waiting.
    ///   - look: may change the value, such as take out what it was there for. It is called under the lock, at once and as often as the
    ///     value changes.
    /// - Returns: what `look` gave; `nil` if the task was cancelled before. What is there at once is given to a cancelled task too.
    package func wait<Value: Sendable>(
        isCancellable: Bool = true, until look: @escaping @Sendable (inout State) -> Value?
    ) async -> Value? {
        if let value = withLock(look) { return value }
        let key = inner.withLock { inner in
            inner.lastKey += 1
            return inner.lastKey
        }
        guard isCancellable else { return await suspended(key, isCancellable: false, look) }
        return await withTaskCancellationHandler {
            await suspended(key, isCancellable: true, look)
        } onCancel: {
            inner.withLock { $0.waiters.removeValue(forKey: key) }?.giveUp()
        }
    }

    private func suspended<Value: Sendable>(
        _ key: UInt64, isCancellable: Bool, _ look: @escaping @Sendable (inout State) -> Value?
    ) async -> Value? {
        let found = await withCheckedContinuation { (task: CheckedContinuation<Value?, Never>) in
            let waiter = Waiter(
                look: { state in
                    guard let value = look(&state) else { return nil }
                    return { task.resume(returning: value) }
                }, giveUp: { task.resume(returning: nil) })
            let resumptions = inner.withLock { inner -> [@Sendable () -> Void] in
                // Whoever is cancelled later finds the waiter.
                if isCancellable, Task.isCancelled { return [waiter.giveUp] }
                inner.waiters[key] = waiter
                return inner.satisfied()
            }
            for resume in resumptions { resume() }
        }
        // As in `BoundedChannel.next()`: an order in a thread sanitizer's sight.
        inner.withLock { _ in }
        return found
    }
}
