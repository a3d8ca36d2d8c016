import Observability
import Runtime
import SignalRProtocol

/// What waits for the handlers of a connection, from a start to its stop. The task that runs them exists only while
/// something waits: most connections are idle most of the time.
final class HandlerQueue: Sendable {
    let jobs: BoundedChannel<InvocationBatch>
    private struct State {
        var isRunning = false
        var isCancelled = false
        var task: Task<Void, Never>?
    }

    private let state = Lock(State())

    /// - Parameter limit: bytes that wait at which reading pauses.
    init(limit: Int) {
        jobs = BoundedChannel(limit: limit)
    }

    /// Has what waits handled, unless somebody is at it.
    func start(_ routes: HubRoutes) {
        state.withLock { state in
            guard !state.isRunning else { return }
            state.isRunning = true
            // Not structured: whoever would wait for it would be a task that is there all the time. The run of the connection
            // cancels it and waits for it.
            state.task = Task { await self.run(routes) }
            if state.isCancelled { state.task?.cancel() }
        }
    }

    /// Cancels the handlers that run, and those that are run later.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.task
        }?.cancel()
    }

    /// Returns when no handler runs any more.
    func drained() async { await state.withLock { $0.task }?.value }

    private func claim() -> Bool {
        state.withLock { state in
            guard !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
    }

    /// Runs the handlers, one invocation after the other. Invocations whose result the hub waits for are begun in order and
    /// not waited for, so that none holds up the next.
    private func run(_ routes: HubRoutes) async {
        await withDiscardingTaskGroup { group in
            repeat {
                while let batch = jobs.take() {
                    batch.link.options.metrics?.backlog.add(-batch.cost)
                    await routes.handle(batch, &group)
                }
                state.withLock { $0.isRunning = false }
                // What came in between found somebody at it.
            } while jobs.backlog > 0 && claim()
        }
    }
}
