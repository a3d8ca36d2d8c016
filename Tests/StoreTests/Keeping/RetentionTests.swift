import Testing
import Values

@testable import SQLite
@testable import Store

/// What a store holds after a long time.
@Suite("Retention")
struct RetentionTests {
    private static let day: Int64 = 86_400

    /// A fact of each day is told to three targets, and what the hub said of it is kept raw.
    private func live(
        _ day: Int64, _ each: Int, _ fixture: OutboxFixture, _ account: AccountRow,
        endsAs outcome: AttemptOutcome = .delivered
    ) async throws {
        let (now, child) = (OutboxFixture.later(day * Self.day), fixture.child)
        try await fixture.store.write { transaction in
            for number in 0..<each {
                let entry = try transaction.journal(
                    Array(repeating: 7, count: 600), from: .hub, account: account.id, at: now)
                let hint = try transaction.openHint(account: account.id, target: "X", journal: entry, at: now)
                try transaction.settle(hint, as: .resolved, at: now)
                _ = try OutboxFixture.insert(
                    Int(day) * each + number, to: ["chat", "house", "phone"], of: child, at: now, in: transaction
                ) { _ in nil }
                let last = try transaction.first(Self.last) ?? 0
                for delivery in (last - 2)...last {
                    let number = DeliveryRow.Number(rawValue: delivery)
                    #expect(
                        try transaction.begin(AttemptStart(number, body: Array(repeating: 1, count: 300)), now: now))
                    try transaction.finish(AttemptEnd(number, outcome, reason: nil, detail: nil), now: now)
                }
            }
        }
    }

    private static let last = Query<Int64>("test.last", "SELECT seq FROM sqlite_sequence WHERE name = 'delivery'")

    private func count(_ table: StaticString, _ store: Store) async throws -> Int {
        let text = "\(table)"
        return try await store.read { snapshot in
            switch text {
            case "delivery": try snapshot.first(Query<Int>("test.d", "SELECT count(*) FROM delivery")) ?? 0
            case "attempt": try snapshot.first(Query<Int>("test.a", "SELECT count(*) FROM attempt")) ?? 0
            case "alert": try snapshot.first(Query<Int>("test.al", "SELECT count(*) FROM alert")) ?? 0
            case "told": try snapshot.first(Query<Int>("test.t", "SELECT count(*) FROM told")) ?? 0
            case "hint": try snapshot.first(Query<Int>("test.h", "SELECT count(*) FROM hint")) ?? 0
            default: try snapshot.first(Query<Int>("test.x", "SELECT count(*) FROM txn")) ?? 0
            }
        }
    }

    private func account(_ store: Store) async throws -> AccountRow {
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            return try transaction.ensureAccount(named: "mum", on: server, at: OutboxFixture.now)
        }
    }

    @Test("a year of a family's days keeps the file small, the books right and the memory of what was told whole")
    func year() async throws {
        let fixture = try await OutboxFixture()
        let (store, each) = (fixture.store, 12)
        let account = try await account(store)
        for day: Int64 in 0..<365 {
            try await live(day, each, fixture, account)
            try await store.purge(now: OutboxFixture.later(day * Self.day))
        }
        #expect(try await count("delivery", store) == 3 * each * 91)
        #expect(try await count("attempt", store) == 3 * each * 91)
        #expect(try await count("alert", store) == each * 91)
        #expect(try await count("hint", store) == each * 15)
        #expect(try await count("told", store) == 3 * each * (365 - 91))
        #expect(try await count("txn", store) == each * 365, "the server's rows stay as long as the server lists them")
        let (accounting, counts) = (try await store.accounting(), try await store.counts())
        #expect(accounting.isBalanced && counts.isBalanced && counts.hints == each * 365)
        #expect(try await store.recount() == [])
        #expect(try await store.database.checkEverything() == [])
        let path = fixture.folder.file
        await store.close()
        // Of these some 1.5 MB are the server's rows and 1 MB the memory of what was told.
        #expect(TestStore.size(path) < 12 << 20, "\(TestStore.size(path)) bytes")
    }

    @Test(
        "what waits, what is in doubt and what was given up stays however old it is, and what was told is told nobody again"
    )
    func kept() async throws {
        let fixture = try await OutboxFixture()
        let store = fixture.store
        for number in 1...5 { try await fixture.alert(number, to: ["chat"]) }
        _ = try await fixture.begin(1, 2, 3, 4)
        try await fixture.finish(1, .delivered)
        try await fixture.finish(2, .dead, reason: .gaveUp)
        try await fixture.finish(3, .inDoubt(retryAt: OutboxFixture.now))
        try await fixture.finish(4, .skipped)
        let last = OutboxFixture.later(90 * Self.day)
        #expect(try await store.purge(now: last) == 0)
        #expect(try await store.purge(now: last.advanced(by: .seconds(1))) == 2)
        #expect(try await count("delivery", store) == 3)
        #expect(try await count("alert", store) == 3)
        #expect(try await store.accounting().isBalanced)
        for number: Int64 in [2, 3, 5] { _ = try await fixture.delivery(number) }
        // Should the server's rows come anew, as after a loss, nobody hears of the old ones.
        for number in [1, 4] {
            try await store.write { try $0.run(Self.forget, "TXN-\(number)") }
            #expect(try await fixture.alert(number, to: ["chat", "new"], at: last))
        }
        let lines = try await store.accounting().targets
        #expect(lines.first { $0.name == "chat" }?.count(.queued) == 1, "the fifth, which has waited all the time")
        #expect(lines.first { $0.name == "new" }?.count(.queued) == 2, "a target that was never told is")
        await store.close()
    }

    private static let forget = Update<String>("test.forget", "DELETE FROM txn WHERE lower(id) = lower(?1)")

    @Test("a person's wish keeps it longer, and shorter; where room is scarce nobody's wish keeps raw messages")
    func wishes() async throws {
        let fixture = try await OutboxFixture()
        let store = fixture.store
        let account = try await account(store)
        try await live(0, 1, fixture, account)
        store.room.wanted = KeepingWish(messages: .seconds(60 * Self.day), history: .seconds(400 * Self.day))
        #expect(try await store.purge(now: OutboxFixture.later(59 * Self.day)) == 0)
        #expect(try await store.purge(keeping: .scarce, now: OutboxFixture.later(59 * Self.day)) == 2)
        #expect(try await store.purge(now: OutboxFixture.later(399 * Self.day)) == 0)
        store.room.wanted = KeepingWish(messages: .seconds(Self.day), history: .seconds(Self.day))
        #expect(try await store.purge(now: OutboxFixture.later(2 * Self.day)) == 3)
        #expect(try await count("told", store) == 3)
        #expect(try await count("txn", store) == 1)
        await store.close()
    }

    @Test("sums of days stay as they were when rows leave")
    func sums() async throws {
        let fixture = try await OutboxFixture()
        let account = try await account(fixture.store)
        try await live(0, 4, fixture, account)
        let child = fixture.child
        let before = try await fixture.store.read { try $0.daySums(of: child.id, on: child.server, in: 0..<100_000) }
        #expect(!before.isEmpty)
        #expect(try await fixture.store.purge(now: OutboxFixture.later(1_000 * Self.day)) > 0)
        #expect(
            try await fixture.store.read { try $0.daySums(of: child.id, on: child.server, in: 0..<100_000) } == before)
        await fixture.store.close()
    }
}
