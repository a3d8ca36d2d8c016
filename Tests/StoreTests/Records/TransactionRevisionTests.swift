import Store
import Testing
import Values

@Suite("What a transaction said before")
struct TransactionRevisionTests {
    @Test("each other description is a revision that keeps what was said; the row's place and origin stay")
    func revisions() async throws {
        let bench = try await RecordBench()
        let child = ChildRow.sample(on: bench.mum.server)
        let (first, id) = (TransactionRow.sample(1, of: child), TransactionRow.sample(1, of: child).id)
        try await bench.store.write { transaction in
            try transaction.upsert(child)
            _ = try transaction.insert(first)
        }
        for (second, text) in [(10, "Kites"), (20, "Two kites")] {
            let (row, moment) = (TransactionRow.sample(1, of: child, description: text), bench.moment(second))
            try await bench.store.write { try $0.revise(row, at: moment) }
        }
        func before() async throws -> [TransactionRevision] {
            try await bench.store.read { try $0.revisions(of: id, on: child.server) }
        }
        let found = try await before()
        #expect(found.map(\.number) == [1, 2] && found.map(\.description) == ["Kite", "Kites"])
        #expect(found.map(\.until) == [bench.moment(10), bench.moment(20)])
        #expect(
            found.allSatisfy { $0.amount == first.amount && $0.balanceAfter == first.balanceAfter && $0.kind == .debit }
        )
        #expect(try await bench.store.read { try $0.transaction(id, on: child.server) }?.description == "Two kites")
        #expect(try await bench.store.recount() == [])
        // 90 days later what was said is forgotten, what is said stays.
        #expect(try await bench.store.purge(now: bench.moment(10 + 90 * 86_400 + 1)) == 1)
        #expect(try await before().map(\.number) == [2])
        #expect(try await bench.store.counts().transactions == 1)
        await bench.store.close()
    }

    @Test("a delivery shows what was sent, whatever the server has made of it since; one that waits, what will be sent")
    func told() async throws {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        func texts(_ number: Int64) async throws -> [String?] {
            let listed = try await outbox.store.deliveries().compactMap(\.work)
            let history = try await outbox.store.history(of: .init(rawValue: number))?.delivery.work
            return [listed.first { $0.delivery.number.rawValue == number }, history].map {
                $0?.transaction?.description
            }
        }
        func revise(_ text: String, at second: Int64) async throws {
            let row = TransactionRow.sample(1, of: child, description: text)
            try await outbox.store.write { try $0.revise(row, at: OutboxFixture.later(second)) }
        }
        try await outbox.alert(1, to: ["chat", "house", "phone"])
        // Before anything was sent: nobody has read it.
        try await revise("Kites", at: 10)
        _ = try await outbox.begin(1, now: OutboxFixture.later(20))
        try await outbox.finish(1, .delivered, now: OutboxFixture.later(21))
        #expect(try await texts(1) == ["Kites", "Kites"])
        for (second, text) in [(30, "Two kites"), (40, "Three kites")] { try await revise(text, at: Int64(second)) }
        #expect(try await texts(1) == ["Kites", "Kites"])
        // In doubt without bytes that are kept: the last attempt counts, not the first.
        _ = try await outbox.store.turn(
            finish: [], begin: [AttemptStart(.init(rawValue: 2), body: nil)], now: OutboxFixture.later(35))
        #expect(try await texts(2) == ["Two kites", "Two kites"])
        #expect(try await texts(3) == ["Three kites", "Three kites"])
        #expect(try await outbox.delivery(3).state == .queued)
        await outbox.store.close()
    }
}
