import Runtime
import Testing

@Suite(.timeLimit(.minutes(1))) struct ThreadExecutorTests {
    private actor Tenant {
        nonisolated let executor: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ThreadExecutor) { self.executor = executor }

        func isAtHome() async -> Bool {
            await withCheckedContinuation { $0.resume() }
            return executor.isIsolatingCurrentContext() == true
        }
    }

    private actor PoolActor {
        func isOn(_ executor: ThreadExecutor) -> Bool { executor.isIsolatingCurrentContext() == true }
    }

    @concurrent private func isOn(_ executor: ThreadExecutor) async -> Bool {
        executor.isIsolatingCurrentContext() == true
    }

    @Test("runs an actor that names it")
    func actors() async throws {
        let tenant = Tenant(try ThreadExecutor(name: "tenant"))
        #expect(await tenant.isAtHome())
    }

    @Test("runs all that a task that prefers it awaits: concurrent functions, actors of the pool, child tasks")
    func preference() async throws {
        let executor = try ThreadExecutor(name: "preferred")
        let places = await Task(executorPreference: executor) {
            async let child = isOn(executor)
            return await [isOn(executor), PoolActor().isOn(executor), child]
        }.value
        #expect(places == [true, true, true])
    }

    @Test("lets go of an unstructured task, and of code under the global executor's preference")
    func leaving() async throws {
        let executor = try ThreadExecutor(name: "preferred")
        let places = await Task(executorPreference: executor) {
            let unstructured = await Task { await isOn(executor) }.value
            let pool = await withTaskExecutorPreference(globalConcurrentExecutor) { await isOn(executor) }
            return await [unstructured, pool, isOn(executor)]
        }.value
        #expect(places == [false, false, true])
    }
}
