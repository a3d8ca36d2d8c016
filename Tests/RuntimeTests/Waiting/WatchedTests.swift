import Runtime
import Testing

@Suite("Watched value", .timeLimit(.minutes(1)))
struct WatchedTests {
    @Test("resumes those for whom it is so, and no others")
    func waiting() async throws {
        let value = Watched(0)
        let tasks = [1, 2, 3].map { number in Task { await value.wait { $0 >= number ? $0 : nil } } }
        await eventually { value.waiterCount == 3 }
        value.withLock { $0 = 2 }
        #expect(await tasks[0].value == 2)
        #expect(await tasks[1].value == 2)
        #expect(value.waiterCount == 1)
        value.withLock { $0 = 3 }
        #expect(await tasks[2].value == 3)
    }

    @Test("does not wait for what is so already, not even in a cancelled task")
    func already() async {
        #expect(await Watched("x").wait { $0 } == "x")
        let cancelled = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            let value = Watched(0)
            let now = await value.wait { $0 + 1 }
            return (now, await value.wait { $0 > 0 ? $0 : nil })
        }
        let (now, never) = await cancelled.value
        #expect(now == 1)
        #expect(never == nil)
    }

    @Test("asks who waits longest first, and nobody who has what it waited for")
    func order() async {
        let value = Watched((tokens: 0, takers: [Int]()))
        var tasks: [Task<Bool?, Never>] = []
        for number in 0..<3 {
            tasks.append(
                Task {
                    await value.wait { state -> Bool? in
                        guard state.tokens > 0 else { return nil }
                        state.tokens -= 1
                        state.takers.append(number)
                        return true
                    }
                })
            await eventually { value.waiterCount == number + 1 }
        }
        value.withLock { $0.tokens = 2 }
        #expect(value.withLock { $0.takers } == [0, 1])
        #expect(value.waiterCount == 1)
        value.withLock { $0.tokens = 1 }
        for task in tasks { #expect(await task.value == true) }
        #expect(value.withLock { $0.takers } == [0, 1, 2])
    }

    @Test("what one takes, the next does not get, and what one makes, another gets")
    func taking() async throws {
        let value = Watched((tokens: 0, made: false))
        let first = Task { await value.wait { $0.made ? true : nil } }
        await eventually { value.waiterCount == 1 }
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
        await eventually { value.waiterCount == 3 }
        value.withLock { $0.tokens = 1 }
        #expect(await first.value == true)
        #expect(value.waiterCount == 1)
        value.withLock { $0.tokens = 1 }
        for taker in takers { #expect(await taker.value == true) }
    }

    @Test("the end of a task ends its waiting, if it may")
    func cancelling() async throws {
        let value = Watched(0)
        let waiting = Task { await value.wait { $0 > 0 ? $0 : nil } }
        let stubborn = Task { await value.wait(isCancellable: false) { $0 > 0 ? $0 : nil } }
        await eventually { value.waiterCount == 2 }
        waiting.cancel()
        stubborn.cancel()
        #expect(await waiting.value == nil)
        #expect(value.waiterCount == 1)
        value.withLock { $0 = 5 }
        #expect(await stubborn.value == 5)
    }

    @Test("loses nobody while many wait, change and give up at once")
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
