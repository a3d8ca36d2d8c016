import Glibc
import Testing

@testable import Runtime

@Suite(.timeLimit(.minutes(1))) struct WorkerPoolTests {
    @Test("hands jobs out in the order in which they came, however they come and go", arguments: [1, 7, 5_000])
    func order(ahead: Int) {
        let kept = Shared(Lock(0))
        var jobs = PendingJobs<Job>()
        var (taken, added): ([Int], Int) = ([], 0)
        #expect(jobs.next() == nil)
        for _ in 0..<3 * ahead {
            jobs.append(Job(added, kept))
            added += 1
            if added > ahead, let job = jobs.next() { taken.append(job.number) }
            #expect(kept.lock.withLock { $0 } <= 2 * jobs.count + 1_024, "what was taken is let go")
        }
        while let job = jobs.next() { taken.append(job.number) }
        #expect(taken == Array(0..<added))
    }

    /// Tells how many of it there are.
    private final class Job {
        let number: Int
        private let kept: Shared<Int>

        init(_ number: Int, _ kept: Shared<Int>) {
            (self.number, self.kept) = (number, kept)
            kept.lock.withLock { $0 += 1 }
        }

        deinit { kept.lock.withLock { $0 -= 1 } }
    }

    @Test("wakes sleepers by their deadlines, and of equal ones the first to come first")
    func deadlines() {
        let start = ContinuousClock.now
        var sleepers = DeadlineQueue<Int>()
        let isNext = [30, 10, 20, 10, 5].enumerated().map { index, delay in
            sleepers.add(index, at: start + .milliseconds(delay))
        }
        #expect(isNext == [true, true, false, false, true])
        #expect(sleepers.next == start + .milliseconds(5))
        #expect(sleepers.takeDue(at: start) == [])
        #expect(sleepers.takeDue(at: start + .milliseconds(10)) == [4, 1, 3])
        #expect(sleepers.takeDue(at: start + .seconds(1)) == [2, 0])
        #expect(sleepers.next == nil)
    }

    @Test("gives thousands of sleepers back in the order of their deadlines, some taken in between")
    func manySleepers() {
        let start = ContinuousClock.now
        var (sleepers, seed): (DeadlineQueue<Int>, UInt64) = (DeadlineQueue(), 7)
        var (added, taken): ([Int], [Int]) = ([], [])
        for round in 0..<5_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1
            // Of those that come after the first half is gone none was due by then.
            let delay = Int(seed >> 52) + (round < 2_500 ? 0 : 2_048)
            added.append(delay)
            _ = sleepers.add(delay, at: start + .milliseconds(delay))
            if round == 2_499 { taken += sleepers.takeDue(at: start + .milliseconds(2_047)) }
        }
        taken += sleepers.takeDue(at: start + .seconds(60))
        #expect(taken == added.sorted())
    }

    @Test(
        "rings at the moment that was set last, be it earlier, later or past",
        arguments: [
            (3_600_000, 20), (5, 40), (3_600_000, 0), (3_600_000, -5_000),
        ])
    func timer(first: Int, last: Int) throws {
        let (timer, rung, start) = (try TimerDescriptor(), Parker(), ContinuousClock.now)
        timer.set(after: .milliseconds(first))
        timer.set(after: .milliseconds(last))
        _ = try ServiceThread(name: "timer") {
            timer.wait()
            rung.unpark()
        }
        #expect(rung.park(for: .seconds(30)))
        #expect(ContinuousClock.now - start >= .milliseconds(last))
        timer.set(after: .seconds(Int64.max))
    }

    @Test("a job that waits holds up no other as long as a thread is left")
    func parallel() async throws {
        let (pool, gate) = (try WorkerPool(threads: 2), Parker())
        let waiting = Task(executorPreference: pool) { block(on: gate) }
        for _ in 0..<1_000 { await Task(executorPreference: pool) { await Task.yield() }.value }
        gate.unpark()
        #expect(await waiting.value)
    }

    @Test("a job that a worker makes before it waits is taken by another")
    func left() async throws {
        let pool = try WorkerPool(threads: 2)
        // In the first rounds a thread may have just begun, and look by itself.
        for _ in 0..<20 {
            let gate = Parker()
            let waiting = Task(executorPreference: pool) {
                Task(executorPreference: pool) { gate.unpark() }
                return block(on: gate)
            }
            try #require(await waiting.value)
        }
    }

    @Test("loses no job of thousands that come from many sides at once")
    func crowd() async throws {
        let pool = try WorkerPool(threads: 3)
        let sum = await withTaskGroup(of: Int.self) { group in
            for index in 0..<5_000 {
                group.addTask(executorPreference: pool) {
                    await Task.yield()
                    return index
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 5_000 * 4_999 / 2)
    }

    private func block(on gate: Parker) -> Bool { gate.park(for: .seconds(30)) }
}
