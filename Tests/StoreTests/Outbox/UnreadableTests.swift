import Observability
import SQLite
import Store
import Testing
import Values

/// What a flipped bit, or a newer program, leaves in the rows that a delivery consists of.
@Suite("Rows that cannot be read", .timeLimit(.minutes(4)))
struct UnreadableTests {
    struct Spoil: Sendable, CustomTestStringConvertible {
        let table: String
        let sql: String
        /// What is given up is written anew, and can be read from then on.
        var isMended = false

        var testDescription: String { sql }
    }

    private static let spoils = [
        Spoil(table: "txn", sql: "UPDATE txn SET amount = 'much' WHERE id = 'txn-2'"),
        Spoil(table: "txn", sql: "UPDATE txn SET description = CAST(x'ff' AS TEXT) WHERE id = 'txn-2'"),
        Spoil(table: "txn", sql: "UPDATE txn SET kind = 'loan' WHERE id = 'txn-2'"),
        Spoil(table: "alert", sql: "UPDATE alert SET event = 'weather' WHERE txn = 'txn-2'"),
        Spoil(table: "alert", sql: "UPDATE alert SET late = 7 WHERE txn = 'txn-2'"),
        Spoil(table: "alert", sql: "UPDATE delivery SET alert = 'another' WHERE number = 2"),
        Spoil(table: "delivery", sql: "UPDATE delivery SET template = CAST(x'ff' AS TEXT) WHERE number = 2"),
        Spoil(table: "delivery", sql: "UPDATE delivery SET repeat = 7 WHERE number = 2", isMended: true),
        Spoil(table: "delivery", sql: "UPDATE delivery SET attempts = x'00' WHERE number = 2", isMended: true),
        Spoil(table: "delivery", sql: "UPDATE delivery SET created_at = x'00' WHERE number = 2", isMended: true),
        Spoil(table: "delivery", sql: "UPDATE delivery SET body = 5 WHERE number = 2", isMended: true),
        Spoil(table: "delivery", sql: "UPDATE delivery SET style = x'00' WHERE number = 2", isMended: true),
        // It is due never, so no look would choose it.
        Spoil(
            table: "delivery", sql: "UPDATE delivery SET due_at = x'00', attempts = 1 WHERE number = 2", isMended: true),
    ]

    /// Three deliveries, one of whose rows is spoilt behind the store's back, past everything that would refuse it.
    private func spoilt(_ spoil: Spoil, marked: Bool = false) async throws -> OutboxFixture {
        let folder = try TestStore()
        let before = try await OutboxFixture(in: folder)
        for number in 1...3 { try await before.alert(number, to: ["chat"]) }
        if marked { _ = try await before.begin(2) }
        await before.store.close()
        func set(_ old: String, _ new: String) throws {
            let raw = try RawDatabase(folder.file)
            try raw.execute("PRAGMA writable_schema = ON")
            try raw.execute(
                "UPDATE sqlite_schema SET sql = replace(sql, ') \(old)', ') \(new)') WHERE name = 'delivery'")
        }
        try set("STRICT", "/*STRICT*/")
        do {
            let raw = try RawDatabase(folder.file)
            try raw.execute("PRAGMA ignore_check_constraints = ON")
            try raw.execute(spoil.sql)
        }
        try set("/*STRICT*/", "STRICT")
        return try await OutboxFixture(in: folder)
    }

    private func look(_ outbox: OutboxFixture) async throws -> (works: [Int64], unreadable: [UnreadableDelivery]) {
        let look = LaneLook(target: "chat", patience: 4, limit: 10)
        let found = try await outbox.store.lane(look, now: OutboxFixture.later(86_400)) { queue in
            ((), (queue.marked + queue.due + queue.aside).map(\.number))
        }
        return (found.works.map(\.delivery.number.rawValue).sorted(), found.unreadable)
    }

