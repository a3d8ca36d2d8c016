import SQLite
import Testing
import Values

@testable import Store

@Suite("What is held in the outbox", .timeLimit(.minutes(4)))
struct HeldTests {
    private static let morning = OutboxFixture.later(3_600)
    private static let policy = DigestPolicy(threshold: 20)

    /// Held deliveries to "phone".
    private func outbox(_ numbers: ClosedRange<Int>, until moment: Timestamp = morning) async throws -> OutboxFixture {
        let outbox = try await OutboxFixture()
        for number in numbers { try await outbox.alert(number, to: ["phone"], heldUntil: moment) }
        return outbox
    }

    private func look(_ outbox: OutboxFixture, at moment: Timestamp) async throws -> LaneQueue {
        let look = LaneLook(target: "phone", patience: 4, limit: 10, digest: Self.policy)
        return try await outbox.store.lane(look, now: moment) { ($0, []) }.decision
    }

    private func release(_ outbox: OutboxFixture, _ policy: DigestPolicy = policy, at moment: Timestamp) async throws
        -> Int
    {
        try await outbox.store.write { try $0.release("phone", policy, now: moment) }
    }

    private func work(_ outbox: OutboxFixture, _ number: Int64) async throws -> DeliveryRow {
        try #require(try await outbox.store.history(of: .init(rawValue: number))?.delivery.work).delivery
    }

    @Test("what is held is not due, wakes the lane when it is, and lets pass what came after it")
    func passed() async throws {
        let outbox = try await outbox(1...2)
        var queue = try await look(outbox, at: OutboxFixture.now)
        #expect(queue.due.isEmpty && queue.fresh == nil && queue.heldUntil == Self.morning)
        #expect(queue.nextDueAt == Self.morning)
        let door = LaneDoor(limit: 4, body: nil)
        door.open {}
        try await outbox.alert(3, to: ["phone"], door: door)
        #expect(door.take().map(\.delivery.number.rawValue) == [3], "it is born marked, though two wait before it")
        try await outbox.finish(3, .delivered)
        queue = try await look(outbox, at: OutboxFixture.now)
        #expect(queue.due.isEmpty && queue.marked.isEmpty)
        #expect(try await work(outbox, 1).heldUntil == Self.morning)
        #expect(try await outbox.store.firstWaiting(for: "phone") == nil, "nothing waits behind it")
        let accounting = try await outbox.store.accounting()
        #expect(accounting.isBalanced)
        await outbox.store.close()
    }

    @Test(
        "a clock that was years ahead when something was held, and is put right, holds it as long as it was to be held",
        arguments: [true, false])
    func wrongClock(isStart: Bool) async throws {
        let years: Duration = .seconds(10 * 365 * 86_400)
        let outbox = try await outbox(1...1)
        // A clock that is out by less moves nothing: it is told at its hour.
        for step in [Duration.seconds(60), years] {
            let now = OutboxFixture.now.advanced(by: .zero - step)
            if isStart {
                _ = try await outbox.store.beginLane("phone", finish: [], now: now)
            } else {
                try await outbox.store.moveDueTimes("phone", by: .zero - step, now: now)
            }
            let until = try await work(outbox, 1).heldUntil
            #expect(until == (step == years ? Self.morning.advanced(by: .zero - years) : Self.morning))
        }
        await outbox.store.close()
    }

    @Test("what is held is born unmarked, though the lane is idle")
    func born() async throws {
        let outbox = try await OutboxFixture()
        let door = LaneDoor(limit: 4, body: nil)
        door.open {}
        try await outbox.alert(1, to: ["phone"], door: door, heldUntil: Self.morning)
        #expect(door.take().isEmpty)
        #expect(try await work(outbox, 1).state == .queued)
        await outbox.store.close()
    }

