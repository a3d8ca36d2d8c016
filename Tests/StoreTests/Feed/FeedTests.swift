import Glibc
import Runtime
import SQLite
import Testing
import Values

@testable import Store

@Suite("The order in which alerts became known", .timeLimit(.minutes(4)))
struct FeedTests {
    private func feed(
        _ store: Store, after number: FeedRow.Number = .beginning, limit: Int = 100
    ) async throws -> [FeedRow] {
        try await store.read { try $0.feed(after: number, limit: limit)?.rows ?? [] }
    }

    private func standing(_ store: Store) async throws -> FeedStanding {
        try await store.read { try $0.feedStanding() }
    }

    private func key(_ number: Int) -> AlertRow.Key { .init(rawValue: "new|https://family.example|txn-\(number)") }

    @Test("each alert has its place, by numbers that grow, with the child, what it tells of, and whose account it is")
    func order() async throws {
        let outbox = try await OutboxFixture()
        #expect(try await feed(outbox.store).isEmpty)
        for number in 1...5 { try await outbox.alert(number, to: number == 3 ? [] : ["chat"]) }
        // The same fact once more is no second alert.
        try await outbox.alert(2, to: ["chat"])
        let rows = try await feed(outbox.store)
        #expect(rows.map(\.alert.key) == (1...5).map(key))
        #expect(rows.map(\.number) == rows.map(\.number).sorted() && Set(rows.map(\.number)).count == 5)
        #expect(rows.allSatisfy { $0.child == outbox.child && $0.transaction?.amount == Decimal("12.50") })
        #expect(rows[0].account == nil)
        let standing = try await standing(outbox.store)
        #expect(standing.last == rows[4].number && standing.forgotten == .beginning)
        #expect(try await feed(outbox.store, after: rows[1].number, limit: 2).map(\.alert.key) == [key(3), key(4)])
        #expect(try await outbox.store.read { try $0.feed(after: rows[4].number, limit: 10) == nil })
        await outbox.store.close()
    }

    @Test("a transaction is told as the server had it then")
    func asItWas() async throws {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["chat"])
        let after = TransactionRow.sample(1, of: outbox.child, description: "Kite, mended")
        try await outbox.store.write { try $0.revise(after, at: OutboxFixture.now) }
        #expect(try await feed(outbox.store).map(\.transaction?.description) == ["Kite"])
        await outbox.store.close()
    }

    @Test("what is told again because nobody has seen it is not here twice, and nobody waits for it")
    func reminders() async throws {
        let outbox = try await OutboxFixture()
        let again = DeliveryTiming(again: DeliveryTiming.Again(every: .seconds(600), times: 2))
        try await outbox.alert(1, to: ["phone"], timing: again)
        _ = try await outbox.begin(1)
        try await outbox.finish(1, .delivered)
        try await outbox.store.write {
            _ = try $0.carryOutFollowUps(at: OutboxFixture.later(601), counts: { _, _, _ in true }) { _, _ in
                .told(heldUntil: nil)
            }
        }
        #expect(try await outbox.store.deliveries().count == 2)
        #expect(try await feed(outbox.store).map(\.alert.key) == [key(1)])
        // Its number is looked past.
        let last = try await outbox.store.read { try $0.feed(after: .beginning, limit: 10)?.last }
        #expect(try await last == standing(outbox.store).last)
        await outbox.store.close()
    }

    @Test("what is forgotten leaves its number: who has not got so far can be told that something may be missing")
    func forgotten() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["chat"]) }
        let numbers = try await feed(outbox.store).map(\.number)
        for number: Int64 in 1...2 {
            _ = try await outbox.begin(number)
            try await outbox.finish(number, .delivered)
        }
        _ = try await outbox.store.purge(now: OutboxFixture.later(900 * 86_400))
        #expect(try await feed(outbox.store).map(\.number) == [numbers[2]])
        #expect(try await standing(outbox.store) == FeedStanding(last: numbers[2], forgotten: numbers[1]))
        #expect(try await outbox.store.counts().isBalanced)
        #expect(try await outbox.store.database.checkEverything() == [])
        await outbox.store.close()
    }

    @Test("a store of an older version has its alerts in their order")
    func olderVersion() async throws {
        let folder = try TestStore()
        try OldStore.make(folder.file, before: "feed")
        let raw = try RawDatabase(folder.file)
        try raw.execute(
            """
            INSERT INTO alert (key, event, late, created_at, subject, sentence, since, over)
            VALUES ('problem|b', 'disk-full', 0, 7, '', 'Full.', 7, 0), ('problem|a', 'disk-full', 0, 8, '', 'Full.', 8, 0);
            """)
        let store = try await folder.open()
        let rows = try await feed(store)
        #expect(rows.map(\.alert.key.rawValue) == ["problem|b", "problem|a"] && rows.allSatisfy { $0.child == nil })
        let now = WallClock.system.now.microseconds
        #expect(rows.allSatisfy { now - 60_000_000...now + 60_000_000 ~= $0.number.rawValue })
        await store.close()
    }

    @Test(
        "a store that goes on from a copy, or that is made anew, gives no number a second time",
        arguments: [true, false])
    func lost(_ fromCopy: Bool) async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        try await outbox.alert(1, to: ["chat"])
        let copy = folder.folder + "/family.copy"
        _ = try await StoreCare(outbox.store).backUp(to: copy, replaces: true)
        for number in 2...40 { try await outbox.alert(number, to: ["chat"]) }
        let former = try await standing(outbox.store).last
        await outbox.store.close()
        if fromCopy {
            _ = try await StoreRestore(in: StateFolder(folder.folder)).stage(copy)
        } else {
            for suffix in SetAside.suffixes { unlink(folder.file + suffix) }
        }
        outbox = try await OutboxFixture(in: folder)
        #expect(try await standing(outbox.store).last >= former)
        // Whoever followed the former store is told that something may be missing.
        #expect(try await standing(outbox.store).forgotten >= former)
        try await outbox.alert(50, to: ["chat"])
        #expect(try await feed(outbox.store, after: former).map(\.alert.key) == [key(50)])
        await outbox.store.close()
    }

    @Test("a damaged store's alerts have their places in the one that is made of it")
    func damaged() async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        for number in 1...3 { try await outbox.alert(number, to: ["chat"]) }
        await outbox.store.close()
        DamageNote(folder.file).write()
        outbox = try await OutboxFixture(in: folder)
        #expect(try await StoreCare(outbox.store).lastRecovery()?.reason == .damaged)
        #expect(try await feed(outbox.store).map(\.alert.key) == (1...3).map(key))
        #expect(try await outbox.store.database.checkEverything() == [])
        await outbox.store.close()
        TestStore.remove(folder.folder + "/set-aside")
    }
}