    private func listed(_ outbox: OutboxFixture, _ states: Set<DeliveryRow.State>) async throws -> [ListedDelivery] {
        try await outbox.store.deliveries(matching: DeliveryFilter(states: states))
    }

    @Test(
        "a delivery that cannot be read is found by its number and given up; the others of its target go on, and counts add up",
        arguments: spoils, [false, true])
    func givenUp(spoil: Spoil, marked: Bool) async throws {
        let outbox = try await spoilt(spoil, marked: marked)
        let found = try await look(outbox)
        #expect(found.works == [1, 3])
        let remains = try #require(found.unreadable.first)
        #expect(found.unreadable.count == 1 && remains.number.rawValue == 2 && remains.target == "chat")
        #expect(remains.fault.contains(spoil.table), "\(remains.fault)")
        #expect(try await listed(outbox, [.queued, .attempting]).count == 3, "lists show what is left of it")

        try await outbox.store.giveUp(found.unreadable, now: OutboxFixture.later(5))
        let after = try await look(outbox)
        #expect(after.works == [1, 3] && after.unreadable.isEmpty)
        let accounting = try await outbox.store.accounting()
        #expect(accounting.isBalanced && accounting.count(.dead) == 1 && accounting.openAttempts == 0)
        #expect(try await outbox.store.recount() == [])
        let dead = try #require(try await listed(outbox, [.dead]).first)
        let history = try #require(try await outbox.store.history(of: .init(rawValue: 2)))
        #expect(history.delivery == dead && history.attempts.count == (marked ? 1 : 0))
        #expect(history.attempts.allSatisfy { $0.outcome == "dead" && $0.reason == .unreadable })
        switch dead {
        case .whole(let work):
            #expect(spoil.isMended && work.delivery.reason == .unreadable && work.delivery.detail == remains.sentence)
        case .unreadable(let left):
            #expect(!spoil.isMended && left.state == .dead && left.reason == .unreadable)
            #expect(left.detail == remains.sentence)
        }
        // A person may try it again, which is no harm.
        #expect(try await outbox.order(.retry, 2, now: OutboxFixture.later(6)) == nil)
        let again = try await look(outbox)
        #expect(again.unreadable.map(\.number.rawValue) == (spoil.isMended ? [] : [2]))
        await outbox.store.close()
    }

