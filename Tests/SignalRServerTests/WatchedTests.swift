import Testing

@testable import SignalRServer

@Suite("Watched value")
struct WatchedTests {
    @Test("resumes those for whom it is so, and no others", .timeLimit(.minutes(1)))
    func waiting() async throws {
        let value = Watched(0)
        let tasks = [1, 2, 3].map { number in Task { await value.wait { $0 >= number ? $0 : nil } } }
        try await eventually("all wait") { value.waiterCount == 3 }
        value.withLock { $0 = 2 }
        #expect(await tasks[0].value == 2)
        #expect(await tasks[1].value == 2)
        #expect(value.waiterCount == 1)
        value.withLock { $0 = 3 }
        #expect(await tasks[2].value == 3)
    }

    @Test("does not wait for what is so already")
    func already() async {
        #expect(await Watched("x").wait { $0 } == "x")
    }

    @Test("what one takes, the next does not get, and what one makes, another gets", .timeLimit(.minutes(1)))
    func taking() async throws {
        let value = Watched((tokens: 0, made: false))
        let first = Task { await value.wait { $0.made ? true : nil } }
        try await eventually("it waits") { value.waiterCount == 1 }
        let takers = (0..<2).map { _ in
            Task {
                await value.wait { state -> Bool? in
                    guard state.tokens > 0 else { return nil }
                    state.tokens -= 1
                    state.made = true
                    return true
                }
            }
        }
        try await eventually("all wait") { value.waiterCount == 3 }
        value.withLock { $0.tokens = 1 }
        #expect(await first.value == true)
        #expect(value.waiterCount == 1)
        value.withLock { $0.tokens = 1 }
        for taker in takers { #expect(await taker.value == true) }
    }

    @Test("the end of a task ends its waiting, if it may", .timeLimit(.minutes(1)))
    func cancelling() async throws {
        let value = Watched(0)
        let waiting = Task { await value.wait { $0 > 0 ? $0 : nil } }
        let stubborn = Task { await value.wait(isCancellable: false) { $0 > 0 ? $0 : nil } }
        try await eventually("both wait") { value.waiterCount == 2 }
        waiting.cancel()
        stubborn.cancel()
        #expect(await waiting.value == nil)
        #expect(value.waiterCount == 1)
        value.withLock { $0 = 5 }
        #expect(await stubborn.value == 5)
    }

    @Test("loses nobody while many wait, change and give up at once", .timeLimit(.minutes(1)))
    func manyAtOnce() async {
        let value = Watched(0)
        let waiting = (1...200).map { number in Task { await value.wait { $0 >= number ? number : nil } } }
        for task in waiting where Int.random(in: 0..<4) == 0 { task.cancel() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { value.withLock { $0 += 1 } } }
        }
        for task in waiting { _ = await task.value }
        #expect(value.waiterCount == 0)
    }
}
