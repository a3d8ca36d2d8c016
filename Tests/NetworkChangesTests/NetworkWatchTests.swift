import NetworkChanges
import Testing

@Suite("Watching the network", .timeLimit(.minutes(1)))
struct NetworkWatchTests {
    /// What it hears, `EndToEndTests` proves in a network of the test's own.
    @Test("who waits is told of the end, and who asks after it too")
    func end() async throws {
        let watch = try NetworkWatch()
        async let next = ending(watch)
        await watch.stop()
        #expect(await next)
        #expect(await ending(watch))
    }

    @Test("a task that is cancelled waits no longer")
    func cancelled() async throws {
        let watch = try NetworkWatch()
        let task = Task { await ending(watch) }
        task.cancel()
        #expect(await task.value)
        await watch.stop()
    }

    /// Whatever this machine's network does meanwhile.
    private func ending(_ watch: NetworkWatch) async -> Bool {
        while await watch.next() != nil {}
        return true
    }
}