    @Test("what was given up and then repaired is sent when a person wants it, and is told of no longer")
    func repaired() async throws {
        let spoil = Spoil(table: "txn", sql: "UPDATE txn SET amount = 'much' WHERE id = 'txn-2'")
        let outbox = try await spoilt(spoil)
        try await outbox.store.giveUp(try await look(outbox).unreadable, now: OutboxFixture.later(5))
        #expect(
            try await StoreCare(outbox.store).unreadableNow() == [
                "txn 1|txn-2 (column 3 'amount': not a decimal number, found TEXT)"
            ])
        let file = outbox.folder.file
        do {
            let raw = try RawDatabase(file)
            try raw.execute("UPDATE txn SET amount = '1.50' WHERE id = 'txn-2'")
        }
        #expect(try await StoreCare(outbox.store).unreadableNow() == [])
        #expect(try await outbox.order(.retry, 2, now: OutboxFixture.later(6)) == nil)
        #expect(try await look(outbox).works == [1, 2, 3])
        #expect(try await outbox.begin(2) == [.init(rawValue: 2)])
        try await outbox.finish(2, .delivered)
        #expect(try await outbox.delivery(2).state == .delivered)
        await outbox.store.close()
    }

    @Test(
        "a count of attempts that a flipped bit has made huge ends nothing",
        arguments: [Int64.max, .min, -1, 1_000_001])
    func hugeCount(_ attempts: Int64) async throws {
        let outbox = try await spoilt(
            Spoil(table: "delivery", sql: "UPDATE delivery SET attempts = \(attempts) WHERE number = 2"))
        let found = try await look(outbox)
        #expect(found.works.contains(2) && found.unreadable.isEmpty)
        #expect(try await outbox.delivery(2).attempts == (attempts < 0 ? 0 : 1_000_000))
        #expect(try await outbox.begin(2) == [.init(rawValue: 2)])
        try await outbox.finish(2, .notSent)
        #expect(try await outbox.begin(2) == [.init(rawValue: 2)])
        try await outbox.finish(2, .delivered)
        #expect(try await outbox.delivery(2).state == .delivered)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("lists leave out the row that cannot be read, and it is said once")
    func lists() async throws {
        let folder = try TestStore()
        let before = try await OutboxFixture(in: folder)
        try await before.alert(1, to: ["chat"])
        try await before.alert(2, to: ["chat"])
        try await before.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: OutboxFixture.now)
            _ = try transaction.ensureAccount(named: "dad", on: server, at: OutboxFixture.now)
            try transaction.upsert(.sample("Bruno", on: server.id))
            for number in 1...2 {
                let entry = try transaction.journal([1], from: .hub, account: account.id, at: OutboxFixture.now)
                _ = try transaction.openHint(
                    account: account.id, target: "Look \(number)", journal: entry, at: OutboxFixture.now)
            }
        }
        await before.store.close()
        let raw = try RawDatabase(folder.file)
        try raw.execute("PRAGMA ignore_check_constraints = ON")
        for sql in [
            "UPDATE txn SET amount = 'much' WHERE id = 'txn-2'",
            "UPDATE child SET balance = 'all' WHERE first_name = 'Bruno'",
            "UPDATE hint SET target = CAST(x'ff' AS TEXT) WHERE id = 2",
            "UPDATE journal SET source = 'air' WHERE seq = 2",
            "UPDATE account SET role = CAST(x'ff' AS TEXT) WHERE name = 'dad'",
        ] { try raw.execute(sql) }

        let sink = CapturingSink()
        let logger = Logger(component: "test", threshold: LogThreshold(.error), sink: sink)
        let store = try await Store.open(in: folder.folder, logger: logger)
        for _ in 0..<2 {
            let child = try #require(try await store.children().first)
            #expect(try await store.children().map(\.firstName) == ["Alice"])
            #expect(
                try await store.transactions(matching: TransactionFilter(limit: 10)).map(\.id.rawValue) == ["txn-1"])
            #expect(try await store.transactions(matching: TransactionFilter(child: child, limit: 10)).count == 1)
            // The limit counts what can be read: the newest row cannot.
            for child in [child, nil] {
                let newest = try await store.transactions(matching: TransactionFilter(child: child, limit: 1))
                #expect(newest.map(\.id.rawValue) == ["txn-1"])
            }
            #expect(try await store.arrivals(after: .init(rawValue: 0), limit: 10).count == 1)
            let account = try #require(try await store.accounts().first)
            #expect(try await store.accounts().map(\.name) == ["mum"])
            let (hints, journal) = try await store.read { snapshot in
                (try snapshot.openHints(of: account.id), try snapshot.journal(limit: 10))
            }
            #expect(hints.map(\.target) == ["Look 1"] && journal.map(\.sequence.rawValue) == [1])
        }
        #expect(
            store.unreadableRows.map(\.name).sorted()
                == ["account 2|dad", "child 1|child-bruno", "hint 2", "journal 2", "txn 1|txn-2"])
        #expect(store.unreadableRows.contains { $0.fault == "column 3 'amount': not a decimal number, found TEXT" })
        #expect(sink.records.map(\.message) == Array(repeating: "a row cannot be read and is left out", count: 5))
        #expect(try await store.counts().isBalanced)
        #expect(try await store.recount() == [])

        // What is asked for by its name has nothing to leave out.
        let error = await #expect(throws: StoreError.self) { try await store.read { _ = try $0.account(named: "dad") } }
        #expect(error?.kind == .unreadable && error?.isFatal == false)
        #expect(error?.sentence.contains("account.byName, column 4 'role'") == true)
        await store.close()
    }
}