    @Test("when it is over, of several one message is made, of one none, nor where the target takes none")
    func released() async throws {
        for (count, policy, isDigest) in [
            (3, Self.policy, true), (1, Self.policy, false), (3, DigestPolicy(threshold: 0), false),
        ] {
            let outbox = try await outbox(1...count)
            #expect(try await release(outbox, policy, at: OutboxFixture.later(3_599)) == 0)
            #expect(try await release(outbox, policy, at: Self.morning) == count)
            let queue = try await look(outbox, at: Self.morning)
            #expect(queue.heldUntil == nil && queue.due.count == (isDigest ? 1 : count))
            #expect(try await work(outbox, 1).heldUntil == nil)
            #expect((try await work(outbox, Int64(count)).digest != nil) == isDigest)
            await outbox.store.close()
        }
    }

    @Test("more than one message holds are let go by and by")
    func many() async throws {
        let outbox = try await outbox(1...120)
        #expect(try await release(outbox, at: Self.morning) == 100)
        #expect(try await look(outbox, at: Self.morning).heldUntil == Self.morning)
        #expect(try await release(outbox, at: Self.morning) == 20)
        let queue = try await look(outbox, at: Self.morning)
        #expect(queue.heldUntil == nil && queue.due.map(\.number.rawValue) == [1, 101])
        await outbox.store.close()
    }

    @Test("what a person takes in hand is held no longer: sent again it goes at once, discarded it comes no more")
    func handled() async throws {
        let outbox = try await outbox(1...4)
        let numbers = [1, 2].map { DeliveryRow.Number(rawValue: $0) }
        #expect(try await outbox.store.handle(.retry, [numbers[0]], now: OutboxFixture.now).done == [numbers[0]])
        #expect(try await outbox.store.handle(.discard, [numbers[1]], now: OutboxFixture.now).done == [numbers[1]])
        #expect(try await look(outbox, at: OutboxFixture.now).due.map(\.number) == [numbers[0]])
        #expect(try await release(outbox, at: Self.morning) == 2)
        #expect(try await work(outbox, 2).state == .discarded)
        #expect(try await work(outbox, 2).digest == nil)
        await outbox.store.close()
    }

    @Test("what was told before is neither held nor skipped")
    func told() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 {
            try await outbox.store.write {
                try $0.run(HeldTests.tell, "new|https://family.example|txn-\(number)", "phone")
            }
        }
        try await outbox.alert(1, to: ["phone"], heldUntil: Self.morning)
        _ = try await outbox.store.write {
            try $0.silence(.target("phone"), until: Self.morning, at: OutboxFixture.now)
        }
        try await outbox.alert(2, to: ["phone"])
        for number in 1...2 {
            let delivery = try await work(outbox, Int64(number))
            #expect(delivery.state == .delivered && delivery.heldUntil == nil && delivery.reason == nil)
        }
        await outbox.store.close()
    }

    private static let tell = Update<String, String>(
        "test.tell", "INSERT INTO told (alert, target, at) VALUES (?1, ?2, 0)")

    @Test(
        "what is silent when its hours are over is skipped then; a target's silence that is over before takes nothing from it"
    )
    func silenced() async throws {
        let outbox = try await outbox(1...2)
        let (child, early) = (outbox.child, OutboxFixture.later(60))
        _ = try await outbox.store.write { try $0.silence(.target("phone"), until: early, at: OutboxFixture.now) }
        try await outbox.alert(3, to: ["phone"], heldUntil: Self.morning)
        #expect(try await work(outbox, 3).state == .queued, "it is told when both are over")
        _ = try await outbox.store.write {
            try $0.silence(.child(child.server, child.id), until: OutboxFixture.later(7_200), at: early)
        }
        #expect(try await release(outbox, at: Self.morning) == 3)
        for number in 1...3 { #expect(try await work(outbox, Int64(number)).reason == .silenced) }
        #expect(try await look(outbox, at: Self.morning).due.isEmpty)
        await outbox.store.close()
    }

    @Test("much that is held keeps nothing else from being told together")
    func muchHeld() async throws {
        let outbox = try await outbox(1...200)
        for number in 201...230 { try await outbox.alert(number, to: ["phone"], at: OutboxFixture.later(-86_400)) }
        let gathered = try await outbox.store.write { try $0.gather("phone", Self.policy, now: OutboxFixture.now) }
        #expect(gathered == 30)
        await outbox.store.close()
    }
}
