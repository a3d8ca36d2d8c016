import Glibc

/// State behind a lock that threads can wait on.
///
/// `Runtime` has a lock without a condition and a place to park for one thread; here several readers wait for one queue.
///
/// `@unchecked`: the state is reached only with the lock held.
@safe final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: sending State) {
        self.state = state
        unsafe pthread_mutex_init(mutex, nil)
        // A limit counts on the clock that nobody sets.
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Blocks this thread until the body gives a value; it is asked again after each `signal`.
    func wait<Result>(until body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// The same, but for so long at most; `nil` if the body gave no value until then.
    func wait<Result>(atMost limit: Duration, until body: (inout State) -> Result?) -> Result? {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            guard unsafe pthread_cond_timedwait(condition, mutex, &end) == 0 else { return body(&state) }
        }
    }

    /// Wakes one waiting thread; call it after the change, without the lock, so that it does not wake into a closed door.
    func signal() { unsafe pthread_cond_signal(condition) }
    func signalAll() { unsafe pthread_cond_broadcast(condition) }
}
