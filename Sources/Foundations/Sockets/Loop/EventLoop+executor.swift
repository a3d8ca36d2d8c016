/// The service thread as an executor: an actor that names it as its executor runs on the thread that owns the library,
/// so the compiler, not a convention, keeps the library's state off other threads.
///
/// As a task executor it lets a reader run where its messages arrive: `Task(executorPreference: loop)` saves one thread
/// wake-up per read. Such a task must not compute for long: every connection waits for it.
extension EventLoop: SerialExecutor, TaskExecutor {
    /// From any thread, by the Swift runtime. After the loop's end the job runs where it was enqueued: none may be
    /// lost.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.job(UnownedJob(job)))
    }

    /// For an actor's `unownedExecutor`. The reference isn't counted, so the actor keeps the loop.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

    /// Lets `assumeIsolated` succeed inside C callbacks, which run on the thread but outside any job.
    public func checkIsolated() {
        precondition(isOnThread, "not on the service thread of the sockets")
    }

    /// True on the service thread, false on any other; never `nil`.
    public func isIsolatingCurrentContext() -> Bool? { isOnThread }
}
