import Runtime
import Testing

@Suite struct MailboxTests {
    private final class Bell: Sendable {
        let rings = Lock(0)
        func ring() { rings.withLock { $0 += 1 } }
        var count: Int { rings.withLock { $0 } }
    }

    @Test("keeps the order and wakes once for commands that wait together")
    func order() {
        let bell = Bell()
        let mailbox = Mailbox<Int>(capacity: 8) { bell.ring() }
        for number in 1...3 { #expect(mailbox.offer(number) == .accepted) }
        #expect(bell.count == 1)
        var taken: [Int] = []
        mailbox.take(into: &taken)
        #expect(taken == [1, 2, 3])
        #expect(mailbox.offer(4) == .accepted)
        #expect(bell.count == 2)
    }

    @Test("refuses an offer when full, but takes what may not be refused")
    func full() {
        let mailbox = Mailbox<Int>(capacity: 1) {}
        #expect(mailbox.offer(1) == .accepted)
        #expect(mailbox.offer(2) == .full)
        #expect(mailbox.push(3))
        var taken: [Int] = []
        mailbox.take(into: &taken)
        #expect(taken == [1, 3])
        #expect(mailbox.offer(4) == .accepted)
    }

    @Test("gives back what came too late and wakes nobody after its end")
    func closes() {
        let bell = Bell()
        let mailbox = Mailbox<Int>(capacity: 8) { bell.ring() }
        mailbox.push(1)
        #expect(mailbox.close() == [1])
        #expect(mailbox.offer(2) == .closed)
        #expect(!mailbox.push(3))
        #expect(mailbox.close().isEmpty)
        #expect(bell.count == 1)
    }

    @Test("loses nothing between three senders and an owner that sleeps", .timeLimit(.minutes(1)))
    func stress() throws {
        let parker = Parker()
        let mailbox = Mailbox<Int>(capacity: .max) { parker.unpark() }
        let sum = Lock(0)
        let box = Shared(sum)
        let owner = try ServiceThread(name: "owner") {
            var (commands, left) = ([Int](), 30_000)
            while left > 0 {
                mailbox.take(into: &commands)
                // A lost wake-up would show as a time-out here, not as a test that hangs.
                if commands.isEmpty, !parker.park(for: .seconds(20)) { return }
                left -= commands.count
                box.lock.withLock { [commands] in $0 += commands.reduce(0, +) }
                commands.removeAll(keepingCapacity: true)
            }
        }
        let senders = try (0..<3).map { number in
            try ServiceThread(name: "sender-\(number)") { for _ in 0..<10_000 { mailbox.push(1) } }
        }
        for thread in senders + [owner] { thread.join() }
        #expect(box.lock.withLock { $0 } == 30_000)
    }
}

/// A lock that closures can share.
final class Shared<State: Sendable>: Sendable {
    let lock: Lock<State>
    init(_ lock: consuming sending Lock<State>) { self.lock = lock }
}
