import Glibc
import Synchronization

/// Tells a running read when to stop: its task was cancelled, or its time is over.
///
/// It belongs to one job, so it cannot stop the job after it, as a late `sqlite3_interrupt` can.
final class Interruption: Sendable {
    private let isCancelled = Atomic(false)
    private let deadline: Int64

    /// - Parameter limit: How long the job may run from now on.
    init(after limit: Duration) { deadline = Self.now() + Int64(limit / .nanoseconds(1)) }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }
    var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }
    var isDue: Bool { wasCancelled || Self.now() > deadline }

    // Monotonic, so that steps of the wall clock do not matter.
    private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
