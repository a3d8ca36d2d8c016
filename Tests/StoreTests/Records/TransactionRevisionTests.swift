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

    @Test("an alert tells what was so when it came up, whatever the server has made of it since, also after an update")
    func told() async throws {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        func texts() async throws -> [String?] {
            try await outbox.store.deliveries().compactMap(\.work)
                .sorted { $0.delivery.number.rawValue < $1.delivery.number.rawValue }.map {
                    $0.transaction?.description
                }
        }
        func revise(_ text: String, at second: Int64) async throws {
            let row = TransactionRow.sample(1, of: child, description: text)
            try await outbox.store.write { transaction in
                let former = try #require(try transaction.transaction(row.id, on: row.server))
                try transaction.revise(row, at: OutboxFixture.later(second))
                let change = FactChange(
                    kind: .transactionEdited(row, from: former, revision: Int(second)), child: child,
                    origin: "https://family.example", isLate: false, at: OutboxFixture.later(second))
                let alert = PlannedAlert(
                    key: AlertRow.Key(rawValue: "edit|\(second)"), event: .edited,
                    deliveries: [PlannedDelivery(target: "chat")])
                _ = try transaction.insert(alert, for: change)
            }
        }
        try await outbox.alert(1, to: ["chat", "house"])
        try await revise("Kites", at: 10)
        _ = try await outbox.begin(1, now: OutboxFixture.later(20))
        try await outbox.finish(1, .inDoubt(retryAt: OutboxFixture.later(21)), now: OutboxFixture.later(21))
        try await revise("Two kites", at: 30)
        #expect(try await texts() == ["Kite", "Kite", "Kites", "Two kites"])
        // What is not kept any more is told as it was next.
        #expect(try await outbox.store.purge(now: OutboxFixture.later(10 + 90 * 86_400 + 1)) > 0)
        #expect(try await texts().first == "Kites")
        await outbox.store.close()
    }

    @Test("alerts of before this was written down are told as their revisions' times say")
    func upgrade() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "told")
        try RawDatabase(folder.file).execute(
            """
            INSERT INTO server (id, origin) VALUES (1, 'https://family.example');
            INSERT INTO child (server, id, first_name, last_name, balance, seen_at) VALUES (1, 'c', 'A', 'B', '1', 0);
            INSERT INTO txn (server, id, child, amount, kind, category, description, balance_after, created_at, position,
              first_seen_at, source, late) VALUES (1, 't', 'c', '1', 'credit', 'Gift', 'Two kites', '1', 0, 1, 0, 'scan', 0);
            INSERT INTO txn_revision (server, txn, number, amount, kind, category, description, balance_after, created_at,
              until) VALUES (1, 't', 1, '1', 'credit', 'Gift', 'Kite', '1', 0, 10);
            INSERT INTO alert (key, event, server, child, txn, late, created_at) VALUES
              ('a', 'transaction', 1, 'c', 't', 0, 5), ('b', 'edited', 1, 'c', 't', 0, 10);
            INSERT INTO delivery (alert, target, state, due_at, attempts, repeat, created_at, updated_at)
              VALUES ('a', 'chat', 'queued', 0, 0, 0, 5, 5), ('b', 'chat', 'queued', 0, 0, 0, 10, 10);
            """)
        let store = try await folder.open()
        let works = try await store.deliveries().compactMap(\.work).sorted { $0.alert.createdAt < $1.alert.createdAt }
        #expect(works.map { $0.transaction?.description } == ["Kite", "Two kites"])
        await store.close()
    }
}
