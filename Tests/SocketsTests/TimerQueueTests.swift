import Testing

@testable import Sockets

@Suite("Timer queue")
struct TimerQueueTests {
    static let start = ContinuousClock.now

    /// Adds timers that note their name; returns the queue and how to read what fired.
    static func names(_ actions: [TimerQueue.Action], _ fired: Fired) -> [Int] {
        for action in actions { action(false) }
        return fired.take()
    }

    /// What fired, in order. Only one thread of a test uses it.
    final class Fired: @unchecked Sendable {
        private var names: [Int] = []

        func add(_ name: Int) { names.append(name) }

        func take() -> [Int] {
            defer { names = [] }
            return names
        }
    }

    @Test("fires in order of time, and of adding when times are equal")
    func order() {
        var queue = TimerQueue()
        let fired = Fired()
        for (name, delay) in [5, 1, 3, 1, 9, 2, 3].enumerated() {
            _ = queue.add(at: Self.start + .seconds(delay)) { _ in fired.add(name) }
        }
        #expect(queue.next == Self.start + .seconds(1))
        #expect(Self.names(queue.takeDue(at: Self.start), fired) == [])
        #expect(Self.names(queue.takeDue(at: Self.start + .seconds(3)), fired) == [1, 3, 5, 2, 6])
        #expect(Self.names(queue.takeDue(at: Self.start + .seconds(99)), fired) == [0, 4])
        #expect(queue.next == nil)
    }

    @Test("tells when a new timer is the next, and forgets removed ones")
    func removal() {
        var queue = TimerQueue()
        let fired = Fired()
        let late = queue.add(at: Self.start + .seconds(2)) { _ in fired.add(2) }
        #expect(late.isFirst)
        let early = queue.add(at: Self.start + .seconds(1)) { _ in fired.add(1) }
        #expect(early.isFirst)
        #expect(!queue.add(at: Self.start + .seconds(3)) { _ in fired.add(3) }.isFirst)
        queue.remove(early.id)
        queue.remove(early.id)
        #expect(queue.count == 2)
        #expect(Self.names(queue.takeDue(at: Self.start + .seconds(5)), fired) == [2, 3])
    }

    @Test("stays in order under many random changes")
    func random() {
        var generator = SystemRandomNumberGenerator()
        var queue = TimerQueue()
        let fired = Fired()
        var kept: [(delay: Int, name: Int)] = []
        for name in 0..<2000 {
            let delay = Int.random(in: 0..<500, using: &generator)
            let id = queue.add(at: Self.start + .milliseconds(delay)) { _ in fired.add(name) }.id
            if Bool.random(using: &generator) { queue.remove(id) } else { kept.append((delay, name)) }
        }
        let expected = kept.sorted { ($0.delay, $0.name) < ($1.delay, $1.name) }.map(\.name)
        #expect(Self.names(queue.takeAll(), fired) == expected)
        #expect(queue.count == 0)
    }
}
