import Runtime
import Testing

@Suite("A bell", .timeLimit(.minutes(1)))
struct BellTests {
    private let bell = Bell()
    private let clock = ManualClock()

    @Test("remembers a ring for the next wait, and several as one")
    func rungBefore() async {
        bell.ring()
        bell.ring()
        #expect(await bell.wait() == .rung)
        let next = waiting()
        await eventually { bell.hasWaiter }
        bell.ring()
        #expect(await next.value == .rung)
    }

    @Test("wakes the task that waits, which so has heard the ring")
    func awaitedBefore() async {
        let first = waiting()
        await eventually { bell.hasWaiter }
        bell.ring()
        #expect(await first.value == .rung)
        let second = waiting()
        await eventually { bell.hasWaiter }
        bell.close()
        #expect(await second.value == .closed)
    }

    @Test("that is hushed has not rung")
    func hushed() async {
        bell.ring()
        bell.hush()
        let task = waiting()
        await eventually { bell.hasWaiter }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("tells of a ring before its end first, then of the end, each time, and rings no more")
    func closed() async {
        bell.ring()
        bell.close()
        bell.ring()
        #expect(await bell.wait() == .rung)
        #expect(await bell.wait() == .closed)
        bell.ring()
        #expect(await bell.wait(atMost: .seconds(5), clock: clock) == .closed)
    }

    @Test("lets a cancelled task go, before and while it waits, and keeps the ring for the next")
    func cancelled() async {
        bell.ring()
        let early = Task { [bell] in
            await eventually { Task.isCancelled }
            return await bell.wait()
        }
        early.cancel()
        #expect(await early.value == .cancelled)
        #expect(await bell.wait() == .rung)
        let task = waiting()
        await eventually { bell.hasWaiter }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(!bell.hasWaiter)
        bell.ring()
        #expect(await bell.wait() == .rung)
    }

    @Test("is waited for no longer than the limit; a later wait has its own time")
    func limit() async {
        for _ in 0..<2 {
            async let waking = bell.wait(atMost: .seconds(5), clock: clock)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
            #expect(await waking == .limit)
        }
        bell.ring()
        #expect(await bell.wait(atMost: .seconds(5), clock: clock) == .rung)
        #expect(await bell.wait(atMost: .zero, clock: clock) == .limit)
        bell.ring()
        #expect(await bell.wait(atMost: nil) == .rung)
    }

    @Test("has no limit any more in the wait after one that had")
    func limitOver() async {
        #expect(await bell.wait(atMost: .zero, clock: clock) == .limit)
        let next = waiting()
        await eventually { bell.hasWaiter }
        bell.ring()
        #expect(await next.value == .rung)
    }

    @Test("ends the wait with a limit at a ring or a cancellation, and with it the sleep")
    func limitUnused() async {
        async let waking = bell.wait(atMost: .seconds(5), clock: clock)
        await clock.waitForSleepers(1)
        bell.ring()
        #expect(await waking == .rung)
        let task = Task { [bell, clock] in await bell.wait(atMost: .seconds(5), clock: clock) }
        await clock.waitForSleepers(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        // Nothing of them is left that could end this one.
        async let last = bell.wait(atMost: .seconds(6), clock: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await eventually { bell.hasWaiter }
        clock.advance(by: .seconds(1))
        #expect(await last == .limit)
    }

    @Test("rung by many threads loses nothing that was put down before a ring")
    func threads() async throws {
        let sum = Lock(0)
        let threads = try (0..<4).map { _ in
            try ServiceThread(name: "ringer") { [bell] in
                for _ in 0..<5_000 {
                    sum.withLock { $0 += 1 }
                    bell.ring()
                }
            }
        }
        var seen = 0
        while seen < 20_000 {
            #expect(await bell.wait() == .rung)
            seen = sum.withLock { $0 }
        }
        for thread in threads { thread.join() }
        #expect(seen == 20_000)
    }

    @Test("leaves who waits on its actor", arguments: [Duration?.none, .seconds(3600)])
    func isolation(_ limit: Duration?) async throws {
        let home = OneThread()
        try home.start()
        defer { home.stop() }
        let tenant = Tenant(home)
        async let isHome = tenant.isStillHome { [bell] in await bell.wait(atMost: limit) }
        await eventually { bell.hasWaiter }
        bell.ring()
        #expect(await isHome)
    }

    private func waiting() -> Task<Bell.Waking, Never> { Task { [bell] in await bell.wait() } }
}
