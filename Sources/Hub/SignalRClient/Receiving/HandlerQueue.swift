import Runtime
import SignalRProtocol

/// What waits for the handlers of a connection, from a start to its stop. The task that runs them exists only while
/// something waits: most connections are idle most of the time.
final class HandlerQueue: Sendable {
    let jobs: BoundedChannel<InvocationBatch>
    private let isRunning = Lock(false)

    /// - Parameter limit: bytes that wait at which reading pauses.
    init(limit: Int) {
        jobs = BoundedChannel(limit: limit)
    }

    /// Has what waits handled by a task of the group, unless one is at it.
    func start(_ routes: HubRoutes, in group: inout DiscardingTaskGroup) {
        guard claim() else { return }
        // Handlers are foreign code: they must not hold up the service thread.
        group.addTask(executorPreference: globalConcurrentExecutor) { await self.run(routes) }
    }

    private func claim() -> Bool {
        isRunning.withLock { isRunning in
            guard !isRunning else { return false }
            isRunning = true
            return true
        }
    }

    /// Runs the handlers, one invocation after the other. Invocations whose result the hub waits for are begun in order and
    /// not waited for, so that none holds up the next.
    private func run(_ routes: HubRoutes) async {
        await withDiscardingTaskGroup { group in
            repeat {
                while let batch = jobs.take() { await routes.handle(batch, &group) }
                isRunning.withLock { $0 = false }
                // What came in between found somebody at it.
            } while jobs.backlog > 0 && claim()
        }
    }
}
