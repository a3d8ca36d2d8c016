import Glibc

/// The threads of all tasks that name no executor, in place of those that Swift's runtime brings.
///
/// The runtime's own pool on Linux (libdispatch) looks after its threads once a second for as long as the process lives, which
/// is most of what an idle program does (`Tests/EndToEnd/idle`). This one sleeps until there is a job or a deadline.
///
/// Jobs begin in the order in which they came, whatever their priority: nothing here asks for one. A job that blocks keeps its
/// thread, and no other is started for it.
package final class WorkerPool: TaskExecutor {
    private struct State {
        var jobs = PendingJobs<UnownedJob>()
        /// Also those whose sleep was cancelled: the runtime takes none back before its moment.
        var sleepers = DeadlineQueue<UnownedJob>()
        /// Who waits for work, the last to have worked at the end: its memory is still near.
        var parked: [Parker] = []
        var workerThreads: [UInt] = []
        /// When to look whether the job that a worker left for itself still waits.
        var handOffDeadline: ContinuousClock.Instant?

        var alarm: ContinuousClock.Instant? { [handOffDeadline, sleepers.next].compactMap(\.self).min() }
    }

    /// How long a worker's next job may wait for the end of the one that made it.
    private static let handOffLimit = Duration.milliseconds(1)

    private let state = Lock(State())
    private let timer: TimerDescriptor

    /// Starts the threads. They run until the process ends: no job may be lost.
    /// - Parameter threads: how many jobs can run at once, at least 1.
    /// - Throws: ``ServiceThreadError`` or ``EventDescriptorError`` when the system gives no more; threads that had begun stay.
    package init(threads: Int) throws {
        timer = try TimerDescriptor()
        for _ in 0..<threads {
            _ = try ServiceThread(name: "worker") { [self] in work() }
        }
        _ = try ServiceThread(name: "worker-timer") { [self] in watchClock() }
    }

    /// Wakes a worker for it. One exception: the only waiting job, when it is a worker that enqueues it, is left to that worker, which
    /// mostly ends its own job within microseconds: sooner than a wake-up, and without one. If it does not, the timer's thread
    /// wakes another after `handOffLimit`.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let worker = state.withLock { state -> Parker? in
            state.jobs.append(job)
            if state.jobs.count > 1 || state.parked.isEmpty || !state.workerThreads.contains(UInt(pthread_self())) {
                return state.parked.popLast()
            }
            if state.handOffDeadline == nil {
                state.handOffDeadline = .now + Self.handOffLimit
                setAlarm(state)
            }
            return nil
        }
        worker?.unpark()
    }

    /// Takes a job to be run after `delay`, in which the time counts that the machine sleeps.
    func enqueue(_ job: consuming ExecutorJob, after delay: Duration) {
        let job = UnownedJob(job)
        state.withLock { state in
            if state.sleepers.add(job, at: .now + delay) { setAlarm(state) }
        }
    }

    private func setAlarm(_ state: borrowing State) {
        if let alarm = state.alarm { timer.set(after: ContinuousClock.now.duration(to: alarm)) }
    }

    private func work() {
        let parker = Parker()
        state.withLock { $0.workerThreads.append(UInt(pthread_self())) }
        // No executor at all is what the runtime's own threads name: with another one, tasks that go on after a wait would be
        // enqueued once more.
        let none = unsafe unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
        while true {
            let job = state.withLock { state in
                let job = state.jobs.next()
                if job == nil { state.parked.append(parker) }
                return job
            }
            if let job { unsafe job.runSynchronously(on: none) } else { parker.park() }
        }
    }

    private func watchClock() {
        while true {
            timer.wait()
            let workers = state.withLock { state in
                state.handOffDeadline = nil
                for job in state.sleepers.takeDue(at: .now) { state.jobs.append(job) }
                setAlarm(state)
                let workers = state.parked.suffix(state.jobs.count)
                state.parked.removeLast(workers.count)
                return workers
            }
            for worker in workers { worker.unpark() }
        }
    }
}

// Only with the compilers with which `WorkerThreads` gives the runtime a pool.
#if compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalScheduling) import _Concurrency

    extension WorkerPool: SchedulingExecutor {
        /// For `Task.sleep` and what is made of it. A deadline of `SuspendingClock` comes as if the machine did not sleep before it.
        package func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
        ) {
            guard let delay = clock.now.duration(to: instant) as? Duration else {
                preconditionFailure("\(C.self) does not count in Duration")
            }
            enqueue(job, after: delay)
        }
    }
#endif
