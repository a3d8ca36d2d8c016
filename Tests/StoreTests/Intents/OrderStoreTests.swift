import SQLite
import Store
import Testing
import Values

/// Orders about records, as the store keeps them, and how stores of before come to have room for them.
@Suite("Orders in the store")
struct OrderStoreTests {
    private static let now = Timestamp(seconds: 1_700_000_200)
    private let folder: TestStore
    private let store: Store
    private let account: AccountRow
    private let child: ChildRow

    init() async throws {
        folder = try TestStore()
        (store, account, child) = try await folder.openWithFamily(at: Self.now)
    }

    private func give(_ id: String, payload: String = #"{"name":"Kite"}"#, record: String? = nil) async throws {
        let order = RecordOrder(
            .addWish, record: record.map(RecordRow.ID.init(rawValue:)), owner: child.id.rawValue, payload: payload,
            base: "{}", title: "Kite")
        let new = NewIntent(
            id: IntentRow.ID(rawValue: id), account: account, child: child.id, order: .record(order))
        guard case .accepted = try await StoredIntents(store).accept(new, now: Self.now) else {
            Issue.record("not taken")
            return
        }
    }

    private func row(_ id: String) async throws -> IntentRow {
        try #require(try await store.read { try $0.intent(IntentRow.ID(rawValue: id)) })
    }

    private func mark(_ id: String) async throws -> IntentRow? {
        try await store.write { transaction in
            try transaction.know(["x"], before: IntentRow.ID(rawValue: id))
            return try transaction.markAttempt(IntentRow.ID(rawValue: id), serverNow: Self.now)
        }
    }

    @Test("what is ordered is there after the store was closed, word for word")
    func durable() async throws {
        try await give("a", payload: #"{"name":"K'i\"te","price":"12.50"}"#)
        let row = try await row("a")
        #expect(row.order.record?.payload == #"{"name":"K'i\"te","price":"12.50"}"# && row.order.content == nil)
        #expect(row.state == .accepted && row.acceptedBy == "user-1" && row.pendingAmount == .zero && row.isPending)
        await store.close()
        let reopened = try await folder.open()
        #expect(try await reopened.read { try $0.openOrders(.wish) } == [row])
        #expect(try await reopened.read { try $0.openOrders(.goal) } == [])
        // Money's lists have nothing of it.
        #expect(try await reopened.read { try $0.overlay() } == [])
        await reopened.close()
    }

    @Test("it is marked once the list before it is known, alone of its child, and what the list had stays what it was")
    func marks() async throws {
        try await give("a")
        try await give("b")
        await #expect(throws: (any Error).self, "without a look") {
            try await store.write { _ = try $0.markAttempt(IntentRow.ID(rawValue: "a"), serverNow: Self.now) }
        }
        let marked = try #require(try await mark("a"))
        #expect(marked.state == .sending && marked.known == ["x"] && marked.before == nil)
        #expect(try await mark("b") == nil)
        try await store.write { transaction in
            try transaction.record(.unclear("lost"), of: marked.id, due: Self.now)
            try transaction.know(["x", "y"], before: marked.id)
        }
        #expect(try await row("a").known == ["x"])
        #expect(try await mark("a")?.attempts == 2)
        await store.close()
    }

    @Test("what one order made counts as no other's; a record that is changed may be changed by several")
    func facts() async throws {
        for id in ["a", "b"] { try await give(id) }
        let fact = RecordRow.ID(rawValue: "wish-1")
        let (a, b) = (try await row("a"), try await row("b"))
        try await store.write { try $0.claim(fact, for: a) }
        #expect(try await store.read { try $0.takenFacts(besides: b) } == ["wish-1"])
        #expect(try await store.read { try $0.takenFacts(besides: a) } == [])
        await #expect(throws: (any Error).self) { try await store.write { try $0.claim(fact, for: b) } }
        for id in ["c", "d"] {
            try await give(id, record: "wish-1")
            let row = try await row(id)
            try await store.write { transaction in
                try transaction.claim(fact, for: row)
                try transaction.confirm(row.id, at: Self.now)
            }
            #expect(try await self.row(id).state == .confirmed)
        }
        // Nothing is confirmed without a fact.
        try await store.write { try $0.confirm(b.id, at: Self.now) }
        #expect(try await row("b").state == .accepted)
        await store.close()
    }

    @Test("sent again after it was parked, it still asks whether somebody else has changed the same meanwhile")
    func retried() async throws {
        try await give("a", record: "wish-1")
        let id = IntentRow.ID(rawValue: "a")
        #expect(try await row("a").order.record?.base == "{}")
        try await store.write { try $0.park(id, because: "changed", at: Self.now) }
        _ = try await StoredIntents(store).retry(id, now: Self.now)
        #expect(try await row("a").order.record?.base == "{}")
        let money = IntentRow.Order.transaction(.init(amount: Decimal("1")!, category: "Gift", description: "x"))
        #expect(try await !StoredIntents(store).edit(id, to: money, now: Self.now).isDone, "another kind of order")
        await store.close()
    }

