import SQLite
import Store
import Testing
import Values

@Suite("The books of the outbox", .timeLimit(.minutes(4)))
struct AccountingTests {
    @Test("each target's alerts are the sum of its states")
    func identity() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...5 { try await outbox.alert(number, to: ["chat"], at: OutboxFixture.later(Int64(number))) }
        _ = try await outbox.begin(1, 2, 3)
        try await outbox.finish(1, .delivered)
        try await outbox.finish(2, .inDoubt(retryAt: OutboxFixture.now))
        _ = try await outbox.order(.discard, 4)
        let books = try await outbox.store.accounting()
        let chat = try #require(books.targets.first)
        #expect(chat.alerts == 5)
        #expect(chat.counts == [.delivered: 1, .inDoubt: 1, .attempting: 1, .discarded: 1, .queued: 1])
        #expect(chat.oldestOpen == OutboxFixture.later(2))
        #expect(books.isBalanced && books.everCaused == 5 && books.openAttempts == 1)
        await outbox.store.close()
    }

    @Test("a delivery that vanished unbalances the books")
    func vanished() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await outbox.alert(number, to: ["chat"]) }
        try await outbox.store.write { transaction in
            try transaction.run(Update<Int>("test.vanish", "DELETE FROM delivery WHERE number = ?1"), 1)
        }
        #expect(try await !outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("an attempt without its delivery unbalances the books")
    func orphan() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        _ = try await outbox.begin(1)
        try await outbox.store.write { transaction in
            try transaction.run(
                Update<Int>("test.orphan", "UPDATE delivery SET state = 'delivered' WHERE number = ?1"), 1)
        }
        #expect(try await !outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }
}
