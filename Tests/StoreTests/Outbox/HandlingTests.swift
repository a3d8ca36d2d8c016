import SQLite
import Store
import Testing
import Values

@Suite("What a person does with deliveries", .timeLimit(.minutes(4)))
struct HandlingTests {
    @Test("a dead delivery can be put back, due at once and with fresh patience")
    func retry() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .dead, reason: .rejected)
        #expect(try await outbox.order(.retry, 1, now: OutboxFixture.later(9)) == nil)
        var delivery = try await outbox.delivery(1)
        #expect(delivery.state == .queued && delivery.attempts == 0 && delivery.firstAttemptAt == nil)
        _ = try await outbox.begin(1, now: OutboxFixture.later(10))
        delivery = try await outbox.delivery(1)
        #expect(delivery.firstAttemptAt == OutboxFixture.later(10))
        #expect(try await outbox.attempts(1).map(\.number) == [1, 2])
        await outbox.store.close()
    }

    @Test("a skipped one goes back in doubt: it may have arrived")
    func retrySkipped() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .inDoubt(retryAt: OutboxFixture.now))
        try await outbox.store.skip(
            [.init(rawValue: 1)], detail: "by the policy", now: OutboxFixture.now)
        #expect(try await outbox.delivery(1).state == .skipped)
        #expect(try await outbox.order(.retry, 1) == nil)
        #expect(try await outbox.delivery(1).state == .inDoubt)
        await outbox.store.close()
    }

    @Test("orders that make no sense are refused with a reason")
    func refusals() async throws {
        let outbox = try await OutboxFixture()
        let one = DeliveryRow.Number(rawValue: 1)
        #expect(try await outbox.order(.retry, 1) == .unknown(one))
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        #expect(try await outbox.order(.discard, 1) == .underWay(one))
        try await outbox.finish(1, .delivered)
        #expect(try await outbox.order(.retry, 1) == .settled(one, .delivered))
        #expect(try await outbox.order(.discard, 1) == .settled(one, .delivered))
        await outbox.store.close()
    }

    @Test("lists are filtered by state and target, newest first, and limited")
    func lists() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat", "house"]) }
        _ = try await outbox.order(.discard, 3)
        let numbers = { (filter: DeliveryFilter) in
            try await outbox.store.deliveries(matching: filter).compactMap(\.work?.delivery.number.rawValue)
        }
        #expect(try await numbers(DeliveryFilter(limit: 2)) == [6, 5])
        #expect(try await numbers(DeliveryFilter(states: [.discarded])) == [3])
        #expect(try await numbers(DeliveryFilter(states: [.queued, .discarded], target: "chat")) == [5, 3, 1])
        #expect(try await numbers(DeliveryFilter(states: [.dead])).isEmpty)
        #expect(try await outbox.store.history(of: .init(rawValue: 99)) == nil)
        await outbox.store.close()
    }
}
