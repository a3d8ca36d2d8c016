import Observability
import Runtime
import SignalRProtocol

/// What waits for the handlers of a connection, from a start to its stop. The task that runs them exists only while
/// something waits: most connections are idle most of the time.
final class HandlerQueue: Sendable {
    let routes: HubRoutes
    private let limit: Int
    private let backlog: Gauge?
    private struct State {
        /// What waits; made with the first batch, because an idle connection need not pay for it.
        var jobs: BoundedChannel<InvocationBatch>?
        var isRunning = false
        var isCancelled = false
        /// Those that run handlers, or answers that were begun: one that has done the former leaves them to the next, so that an
        /// answer that takes long holds up nothing. So there is at most one more than answers are under way.
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var lastTask: UInt64 = 0
    }

    private let state = Lock(State())

    /// - Parameters:
    ///   - limit: bytes that wait at which reading pauses.
    ///   - backlog: counts them.
    init(_ routes: HubRoutes, limit: Int, backlog: Gauge? = nil) {
        self.routes = routes
        self.limit = limit
        self.backlog = backlog
    }

    /// Has a batch handled, behind what waits already.
    ///
    /// - Returns: Who is to have room before there is more; `nil` while there is room.
    func add(_ batch: InvocationBatch) -> (any RoomKeeper)? {
        backlog?.add(batch.cost)
        let jobs = state.withLock { state in
            let jobs = state.jobs ?? BoundedChannel(limit: limit)
            state.jobs = jobs
            return jobs
        }
        let hasRoom = jobs.push(batch, cost: batch.cost)
        start(jobs)
        return hasRoom ? nil : jobs
    }

    /// Has what waits handled, unless somebody is at it.
    private func start(_ jobs: BoundedChannel<InvocationBatch>) {
        state.withLock { state in
            guard !state.isRunning else { return }
            state.isRunning = true
            state.lastTask += 1
            let (number, isCancelled) = (state.lastTask, state.isCancelled)
            // Loose because who waited for it would be a task that is there all the time; the connection's run cancels it and waits.
            let task = Task {
                await self.run(jobs)
                self.state.withLock { $0.tasks[number] = nil }
            }
            state.tasks[number] = task
            if isCancelled { task.cancel() }
        }
    }

    /// Cancels the handlers and answers that run, and those that are run later.
    func cancel() {
        let tasks = state.withLock { state in
            state.isCancelled = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Returns when no handler runs any more, and no answer.
    func drained() async {
        // A task that has ended is no longer there.
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private func claim() -> Bool {
        state.withLock { state in
            guard !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
    }

    /// Runs the handlers, one invocation after the other. Invocations whose result the hub waits for are begun in order and
    /// not waited for, so that none holds up the next.
    private func run(_ jobs: BoundedChannel<InvocationBatch>) async {
        await withDiscardingTaskGroup { group in
            repeat {
                while let batch = jobs.take() {
                    backlog?.add(-batch.cost)
                    await routes.handle(batch, &group)
                }
                state.withLock { $0.isRunning = false }
                // What came in between found somebody at it.
            } while jobs.backlog > 0 && claim()
        }
    }
}
