import Runtime
import Testing

@Suite("A race", .timeLimit(.minutes(1)))
struct RaceTests {
    private struct Broken: Error, Equatable {}

    private let clock = ManualClock()
    private let stop = Promise<Void, Never>()
    private let gate = Promise<Int, Broken>()

    @Test("gives what the work gives when it is first, and cancels the others")
    func work() async throws {
        async let end = race(limit: .seconds(5), clock: clock, stop: stop) { [gate] in
            try await gate.valueEvenIfCancelled()
        }
        await clock.waitForSleepers(1)
        await eventually { stop.waiterCount == 1 }
        gate.keep(.success(7))
        #expect(try await end.value == 7)
        #expect(stop.waiterCount == 0)
    }

    @Test("throws what the work throws")
    func failure() async {
        gate.keep(.failure(Broken()))
        await #expect(throws: Broken()) {
            try await race(limit: .seconds(5), clock: clock, stop: stop) { [gate] in
                try await gate.valueEvenIfCancelled()
            }
        }
    }

    @Test("ends at the limit, when the cancelled work has ended")
    func limit() async {
        let hadEnded = Promise<Void, Never>()
        async let end = race(limit: .seconds(5), clock: clock, stop: stop) { [gate] in
            let outcome = await gate.outcomeUnlessCancelled()
            hadEnded.keep()
            return outcome
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        guard case .limit = await end else {
            Issue.record("the limit was first")
            return
        }
        #expect(hadEnded.outcome != nil)
    }

    @Test("ends at the stop, also one that was asked for before", arguments: [true, false])
    func stopped(_ isEarly: Bool) async {
        if isEarly { stop.keep() }
        async let end = race(limit: .seconds(5), clock: clock, stop: stop) { [gate] in
            await gate.outcomeUnlessCancelled()
        }
        if !isEarly {
            await eventually { stop.waiterCount == 1 && gate.waiterCount == 1 }
            stop.keep()
        }
        guard case .stop = await end else {
            Issue.record("the stop was first")
            return
        }
        #expect(gate.waiterCount == 0)
    }

    @Test("whose waiting task is cancelled ends as its work does")
    func cancelled() async {
        let task = Task { [gate, clock, stop] in
            await race(limit: .seconds(5), clock: clock, stop: stop) {
                let outcome = await gate.outcomeUnlessCancelled()
                // Time for the others to end before the work.
                for _ in 0..<1_000 { await Task.yield() }
                return outcome == nil ? "cancelled" : "kept"
            }
        }
        await clock.waitForSleepers(1)
        await eventually { gate.waiterCount == 1 }
        task.cancel()
        #expect(await task.value.value == "cancelled")
    }

    @Test("without a limit or a stop is the work alone")
    func alone() async {
        let end = await race { 7 }
        #expect(end.value == 7)
    }

    @Test("of several works gives what the first to end gives, when all have ended")
    func several() async throws {
        let ends = Lock([Int]())
        async let first = firstToEnd(
            { [gate] in try await gate.valueEvenIfCancelled() },
            { [stop] in
                await stop.outcomeUnlessCancelled()
                ends.withLock { $0.append(2) }
                return 2
            },
            { [stop] in
                await stop.outcomeUnlessCancelled()
                ends.withLock { $0.append(3) }
                return 3
            })
        await eventually { stop.waiterCount == 2 }
        #expect(ends.withLock { $0.isEmpty })
        gate.keep(.success(1))
        #expect(try await first == 1)
        #expect(ends.withLock { $0.sorted() } == [2, 3])
    }

    @Test("of several works throws what the first to end throws")
    func severalFailing() async {
        gate.keep(.failure(Broken()))
        await #expect(throws: Broken.self) {
            try await firstToEnd(
                { [gate] in _ = try await gate.valueEvenIfCancelled() },
                { [stop] in _ = await stop.outcomeUnlessCancelled() })
        }
    }

    @Test("leaves who waits on its actor")
    func isolation() async throws {
        let home = OneThread()
        try home.start()
        defer { home.stop() }
        let tenant = Tenant(home)
        async let isHome = tenant.isStillHome { [gate, stop] in
            _ = await race(limit: .seconds(3600), stop: stop) { await gate.outcomeUnlessCancelled() }
        }
        await eventually { gate.waiterCount == 1 && stop.waiterCount == 1 }
        stop.keep()
        #expect(await isHome)
        #expect(
            await tenant.isStillHome { await firstToEnd({}, { [gate] in _ = await gate.outcomeUnlessCancelled() }) })
    }
}
