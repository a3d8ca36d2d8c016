import SQLite
import Store
import Testing
import Values

@Suite("Attempts", .timeLimit(.minutes(4)))
struct AttemptTests {
    @Test("a mark takes a delivery out of the lane, and its outcome ends it")
    func delivered() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        #expect(try await outbox.begin(1).count == 1)
        #expect(try await outbox.waiting().isEmpty)
        #expect(try await outbox.delivery(1).state == .attempting)
        #expect(try await outbox.delivery(1).body == [1])
        #expect(try await outbox.attempts(1).map(\.finishedAt) == [nil])
        #expect(try await outbox.store.accounting().isBalanced)
        try await outbox.finish(1, .delivered)
        #expect(try await outbox.delivery(1).state == .delivered)
        #expect(try await outbox.attempts(1).map(\.outcome) == ["delivered"])
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("what is no longer waiting is not marked, so it must not be sent")
    func notWaiting() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        try await outbox.alert(2, to: ["chat"])
        #expect(try await outbox.order(.discard, 1) == nil)
        #expect(try await outbox.begin(1, 2, 99).map(\.rawValue) == [2])
        #expect(try await outbox.begin(2).isEmpty)
        #expect(try await outbox.attempts(1).isEmpty)
        #expect(try await outbox.attempts(2).count == 1)
        await outbox.store.close()
    }

    @Test(
        "each outcome leads to its state",
        arguments: [
            (AttemptOutcome.delivered, DeliveryRow.State.delivered, false),
            (.retry(at: OutboxFixture.later(60)), .queued, false),
            (.inDoubt(retryAt: OutboxFixture.later(60)), .inDoubt, true),
            (.skipped, .skipped, true), (.dead, .dead, false),
        ])
    func outcomes(_ outcome: AttemptOutcome, _ state: DeliveryRow.State, _ mayHaveArrived: Bool) async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, outcome, reason: .gaveUp)
        let delivery = try await outbox.delivery(1)
        #expect(delivery.state == state && delivery.isRepeat == mayHaveArrived && delivery.reason == .gaveUp)
        #expect(delivery.attempts == 1 && delivery.firstAttemptAt == OutboxFixture.now)
        if state == .queued || state == .inDoubt { #expect(delivery.dueAt == OutboxFixture.later(60)) }
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("once in doubt, it stays a repeat, also after a clean failure")
    func doubtStays() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .inDoubt(retryAt: OutboxFixture.now))
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.now))
        #expect(try await outbox.delivery(1).isRepeat)
        #expect(try await outbox.attempts(1).map(\.outcome) == ["in-doubt", "retry"])
        await outbox.store.close()
    }

    @Test("a mark that was taken back has been no attempt")
    func notSent() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .notSent)
        let delivery = try await outbox.delivery(1)
        #expect(delivery.state == .queued && delivery.attempts == 0 && !delivery.isRepeat)
        #expect(try await outbox.attempts(1).isEmpty)
        #expect(try await outbox.waiting() == [1])
        await outbox.store.close()
    }

    @Test("after a crash exactly what was marked is in doubt")
    func recovery() async throws {
        let folder = try TestStore()
        let outbox = try await OutboxFixture(in: folder)
        for number in 1...4 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1, 2, 3)
        try await outbox.finish(1, .delivered)
        try await outbox.finish(3, .dead)
        await outbox.store.close()

        let again = try await OutboxFixture(in: folder)
        #expect(try await again.store.recoverAttempts(now: OutboxFixture.later(5)) == 1)
        let states = try await again.store.deliveries().compactMap(\.work?.delivery.state)
        #expect(states == [.queued, .dead, .inDoubt, .delivered])
        let doubtful = try await again.delivery(2)
        #expect(doubtful.isRepeat && doubtful.reason == .interrupted && doubtful.body == [2])
        #expect(try await again.attempts(2).map(\.outcome) == ["in-doubt"])
        #expect(try await again.store.recoverAttempts(now: OutboxFixture.later(6)) == 0)
        #expect(try await again.store.accounting().isBalanced)
        await again.store.close()
    }

    @Test("an outcome and the next mark are one commit")
    func turn() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1)
        let begun = try await outbox.store.turn(
            finish: [AttemptEnd(.init(rawValue: 1), .delivered)],
            begin: [AttemptStart(.init(rawValue: 2), body: nil)], now: OutboxFixture.now)
        #expect(begun.map(\.rawValue) == [2])
        #expect(try await outbox.delivery(1).state == .delivered)
        #expect(try await outbox.delivery(2).state == .attempting)
        await outbox.store.close()
    }

    @Test("a lane's begin makes due what waits for another attempt, whatever clock that was counted by")
    func dueAtStart() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.later(400_000_000)))
        try await outbox.store.beginLane("chat", finish: [], now: OutboxFixture.later(5))
        #expect(try await outbox.delivery(1).dueAt == OutboxFixture.later(5))
        #expect(try await outbox.waiting(now: OutboxFixture.later(5)) == [1, 2])
        await outbox.store.close()
    }

    @Test("only time in which it was tried counts: a gap of days is six hours, a clock set back none")
    func triedFor() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        var times: [Int64] = [0, 3_600, 3_600 + 4 * 86_400, 100, 160]
        for (count, expected) in [(1, 0), (2, 3_600), (3, 3_600 + 21_600), (4, 25_200), (5, 25_260)] as [(Int, Int64)] {
            let now = OutboxFixture.later(times.removeFirst())
            _ = try await outbox.begin(1, now: now)
            try await outbox.finish(1, .retry(at: now), now: now)
            let delivery = try await outbox.delivery(1)
            #expect(delivery.attempts == count && delivery.triedFor == .seconds(expected))
        }
        #expect(try await outbox.order(.retry, 1, now: OutboxFixture.later(200)) == nil)
        #expect(try await outbox.delivery(1).triedFor == .zero)
        _ = try await outbox.begin(1, now: OutboxFixture.later(300))
        #expect(try await outbox.delivery(1).triedFor == .zero)
        await outbox.store.close()
    }

    @Test("a lane's last word takes back every mark that was never sent")
    func endOfALane() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat", "house"]) }
        _ = try await outbox.begin(1, 2, 3, 5)
        try await outbox.store.endLane(
            "chat", finish: [AttemptEnd(.init(rawValue: 1), .delivered)], now: OutboxFixture.later(1))
        let states = try await outbox.store.deliveries().compactMap(\.work?.delivery).reversed().map(\.state)
        #expect(states == [.delivered, .attempting, .queued, .queued, .queued, .queued])
        #expect(try await outbox.attempts(3).isEmpty)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }
}
