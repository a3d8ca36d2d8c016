import SQLite
import Store
import Testing
import Values

@Suite("What waits in a lane", .timeLimit(.minutes(1)))
struct LaneQueueTests {
    @Test("deliveries wait in the order of their alerts, whatever their next moment is")
    func order() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat", "house"]) }
        #expect(try await outbox.waiting("chat") == [1, 3, 5])
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .retry(at: OutboxFixture.later(3_600)))
        #expect(try await outbox.waiting("chat") == [1, 3, 5])
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
        let picked = try await outbox.store.lane(of: "chat", patience: 2, limit: 10) { queue in
            (queue.inOrder.map(\.number) == [2, 3].map { .init(rawValue: $0) } && queue.aside?.attempts == 2)
                ? [.init(rawValue: 1)] : []
        }
        #expect(picked.chosen.map(\.delivery.number.rawValue) == [1])
        await outbox.store.close()
    }

    @Test("a target that is back gets at once what never reached it, and nothing else")
    func wake() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat"]) }
        _ = try await outbox.begin(1, 2)
        try await outbox.finish(1, .retry(at: OutboxFixture.later(3_600)), reason: "unreachable")
        try await outbox.finish(2, .retry(at: OutboxFixture.later(3_600)), reason: "server-error")
        #expect(try await outbox.store.wake("chat", now: OutboxFixture.later(9)) == 1)
        #expect(try await outbox.delivery(1).dueAt == OutboxFixture.later(9))
        #expect(try await outbox.delivery(2).dueAt == OutboxFixture.later(3_600))
        await outbox.store.close()
    }

    @Test("a commit that causes a delivery rings the lanes")
    func changes() async throws {
        let outbox = try await OutboxFixture()
        let changes = outbox.store.outboxChanges()
        try await outbox.alert(1, to: ["chat"])
        var heard = false
        for await _ in changes {
            heard = true
            break
        }
        #expect(heard)
        await outbox.store.close()
    }
}
