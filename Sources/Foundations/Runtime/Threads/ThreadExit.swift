import Glibc
import Synchronization

/// Which thread runs, and who waits for its end.
final class ThreadExit: Sendable {
    private let isOver = Promise<Void, Never>()
    private let identity = Atomic<UInt>(0)

    /// 0 before the thread has begun and after it has ended, because the system may give its number to another.
    var thread: UInt { identity.load(ordering: .relaxed) }

    func begin() { identity.store(UInt(pthread_self()), ordering: .relaxed) }

    func end() {
        identity.store(0, ordering: .relaxed)
        isOver.keep()
    }

    func wait() async { await isOver.valueEvenIfCancelled() }
}
