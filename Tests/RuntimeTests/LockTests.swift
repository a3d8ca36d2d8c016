import Runtime
import Testing

@Suite struct LockTests {
    private final class Counter: Sendable {
        let count = Lock(0)
    }

    private struct Token: ~Copyable {
        var uses = 0
    }

    private final class Witness: Sendable {
        let counter: Counter
        init(_ counter: Counter) { self.counter = counter }
        deinit { counter.count.withLock { $0 += 1 } }
    }

    @Test("loses no increment of four threads")
    func counts() throws {
        let counter = Counter()
        let threads = try (0..<4).map { number in
            try ServiceThread(name: "count-\(number)") { for _ in 0..<10_000 { counter.count.withLock { $0 += 1 } } }
        }
        for thread in threads { thread.join() }
        #expect(counter.count.withLock { $0 } == 40_000)
    }

    @Test("is free again after its body threw")
    func throwing() {
        let lock = Lock(1)
        do throws(CancellationError) {
            try lock.withLock { _ throws(CancellationError) in throw CancellationError() }
            Issue.record("nothing thrown")
        } catch {}
        #expect(lock.withLock { $0 } == 1)
    }

    @Test("holds a value that cannot be copied")
    func noncopyable() {
        let lock = Lock(Token())
        lock.withLock { $0.uses += 1 }
        let uses = lock.withLock { $0.uses }
        #expect(uses == 1)
    }

    @Test("destroys its value once")
    func destroys() {
        let ends = Counter()
        do {
            let lock = Lock<Witness?>(nil)
            lock.withLock { $0 = Witness(ends) }
        }
        #expect(ends.count.withLock { $0 } == 1)
    }
}
