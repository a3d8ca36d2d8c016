import Runtime

/// An executor of one thread, so that a test can ask whether code still runs where its actor does.
final class OneThread: SerialExecutor {
    private let jobs = Lock([UnownedJob]())
    private let parker = Parker()
    private let ending = Promise<Void, Never>()
    private let thread = Lock(ServiceThread?.none)

    /// Whether the caller runs on the thread.
    var isCurrent: Bool { thread.withLock { $0?.isCurrent ?? false } }

    /// The thread works until ``stop()``.
    func start() throws {
        let started = try ServiceThread(name: "one-thread") { [self] in work() }
        thread.withLock { $0 = started }
    }

    func stop() {
        ending.keep()
        parker.unpark()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        parker.unpark()
    }

    private func work() {
        while ending.outcome == nil {
            parker.park()
            let batch = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}

/// An actor on such a thread.
actor Tenant {
    private let home: OneThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { home.asUnownedSerialExecutor() }

    init(_ home: OneThread) { self.home = home }

    /// Whether code that inherits the actor's isolation is still on its thread after such a wait.
    func isStillHome(after wait: @Sendable () async -> Void) async -> Bool {
        guard home.isCurrent else { return false }
        return await home.isCurrent(after: wait)
    }
}

extension OneThread {
    /// Isolated to nothing itself: it goes on wherever the wait leaves it.
    fileprivate func isCurrent(after wait: @Sendable () async -> Void) async -> Bool {
        await wait()
        return isCurrent
    }
}
