import Glibc
import Synchronization

/// An executor with a thread of its own: for actors (`unownedExecutor`) and for whole tasks (`executorPreference`).
///
/// An actor on it is not enough to be independent of Swift's pool: whenever a task goes on after a wait (a continuation, a
/// stream, a task's value), Swift first enqueues it on the executor that the *task* prefers, by default the pool, and only
/// there does it move to the actor. So start the tasks of such an actor with `Task(executorPreference:)` too. What still
/// needs the pool then is `Task.sleep` and every `Task {}` or `Task.detached {}` without a preference of its own.
///
/// A preference also draws `@concurrent` functions and ordinary actors onto this thread. Call foreign or slow code inside
/// `withTaskExecutorPreference(globalConcurrentExecutor)`.
///
/// It runs until the process ends: a job may come as long as an actor or task names it, and no job may be lost.
package final class ThreadExecutor: SerialExecutor, TaskExecutor {
    private let parker: Parker
    private let jobs: Mailbox<UnownedJob>
    private let thread = Atomic<UInt>(0)

    /// - Parameter name: of the thread; cut after 15 bytes.
    package init(name: String) throws(ServiceThreadError) {
        let parker = Parker()
        self.parker = parker
        jobs = Mailbox(capacity: .max) { parker.unpark() }
        _ = try ServiceThread(name: name) { [self] in run() }
    }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        let (serial, task) = unsafe (asUnownedSerialExecutor(), asUnownedTaskExecutor())
        var batch: [UnownedJob] = []
        while true {
            jobs.take(into: &batch)
            if batch.isEmpty { parker.park() }
            for job in batch {
                unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task)
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.push(UnownedJob(job))
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the thread of this executor")
    }

    package func isIsolatingCurrentContext() -> Bool? { thread.load(ordering: .relaxed) == UInt(pthread_self()) }
}
