import SQLite
import Store
import Testing
import Values

@Suite("What waits in a lane", .timeLimit(.minutes(4)))
struct LaneQueueTests {
    @Test("deliveries wait in the order of their alerts, whatever their next moment is")
    func order() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat", "house"]) }
        #expect(try await outbox.waiting("chat") == [1, 3, 5])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.later(3_600)))
        #expect(try await outbox.waiting("chat", now: OutboxFixture.later(3_600)) == [1, 3, 5])
        await outbox.store.close()
    }

    @Test("what failed waits for its moment, and does not hide those behind it")
    func due() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat"]) }
        for number in [1, 2] as [Int64] { _ = try await outbox.begin(number) }
        try await outbox.finish(1, .retry(at: OutboxFixture.later(3_600)))
        try await outbox.finish(2, .inDoubt(retryAt: OutboxFixture.later(60)))
        var queue = try await outbox.queue(now: OutboxFixture.now)
        #expect(queue.due.map(\.number.rawValue) == [3] && queue.nextDueAt == OutboxFixture.later(60))
        queue = try await outbox.queue(now: OutboxFixture.later(60))
        #expect(queue.due.map(\.number.rawValue) == [2, 3] && queue.due.map(\.isInDoubt) == [true, false])
        #expect(queue.nextDueAt == OutboxFixture.later(3_600))
        await outbox.store.close()
    }

    @Test("what was never tried is due whatever the clock said")
    func fresh() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"], at: OutboxFixture.later(7_200))
        #expect(try await outbox.waiting(now: OutboxFixture.now) == [1])
        await outbox.store.close()
    }

    @Test("what failed often steps out of the order")
    func aside() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat"]) }
        for _ in 0..<2 {
            _ = try await outbox.begin(1)
            try await outbox.finish(1, .retry(at: OutboxFixture.later(3_600)))
        }
        let queue = try await outbox.queue(patience: 2, now: OutboxFixture.later(3_600))
        #expect(queue.due.map(\.number.rawValue) == [2, 3])
        #expect(queue.aside.map(\.number.rawValue) == [1] && queue.aside.map(\.attempts) == [2])
        #expect(try await outbox.queue(patience: 2).aside.isEmpty)
        await outbox.store.close()
    }

    @Test("what is marked is the lane's to send, unless it has ended already")
    func marked() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1, 2)
        #expect(try await outbox.queue().marked.map(\.number.rawValue) == [1, 2])
        let look = LaneLook(target: "chat", patience: 4, limit: 10, ended: [.init(rawValue: 1)])
        let (numbers, works, _, unreadable) = try await outbox.store.lane(look, now: OutboxFixture.now) { queue in
            (queue.marked.map(\.number.rawValue), queue.marked.map(\.number))
        }
        #expect(numbers == [2] && works.map(\.delivery.state) == [.attempting] && unreadable.isEmpty)
        await outbox.store.close()
    }

    @Test("a target that is back gets at once all that failed, whatever the reason was")
    func wake() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat", "house"]) }
        _ = try await outbox.begin(1, 2, 3)
        let later = OutboxFixture.later(3_600)
        try await outbox.finish(1, .retry(at: later), reason: .serverError)
        try await outbox.finish(3, .inDoubt(retryAt: later), reason: .timedOut)
        try await outbox.finish(2, .retry(at: later), reason: .unreachable)
        #expect(try await outbox.store.wake("chat", now: OutboxFixture.later(9)) == 2)
        #expect(try await outbox.store.wake("chat", now: OutboxFixture.later(9)) == 0, "it is due already")
        #expect(try await outbox.delivery(1).dueAt == OutboxFixture.later(9))
        #expect(try await outbox.delivery(3).dueAt == OutboxFixture.later(9))
        #expect(try await outbox.delivery(2).dueAt == later)
        await outbox.store.close()
    }

    @Test("a network that is back hurries what could not be reached, and nothing that is in doubt or was answered")
    func wakeUnreached() async throws {
        let outbox = try await OutboxFixture()
        let later = OutboxFixture.later(3_600)
        let ends: [(AttemptOutcome, FailureReason)] = [
            (.retry(at: later), .unreachable), (.retry(at: later), .rateLimited), (.retry(at: later), .serverError),
            (.retry(at: later), .unauthorized), (.retry(at: later), .tls),
            (.inDoubt(retryAt: later), .connectionLost), (.inDoubt(retryAt: later), .timedOut),
        ]
        for number in 1...ends.count { try await outbox.alert(number, to: ["chat"]) }
        for (index, end) in ends.enumerated() {
            _ = try await outbox.begin(Int64(index + 1))
            try await outbox.finish(Int64(index + 1), end.0, reason: end.1)
        }
        let now = OutboxFixture.later(9)
        #expect(try await outbox.store.write { try $0.wakeUnreached("house", now: now) } == 0)
        #expect(try await outbox.store.write { try $0.wakeUnreached("chat", now: now) } == 1)
        #expect(try await outbox.waiting(now: now) == [1])
        await outbox.store.close()
    }

    @Test("stored moments move along with the clock")
    func clock() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.later(60)))
        #expect(try await outbox.store.read { try $0.failure(of: "chat") }?.since == OutboxFixture.now)
        try await outbox.store.moveDueTimes("chat", by: .seconds(-7_200), now: OutboxFixture.later(-7_200))
        #expect(try await outbox.delivery(1).dueAt == OutboxFixture.later(60 - 7_200))
        #expect(try await outbox.delivery(2).dueAt == OutboxFixture.now)
        #expect(try await outbox.store.read { try $0.failure(of: "chat") }?.since == OutboxFixture.later(-7_200))
        await outbox.store.close()
    }

    @Test("what has ended keeps its moment, whether its target is back or the clock is set")
    func ended() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1, 2)
        try await outbox.finish(1, .delivered)
        try await outbox.finish(2, .dead, reason: .rejected)
        #expect(try await outbox.store.wake("chat", now: OutboxFixture.later(9)) == 0)
        try await outbox.store.moveDueTimes("chat", by: .seconds(-7_200), now: OutboxFixture.later(-7_200))
        for number in [1, 2] as [Int64] { #expect(try await outbox.delivery(number).dueAt == OutboxFixture.now) }
        await outbox.store.close()
    }

    @Test("a commit that causes a delivery rings the lanes; marks and outcomes don't")
    func changes() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        let changes = outbox.store.newAlerts()
        let bells = Task {
            var count = 0
            for await _ in changes { count += 1 }
            return count
        }
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .delivered)
        // Each is told by itself only if somebody took the one before: so what comes now is the only one.
        try await outbox.alert(2, to: ["chat"])
        await outbox.store.close()
        #expect(await bells.value == 1)
    }
}
