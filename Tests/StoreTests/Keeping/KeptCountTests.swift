import SQLite
import Store
import Testing
import Values

@Suite("Kept counts")
struct KeptCountTests {
    private let moment = Timestamp(seconds: 1_700_000_500)

    /// A store with some of everything, in every state.
    private func filled(_ folder: TestStore) async throws -> Store {
        let outbox = try await OutboxFixture(in: folder)
        let (store, moment) = (outbox.store, moment)
        for number in 1...4 { try await outbox.alert(number, to: number == 4 ? [] : ["chat", "house"]) }
        _ = try await outbox.begin(1, 2, 3)
        try await outbox.finish(1, .delivered)
        try await outbox.finish(2, .inDoubt(retryAt: OutboxFixture.now))
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: moment)
            for number in 0..<4 {
                let entry = try transaction.journal([1, 2, 3], from: .hub, account: account.id, at: moment)
                let hint = try transaction.openHint(account: account.id, target: "X", journal: entry, at: moment)
                if number == 1 { try transaction.settle(hint, as: .resolved, at: moment) }
                if number > 1 { try transaction.settle(hint, as: .reported, at: moment) }
            }
            try transaction.upsert(.sample("Bruno", on: server.id))
            try transaction.update(.sample(1, of: .sample("Bruno", on: server.id)))
        }
        return store
    }

    @Test("every count is what a count gives, whatever was done")
    func right() async throws {
        let folder = try TestStore()
        let store = try await filled(folder)
        #expect(try await store.recount() == [])
        let counts = try await store.counts()
        #expect(counts.transactions == 4 && counts.hints == 4 && counts.journal == 4 && counts.isBalanced)
        #expect(counts.openHints == 1 && counts.resolvedHints == 1 && counts.reportedHints == 2)
        #expect(try await store.accounting().isBalanced)
        #expect(try await store.purge(now: moment.advanced(by: .seconds(15 * 86_400))) == 6)
        #expect(try await store.recount() == [])
        // What was taken stays taken, and how it ended.
        let later = try await store.counts()
        #expect(later.hints == 4 && later.resolvedHints == 1 && later.reportedHints == 2 && later.isBalanced)
        #expect(later.journal == 1)
        await store.close()
    }

    @Test(
        "what came or went behind the store's back is said, and put right",
        arguments: [
            ("DELETE FROM txn WHERE id = 'txn-4' AND 0 = (SELECT 0)", ["txn", "child|child-alice"]),
            ("DELETE FROM hint WHERE state = 'resolved'", ["hint", "hint.resolved"]),
            ("DELETE FROM journal WHERE seq = 1", ["journal", "journal.room"]),
            (
                "UPDATE delivery SET state = 'dead' WHERE state = 'delivered'",
                ["delivery|chat|dead", "delivery|chat|delivered"]
            ),
            (
                "DELETE FROM attempt WHERE delivery = 4; DELETE FROM delivery WHERE number = 4",
                ["delivery|house", "delivery|house|queued"]
            ),
        ])
    func wrong(change: String, names: [String]) async throws {
        let folder = try TestStore()
        try await filled(folder).close()
        let raw = try RawDatabase(folder.file)
        let triggers = try raw.rows("SELECT sql, name FROM sqlite_schema WHERE type = 'trigger'")
        try raw.execute("PRAGMA foreign_keys = OFF")
        for trigger in triggers { try raw.execute("DROP TRIGGER \(trigger[1])") }
        try raw.execute(change)
        for trigger in triggers { try raw.execute(trigger[0]) }
        let store = try await folder.open()
        let found = try await store.recount()
        #expect(found.map(\.name).sorted() == names.sorted())
        #expect(found.allSatisfy { $0.kept != $0.counted })
        #expect(try await store.recount() == [])
        await store.close()
    }

    @Test("a store of the first schema is taken over with its counts")
    func upgrade() async throws {
        let folder = try TestStore()
        let path = DeclaredStatement.folder + "/Migrations/Migration+first.swift"
        let sql = try DeclaredStatement.literal(after: "\"first\",", in: path)
        let fingerprint = Int64(
            bitPattern: sql.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
            })
        let raw = try RawDatabase(folder.file)
        try raw.execute(sql)
        try raw.execute(
            """
            CREATE TABLE schema_migration (
              version INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint INTEGER NOT NULL, applied INTEGER NOT NULL
            ) STRICT;
            INSERT INTO schema_migration VALUES (1, 'first', \(fingerprint), 0);
            PRAGMA user_version = 1;
            PRAGMA application_id = \(0x506B_426C);
            INSERT INTO server VALUES (1, 'https://family.example');
            INSERT INTO account (id, name, server) VALUES (1, 'mum', 1);
            INSERT INTO child VALUES (1, 'child-alice', 'Alice', 'Reed', '10.00', 5, 0, 5);
            INSERT INTO account_child VALUES (1, 'child-alice', 1);
            INSERT INTO txn VALUES
              (1, 'a', 'child-alice', '1', 'credit', '', '', '9', 7, NULL, NULL, 1, 7, 'scan', 0),
              (1, 'b', 'child-alice', '1', 'credit', '', '', '10', 8, NULL, NULL, 2, 8, 'scan', 0);
            INSERT INTO journal VALUES (1, 1, 'hub', 5, x'0102', 2);
            INSERT INTO hint VALUES (1, 1, 'X', NULL, NULL, 1, 5, 'open', 0, NULL), (2, 1, 'X', NULL, NULL, 1, 5, 'reported', 0, NULL);
            INSERT INTO alert VALUES ('new|a', 'transaction', 1, 'child-alice', 'a', NULL, NULL, NULL, 0, 5);
            INSERT INTO delivery VALUES (1, 'new|a', 'chat', NULL, NULL, 'queued', 5, 0, 0, NULL, NULL, NULL, 5, 5);
            """)
        let store = try await folder.open()
        #expect(try await store.recount() == [])
        let counts = try await store.counts()
        #expect(counts.transactions == 2 && counts.hints == 2 && counts.openHints == 1 && counts.journal == 1)
        let books = try await store.accounting()
        #expect(books.isBalanced && books.alerts == 1 && books.targets.map(\.name) == ["chat"])
        let child = try #require(try await store.children().first)
        let position = try await store.read { try $0.nextPosition(of: child.id, on: child.server) }
        let explaining = try await store.read { snapshot in try (1...4).filter { try snapshot.mayExplain($0, child) } }
        #expect(position == 3 && explaining == [3, 4])
        // It was planned before rules had looks, and is to be sent all the same.
        let waiting = try #require(try await store.history(of: .init(rawValue: 1))?.delivery.work)
        #expect(waiting.delivery.state == .queued && waiting.delivery.style == nil && waiting.account == "mum")
        await store.close()
    }
}
