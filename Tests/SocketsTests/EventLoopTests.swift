import Runtime
import SocketTestSupport
import Synchronization
import Testing

@testable import Sockets

@Suite("Event loop")
struct EventLoopTests {
    @Test("runs what is posted on its own thread, in order", .timeLimit(.minutes(1)))
    func posts() async throws {
        try await withLoop { loop in
            #expect(!loop.isOnThread)
            let (values, post) = AsyncStream.makeStream(of: (Int, Bool).self)
            for index in 0..<100 { loop.post { post.yield((index, $0.isOnThread)) } }
            loop.post { _ in post.finish() }
            var expected = 0
            for await (index, isOnThread) in values {
                #expect(index == expected && isOnThread)
                expected += 1
            }
            #expect(expected == 100)
        }
    }

    @Test("runs tasks that prefer it on its thread, also after they waited", .timeLimit(.minutes(1)))
    func preference() async throws {
        try await withLoop { loop in
            let places = try await Task(executorPreference: loop) {
                var places = [loop.isOnThread]
                try await loop.sleep(for: .milliseconds(1))
                places.append(loop.isOnThread)
                await Task.yield()
                places.append(loop.isOnThread)
                return places
            }.value
            #expect(places == [true, true, true])
        }
    }

    @Test("sleeps at least as long as asked, beside other sleepers", .timeLimit(.minutes(1)))
    func sleeps() async throws {
        try await withLoop { loop in
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for delay in [90, 30, 60] {
                    group.addTask {
                        try await loop.sleep(for: .milliseconds(delay))
                        #expect(ContinuousClock.now - start >= .milliseconds(delay))
                    }
                }
                try await group.waitForAll()
            }
            try await loop.sleep(for: .zero)
            try await loop.sleep(for: .seconds(-1))
        }
    }

    @Test("goes on looking at timers and sockets while work is queued without a pause", .timeLimit(.minutes(1)))
    func endlessWork() async throws {
        final class Work: Sendable {
            let isOver = Atomic(false)
            func again(on loop: EventLoop) {
                if !isOver.load(ordering: .relaxed) { loop.post { self.again(on: $0) } }
            }
        }
        try await withLoop { loop in
            let work = Work()
            defer { work.isOver.store(true, ordering: .relaxed) }
            work.again(on: loop)
            // The sleep is what is tested: its timer has a turn beside the work.
            try await loop.sleep(for: .milliseconds(5))
        }
    }

    @Test("ends a sleep when its task is cancelled or the loop stops", .timeLimit(.minutes(1)))
    func interrupted() async throws {
        let loop = try EventLoop()
        let cancelled = Task { try await loop.sleep(for: .seconds(3600)) }
        let stopped = Task { try await loop.sleep(for: .seconds(3600)) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await loop.stop()
        await #expect(throws: SocketError.stopped) { try await stopped.value }
        await #expect(throws: SocketError.stopped) { try await loop.sleep(for: .seconds(1)) }
    }

    @Test("work queued in a timer does not wait for the next event", .timeLimit(.minutes(1)))
    func timerWakes() async throws {
        try await withLoop { loop in
            // Nothing else happens on this loop: without a wake-up it would wait until the time limit.
            await withCheckedContinuation { continuation in
                loop.post { loop in
                    loop.schedule(after: .milliseconds(10)) { _ in loop.post { _ in continuation.resume() } }
                }
            }
        }
    }

    /// The service thread is held at the moment of the stop, with something posted behind: on a busy machine that
    /// happens by itself.
    @Test("a timer whose setting was overtaken by the stop is told of it", .timeLimit(.minutes(1)))
    func overtakenTimer() async throws {
        let loop = try EventLoop()
        let parker = Parker()
        loop.post { _ in parker.park() }
        let (outcomes, ended) = AsyncStream.makeStream(of: Bool.self)
        #expect(loop.post { $0.schedule(after: .seconds(3600)) { ended.yield($0) } })
        let stop = Task { await loop.stop() }
        while !loop.isStopped { await Task.yield() }
        parker.unpark()
        for await isStopping in outcomes {
            #expect(isStopping)
            break
        }
        await stop.value
    }

    @Test("a timer set after the end is told of it")
    func lateTimer() async throws {
        let loop = try EventLoop()
        let late = Late(loop: loop)
        await loop.stop()
        #expect(await late.isToldAtOnce())
    }

    actor Late {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(loop: EventLoop) { self.loop = loop }

        func isToldAtOnce() -> Bool {
            let told = Collected<Bool>()
            loop.schedule(after: .seconds(1)) { told.add($0) }
            return told.all == [true]
        }
    }

    @Test("a cancelled timer does not fire", .timeLimit(.minutes(1)))
    func cancelledTimer() async throws {
        try await withLoop { loop in
            let fired = Collected<Bool>()
            await withCheckedContinuation { continuation in
                loop.post { loop in
                    let id = loop.schedule(after: .milliseconds(10)) { _ in fired.add(true) }
                    loop.cancel(id)
                    loop.schedule(after: .milliseconds(30)) { _ in continuation.resume() }
                }
            }
            #expect(fired.all.isEmpty)
        }
    }

    /// An actor of the loop.
    actor Counter {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        var count = 0

        init(loop: EventLoop) { self.loop = loop }

        func add() -> Int {
            count += 1
            return count
        }
    }

    @Test("actors of a stopped loop still answer, and posting tells that it is too late", .timeLimit(.minutes(1)))
    func afterStop() async throws {
        let loop = try EventLoop()
        let counter = Counter(loop: loop)
        #expect(await counter.add() == 1)
        await loop.stop()
        await loop.stop()
        loop.shutdown()
        #expect(await counter.add() == 2)
        #expect(!loop.post { _ in })
    }

    @Test("what was accepted runs, also while threads post and the loop stops", .timeLimit(.minutes(1)))
    func postingWhileStopping() async throws {
        for _ in 0..<20 {
            let loop = try EventLoop()
            let (accepted, ran) = (Tally(), Tally())
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        // Until it is too late.
                        while loop.post({ _ in ran.add() }) {
                            accepted.add()
                            await Task.yield()
                        }
                    }
                }
                group.addTask {
                    while ran.count == 0 { await Task.yield() }
                    await loop.stop()
                }
            }
            #expect(ran.count == accepted.count)
        }
    }

    @Test(
        "leaves descriptors to others",
        arguments: [(4096, 1024, 960), (4096, 100_000, 4080), (64, 1024, 48), (10, 20, 1)])
    func limits(_ wanted: Int, _ process: Int, _ expected: Int) {
        #expect(ConnectionLimit.connections(wanted, processLimit: process) == expected)
    }
}

/// Counts on any thread.
private final class Tally: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .relaxed) }
    func add() { value.add(1, ordering: .relaxed) }
}
