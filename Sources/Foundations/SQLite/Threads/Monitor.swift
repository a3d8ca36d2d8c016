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
        unsafe pthread_cond_init(condition, nil)
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

    /// Wakes one waiting thread; call it after the change, without the lock, so that it does not wake into a closed door.
    func signal() { unsafe pthread_cond_signal(condition) }
    func signalAll() { unsafe pthread_cond_broadcast(condition) }
}
