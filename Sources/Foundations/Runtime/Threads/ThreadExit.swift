import Glibc
import Synchronization

/// Which thread runs, and who waits for its end.
final class ThreadExit: Sendable {
    private struct State {
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())
    private let identity = Atomic<UInt>(0)

    /// 0 before the thread has begun and after it has ended, because the system may give its number to another.
    var thread: UInt { identity.load(ordering: .relaxed) }

    func begin() { identity.store(UInt(pthread_self()), ordering: .relaxed) }

    func end() {
        identity.store(0, ordering: .relaxed)
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}
