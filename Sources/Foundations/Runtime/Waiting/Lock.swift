public import Glibc

/// A value that only one thread at a time can reach.
///
/// It is used like `Synchronization.Mutex`. It exists because the thread sanitizer knows `pthread_mutex_t` and so sees the
/// order this lock makes, whereas it reports races that are none on a contended `Mutex`.
///
/// Not recursive. Call and resume nothing while holding it that could take it again or take long.
///
/// It is compiled into the modules that use it, as ``Watched`` is: code that does not know its caller's types looks their metadata up
/// at each call. For that the type must be marked too.
///
/// `@unchecked Sendable`: `state` is reached only between lock and unlock, or in `deinit`, when nobody else has the lock.
@safe @usableFromInline
package struct Lock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
    // On the heap, because a mutex must not move and a Swift value may; in one piece, because some objects have many locks.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let state: UnsafeMutablePointer<State>

    /// A free lock around a value.
    package init(_ initialState: consuming sending State) {
        let alignment = unsafe max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<State>.alignment)
        let offset = unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
        let piece = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<State>.size, alignment: alignment)
        unsafe mutex = piece.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
        // Whoever has the lock leaves it within a microsecond, mostly: looking again for that long is cheaper than sleeping and
        // being woken, which costs two system calls and two changes of threads.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        let code = unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
        precondition(code == 0, "pthread_mutex_init failed with \(code)")
        unsafe state = (piece + offset).bindMemory(to: State.self, capacity: 1)
        unsafe state.initialize(to: initialState)
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe pthread_mutex_destroy(mutex)
        unsafe UnsafeMutableRawPointer(mutex).deallocate()
    }

    /// Runs `body` while no other thread is in `withLock` of this value. Blocks until that is so.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&state.pointee)
    }
}
