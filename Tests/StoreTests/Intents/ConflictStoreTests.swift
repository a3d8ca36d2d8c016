import SQLite
import Store
import Testing
import Values

/// Conflicts, as the store keeps them: nobody else's, and never lost while a person has to decide.
@Suite("Conflicts in the store")
struct ConflictStoreTests {
    private static let now = Timestamp(seconds: 1_700_000_200)
    private let folder: TestStore
    private let store: Store
    private let account: AccountRow
    private let child: ChildRow

    init() async throws {
        folder = try TestStore()
        (store, account, child) = try await folder.openWithFamily(at: Self.now)
    }

    /// A parked order with a conflict about its price.
    private func contest(_ id: String = "a", _ field: String = "price", isParked: Bool = true) async throws {
        let order = RecordOrder(
            .editWish, record: RecordRow.ID(rawValue: "w"), owner: child.id.rawValue, payload: #"{"price":"2.00"}"#,
            base: #"{"price":"1.00"}"#, title: "Kite")
        let new = NewIntent(
            id: IntentRow.ID(rawValue: id), account: account, child: child.id, order: .record(order))
        _ = try await StoredIntents(store).accept(new, now: Self.now)
        try await store.write { transaction in
            try transaction.keep(conflict(id, field), at: Self.now)
            if isParked { try transaction.park(new.id, because: "contested", at: Self.now) }
        }
    }

    private func conflict(_ id: String, _ field: String, remote: String = #""3.00""#) -> NewConflict {
        NewConflict(
            of: IntentRow.ID(rawValue: id), field, base: #""1.00""#, local: #""2.00""#, remote: remote, rule: .merge)
    }

    private func open(_ store: Store) async throws -> [ConflictRow] { try await store.read { try $0.openConflicts() } }

    @Test("both versions are there after the store was closed, with whose order it is")
    func durable() async throws {
        try await contest()
        await store.close()
        let reopened = try await folder.open()
        let row = try #require(try await open(reopened).first)
        #expect(row.base == #""1.00""# && row.local == #""2.00""# && row.remote == #""3.00""#)
        #expect(row.field == "price" && row.rule == .merge && row.resolution == nil && row.foundAt == Self.now)
        #expect(row.kind == .wish && row.record.rawValue == "w" && row.title == "Kite" && row.child == child.id)
        #expect(row.account == account.id && row.intent.rawValue == "a" && row.number.rawValue == 1)
        await reopened.close()
    }

    @Test("who signs in under the same name sees nothing of it, and whoever comes back does")
    func persons() async throws {
        try await contest()
        for (user, count) in [("user-2", 0), ("user-1", 1)] {
            try await store.write { try $0.setUser(user, role: "Parent", of: account.id, at: Self.now) }
            #expect(try await open(store).count == count, "\(user)")
            #expect(try await store.read { try $0.newestConflicts(limit: 9) }.count == count)
            let one = ConflictRow.Number(rawValue: 1)
            #expect((try await store.read { try $0.conflict(one) } == nil) == (count == 0))
        }
        await store.close()
    }

    @Test("the same one met again is one, with what the server says by then; decided, it is another")
    func again() async throws {
        try await contest()
        let id = IntentRow.ID(rawValue: "a")
        try await store.write { try $0.keep(conflict("a", "price", remote: #""4.00""#), at: Self.now) }
        #expect(try await open(store).map(\.remote) == [#""4.00""#])
        let number = try #require(try await open(store).first?.number)
        try await store.write { transaction in
            #expect(try transaction.resolve(number, .other, value: #""5.00""#, at: Self.now))
            #expect(try !transaction.resolve(number, .server, at: Self.now), "once")
            #expect(try transaction.openConflicts(of: id) == 0)
            try transaction.keep(conflict("a", "price"), at: Self.now)
            try transaction.move(number, to: "x")
        }
        let rows = try await store.read { try $0.newestConflicts(limit: 9) }
        #expect(rows.map(\.resolution?.result) == [nil, .other] && rows[1].remote == #""4.00""#)
        #expect(rows[1].resolution == .init(.other, value: #""5.00""#, by: .person, at: Self.now))
        await store.close()
    }

    @Test("given up or edited by a person, it is decided by that")
    func handled() async throws {
        for (id, result) in [("b", ConflictRow.Result.server), ("c", .other)] {
            try await contest(id)
            let intent = IntentRow.ID(rawValue: id)
            if result == .server {
                _ = try await StoredIntents(store).discard(intent, now: Self.now)
            } else {
                let order = try #require(try await store.read { try $0.intent(intent) }?.order)
                _ = try await StoredIntents(store).edit(intent, to: order, now: Self.now)
            }
            let row = try #require(try await store.read { try $0.newestConflicts(limit: 1) }.first)
            #expect(row.resolution == .init(result, by: .person, at: Self.now), "\(id)")
            #expect(try await open(store).isEmpty)
        }
        await store.close()
    }

    @Test("an order that waits for a decision is not sent again without it: nobody has seen what would be overwritten")
    func retried() async throws {
        try await contest()
        let (row, isDone) = try await StoredIntents(store).retry(IntentRow.ID(rawValue: "a"), now: Self.now)
        #expect(!isDone && row?.state == .parked && row?.order.record?.base == #"{"price":"1.00"}"#)
        #expect(try await open(store).count == 1)
        await store.close()
    }

    @Test("only an order that waits for a person has open ones")
    func waiting() async throws {
        try await contest(isParked: false)
        #expect(try await open(store).isEmpty)
        await store.close()
    }

    @Test("a person's own earlier change of the same record is told from somebody else's")
    func own() async throws {
        for id in ["a", "b", "c"] { try await contest(id, isParked: false) }
        func own(_ id: String) async throws -> [String] {
            let row = try #require(try await store.read { try $0.intent(IntentRow.ID(rawValue: id)) })
            return try await store.read { try $0.ownChanges(before: row) }
        }
        #expect(try await own("c") == [], "nothing is confirmed yet")
        for (id, time) in [("a", Self.now), ("b", Self.now.advanced(by: .seconds(-1)))] {
            try await store.write { transaction in
                let row = try #require(try transaction.intent(IntentRow.ID(rawValue: id)))
                try transaction.claim(RecordRow.ID(rawValue: "w"), for: row)
                try transaction.confirm(row.id, at: time)
            }
        }
        #expect(try await own("c") == [#"{"price":"2.00"}"#], "what ended before it was ordered was in its base")
        #expect(try await own("a") == [])
        await store.close()
    }

    @Test("an order that met a conflict is kept as long as that")
    func kept() async throws {
        try await contest("a")
        try await store.write { transaction in
            _ = try transaction.resolve(ConflictRow.Number(rawValue: 1), .server, at: Self.now)
        }
        _ = try await StoredIntents(store).discard(IntentRow.ID(rawValue: "a"), now: Self.now)
        try await store.purge(now: Self.now.advanced(by: .seconds(100 * 86_400)))
        #expect(try await store.read { try $0.intent(IntentRow.ID(rawValue: "a")) } != nil)
        try await store.purge(now: Self.now.advanced(by: .seconds(367 * 86_400)))
        #expect(try await store.read { try $0.intent(IntentRow.ID(rawValue: "a")) } == nil)
        await store.close()
    }

    @Test("what was decided is kept for a year, what is open for ever")
    func purged() async throws {
        try await contest("a")
        try await contest("b")
        try await store.write { transaction in
            _ = try transaction.resolve(ConflictRow.Number(rawValue: 1), .server, at: Self.now)
        }
        let year = Self.now.advanced(by: .seconds(366 * 86_400))
        #expect(try await store.purge(now: year) == 0)
        #expect(try await store.purge(now: year.advanced(by: .seconds(1))) == 1)
        #expect(try await store.purge(now: year.advanced(by: .seconds(9_999 * 86_400))) == 0)
        #expect(try await open(store).map(\.intent.rawValue) == ["b"])
        await store.close()
    }
}
