import Glibc

/// Where a thread without descriptors to poll sleeps until somebody has work for it.
///
/// A wake-up is remembered: `unpark()` before `park()` makes that `park()` return at once. So the owner may look for
/// work and then park, and misses nothing in between. Several wake-ups before one `park()` count as one.
///
/// `@unchecked Sendable`: `isWoken` is reached under `mutex` only.
@safe
package final class Parker: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isWoken = false

    /// A parker that nobody has woken yet.
    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Otherwise a step of the wall clock moves the deadline.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let codes = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, &attributes))
        unsafe pthread_condattr_destroy(&attributes)
        precondition(codes == (0, 0), "no mutex or condition variable")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Wakes the thread in `park()`, or the next to call it. Any thread may call it; it never blocks for long.
    package func unpark() {
        unsafe pthread_mutex_lock(mutex)
        isWoken = true
        unsafe pthread_mutex_unlock(mutex)
        unsafe pthread_cond_signal(condition)
    }

    /// Sleeps until `unpark()` or, if given, for `limit`.
    /// - Returns: `false` if the time ran out first.
    @discardableResult
    package func park(for limit: Duration? = nil) -> Bool {
        let deadline = limit.map(Self.deadline)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !isWoken {
            guard var deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { break }
        }
        defer { isWoken = false }
        return isWoken
    }

    private static func deadline(after limit: Duration) -> timespec {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = max(limit, .zero).components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        // A thousand years is for ever, and cannot overflow.
        time.tv_sec += Int(min(seconds, 31_536_000_000)) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}