    @Test("a store of before keeps every entry in every state, word for word, with its counts and its number")
    func upgrade() async throws {
        let old = try TestStore()
        try OldStore.make(old.file, before: "orders")
        let raw = try RawDatabase(old.file)
        let states = ["accepted", "sending", "unknown", "acked", "confirmed", "parked", "discarded"]
        var sql = """
            INSERT INTO server VALUES (1, 'https://family.example');
            INSERT INTO account (id, name, server, user_id, role) VALUES (1, 'mum', 1, 'u', 'Parent');
            INSERT INTO child (server, id, first_name, last_name, balance, seen_at)
              VALUES (1, 'alice', 'Alice', 'Reed', '10.00', 5);
            INSERT INTO txn VALUES (1, 'a', 'alice', '1', 'credit', '', '', '9', 7, NULL, NULL, 1, 7, 'scan', 1);
            """
        for (index, state) in states.enumerated() {
            let isSent = !["accepted", "discarded"].contains(state)
            sql += """
                INSERT INTO intent (number, id, account, server, child, amount, category, description, notes, fingerprint,
                  accepted_by, accepted_at, state, attempts, before, first_sent_at, last_attempt_at, due_at, reason,
                  answered, txn, uncovered, settled_at) VALUES (\(index + 1), 'id-\(state)', 1, 1, 'alice', '-3.20', 'Toys',
                  'Ball ''\(state)''', NULL, 'f', 'u', 11, '\(state)', \(isSent ? "2, 5, 12, 13" : "0, NULL, NULL, NULL"), 14,
                  'why', \(state == "acked" ? "'b'" : "NULL"), \(state == "confirmed" ? "'a', 1" : "NULL, 0"), NULL);
                """
        }
        // The last number was given to one that is no longer there.
        sql += """
            INSERT INTO intent (number, id, account, server, child, amount, category, description, fingerprint, accepted_by,
              accepted_at, state, due_at) VALUES (40, 'gone', 1, 1, 'alice', '1', '', '', '', 'u', 1, 'discarded', 1);
            DELETE FROM intent WHERE number = 40;
            """
        try raw.execute(sql)
        let columns = """
            number, id, account, server, child, amount, category, description, notes, fingerprint, accepted_by, accepted_at,
            state, attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
            """
        let before = try raw.rows("SELECT \(columns) FROM intent ORDER BY number")
        #expect(before.count == states.count)
        let store = try await old.open()
        #expect(try raw.rows("SELECT \(columns) FROM intent ORDER BY number") == before)
        let rows: [IntentRow] = try await store.read { try $0.newestIntents(limit: 99).reversed() }
        #expect(rows.map(\.state.rawValue) == states && rows.allSatisfy { $0.order.content?.category == "Toys" })
        #expect(rows[3].answered == "b" && rows[4].transaction?.rawValue == "a" && rows[2].before == 5)
        let counts = try await store.counts()
        #expect(counts.intents == 7 && counts.waitingIntents == 4 && counts.isBalanced)
        #expect(try await store.recount() == [])
        // What waits goes on, and a number is never given twice.
        #expect(try await StoredIntents(store).discard(IntentRow.ID(rawValue: "id-accepted"), now: Self.now).isDone)
        try await store.write { try $0.supersede(IntentRow.ID(rawValue: "id-unknown"), because: "", at: Self.now) }
        #expect(try await store.counts().supersededIntents == 1)
        #expect(try await store.recount() == [])
        try raw.execute("DELETE FROM intent WHERE number = 6")
        #expect(try await store.counts().parkedIntents == 0)
        let mum = try #require(try await store.read { try $0.account(named: "mum") })
        let new = NewIntent(
            id: IntentRow.ID(rawValue: "new"), account: mum, child: nil,
            order: .record(
                RecordOrder(.addWish, owner: "", payload: "{}", title: "")))
        guard case .accepted(let row) = try await StoredIntents(store).accept(new, now: Self.now) else {
            throw Failure()
        }
        #expect(row.number == 41 && row.child == nil)
        await store.close()
    }

    private struct Failure: Error {}

    @Test(
        "a row that says two things is refused",
        arguments: [
            "SELECT 'x', 'transaction', 'wish', NULL, NULL, '', NULL, NULL",
            "SELECT 'x', 'transaction', 'transaction', NULL, '1', '', NULL, NULL",
            "SELECT 'x', 'add-wish', 'wish', NULL, '1', '', 'alice', '{}'",
            "SELECT 'x', 'add-wish', 'wish', NULL, NULL, '', NULL, '{}'",
            "SELECT 'x', 'add-wish', 'wish', NULL, NULL, '', 'alice', NULL",
        ])
    func checks(_ values: String) async throws {
        await store.close()
        let raw = try RawDatabase(folder.file)
        #expect(throws: RawDatabase.Failure.self) {
            try raw.execute(
                """
                INSERT INTO intent (id, deed, kind, child, amount, description, owner, payload, account, server,
                  accepted_by, accepted_at, state, due_at) \(values), 1, 1, 'u', 1, 'accepted', 1
                """)
        }
    }
}
