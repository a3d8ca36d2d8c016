import Runtime
import Testing

@Suite("Time limits", .timeLimit(.minutes(1)))
struct TimeLimitTests {
    @Test("give the result of what ends in time")
    func inTime() async {
        #expect(await withTimeLimit(.seconds(60)) { 7 } == 7)
    }

    @Test("leave behind what ignores its cancellation")
    func overdue() async {
        let (clock, work) = (ManualClock(), AsyncStream.makeStream(of: Void.self))
        async let result = withTimeLimit(.seconds(5), clock: clock) {
            await Task { for await _ in work.stream {} }.value
            return Task.isCancelled
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await result == nil)
        work.continuation.finish()
    }

    @Test("pass on the cancellation of who waits")
    func cancelled() async {
        let clock = ManualClock()
        let waiting = Task {
            await withTimeLimit(.seconds(5), clock: clock) {
                for await _ in AsyncStream<Void>.makeStream().stream {}
                return Task.isCancelled
            }
        }
        await clock.waitForSleepers(1)
        waiting.cancel()
        #expect(await waiting.value == true)
    }
}
