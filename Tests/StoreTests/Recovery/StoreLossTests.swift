import Glibc
import SQLite
import Testing
import Values

@testable import Store

/// A store that is damaged, gone or exchanged: nobody hears twice, and nothing that people entered is lost.
@Suite("The loss of a store")
struct StoreLossTests {
    private static let now = OutboxFixture.now

    /// Three delivered to each of two targets, one given up by a person, two that wait, and an entry.
    private func filled(_ folder: TestStore) async throws -> OutboxFixture {
        let fixture = try await OutboxFixture(in: folder)
        for number in 1...6 { try await fixture.alert(number, to: ["chat", "phone"]) }
        _ = try await fixture.begin(1, 2, 3, 4, 5, 6)
        for number: Int64 in 1...6 { try await fixture.finish(number, .delivered) }
        try await fixture.order(.discard, 7)
        try await fixture.order(.discard, 8)
        try await Self.enter("first", fixture)
        return fixture
    }

    private static func enter(_ id: String, _ fixture: OutboxFixture) async throws {
        let child = fixture.child
        let account = try await fixture.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: now)
            try transaction.setUser("user-1", role: "Parent", of: account.id, at: now)
            try transaction.link(account, to: child.id)
            try transaction.setBaseline(of: account.id, at: Timestamp(seconds: 1_600_000_000))
            return try transaction.account(account.id)
        }
        let content = IntentRow.Content(amount: Decimal("5.00")!, category: "Gift", description: "Kite\t\n" + id)
        let new = NewIntent(id: .init(rawValue: id), account: try #require(account), child: child.id, content: content)
        guard case .accepted = try await StoredIntents(fixture.store).accept(new, now: now) else {
            throw StoreError(.unexpected, "refused", nextStep: "")
        }
    }

    private static func states(_ store: Store) async throws -> [String] {
        try await store.deliveries(matching: DeliveryFilter(limit: 100)).compactMap(\.work)
            .map { "\($0.alert.key.rawValue.suffix(5)) \($0.delivery.target) \($0.delivery.state.rawValue)" }.sorted()
    }

    /// What a scan that finds everything anew makes of it.
    private func expectToldOnce(_ fixture: OutboxFixture) async throws {
        for number in 1...6 { try await fixture.alert(number, to: ["chat", "phone"]) }
        let ended = (1...4).flatMap { ["txn-\($0) chat", "txn-\($0) phone"] }
        let states = try await Self.states(fixture.store)
        #expect(
            states.filter { $0.hasSuffix(" queued") }.map { String($0.dropLast(7)) } == [
                "txn-5 chat", "txn-5 phone", "txn-6 chat", "txn-6 phone",
            ])
        #expect(
            Set(
                states.filter { !$0.hasSuffix(" queued") }.map {
                    $0.split(separator: " ").dropLast().joined(separator: " ")
                }) == Set(ended))
        #expect(try await fixture.store.accounting().isBalanced)
        #expect(try await fixture.store.counts().isBalanced)
        #expect(try await fixture.store.recount() == [])
        #expect(try await fixture.store.database.checkEverything() == [])
    }

    private func intent(_ id: String, _ store: Store) async throws -> IntentRow? {
        try await store.read { try $0.intent(.init(rawValue: id)) }
    }

    @Test(
        "a store that was deleted is made anew: what was told is not told again, what waits and what was entered is there"
    )
    func deleted() async throws {
        let folder = try TestStore()
        try await filled(folder).store.close()
        for suffix in SetAside.suffixes { unlink(folder.file + suffix) }
        let fixture = try await OutboxFixture(in: folder)
        let report = try #require(try await StoreCare(fixture.store).lastRecovery())
        #expect(report.reason == .deleted && report.told == 8 && report.intentsFromLedger == 1 && report.lost == 0)
        #expect(try await intent("first", fixture.store)?.order.content?.description == "Kite\t\nfirst")
        #expect(try await intent("first", fixture.store)?.state == .accepted)
        try await expectToldOnce(fixture)
        await fixture.store.close()
        // Once: the next start finds nothing to do.
        let again = try await folder.open()
        #expect(try await StoreCare(again).lastRecovery() == report)
        await again.close()
    }

    @Test("a store whose beginning is rubbish is set aside whole, and the ledger has to do")
    func rubbish() async throws {
        let folder = try TestStore()
        try await filled(folder).store.close()
        let size = TestStore.size(folder.file)
        TestStore.write(Array(repeating: 0x41, count: 8_192), to: folder.file)
        let fixture = try await OutboxFixture(in: folder)
        let report = try #require(try await StoreCare(fixture.store).lastRecovery())
        #expect(report.reason == .damaged && report.rows == 0 && report.told == 8 && report.lost == 0)
        let aside = try #require(report.folder)
        #expect(TestStore.size(aside + "/pocketbell.sqlite") == size && TestStore.mode(aside) == 0o700)
        try await expectToldOnce(fixture)
        await fixture.store.close()
        TestStore.remove(folder.folder + "/set-aside")
    }

    @Test("of a store with a damaged page the rest is taken over, deliveries and entries with it")
    func damagedPage() async throws {
        let folder = try TestStore()
        let former = try await filled(folder)
        let child = former.child
        try await former.store.write { transaction in
            for number in 100..<3_000 { _ = try transaction.insert(TransactionRow.sample(number, of: child)) }
        }
        await former.store.close()
        let pages = TestStore.size(folder.file) / 4_096
        for page in [pages - 20, pages - 40] {
            TestStore.write(Array(repeating: 0xEE, count: 4_096), to: folder.file, at: page * 4_096)
        }
        // As the look at everything leaves it: a start looks for a moment, and comes less far on a busy machine.
        DamageNote(folder.file).write()
        let fixture = try await OutboxFixture(in: folder)
        let report = try #require(try await StoreCare(fixture.store).lastRecovery())
        #expect(report.reason == .damaged && report.rows > 2_000, "\(report)")
        #expect(report.deliveries >= 12 && report.intents == 1 && report.lost == 0, "\(report)")
        #expect(!report.unreadable.isEmpty)
        #expect(try await intent("first", fixture.store)?.state == .accepted)
        try await expectToldOnce(fixture)
        await fixture.store.close()
        TestStore.remove(folder.folder + "/set-aside")
    }

    @Test("an older copy that somebody put in its place goes on where the ledger ends")
    func olderCopy() async throws {
        let folder = try TestStore()
        let first = try await OutboxFixture(in: folder)
        for number in 1...6 { try await first.alert(number, to: ["chat", "phone"]) }
        _ = try await first.begin(1)
        await first.store.close()
        let copy = TestStore.read(TestStore.size(folder.file), of: folder.file, at: 0)
        let later = try await OutboxFixture(in: folder)
        try await later.store.recoverAttempts(now: Self.now)
        _ = try await later.begin(1, 2, 3, 4, 5, 6)
        for number: Int64 in 1...6 { try await later.finish(number, .delivered) }
        try await later.order(.discard, 7)
        try await later.order(.discard, 8)
        try await Self.enter("first", later)
        _ = try await later.store.write { try $0.markAttempt(.init(rawValue: "first"), serverNow: Self.now) }
        await later.store.close()
        TestStore.write(copy, to: folder.file, truncating: true)

        let fixture = try await OutboxFixture(in: folder)
        let report = try #require(try await StoreCare(fixture.store).lastRecovery())
        #expect(report.reason == .replaced && report.told == 8 && report.intentsFromLedger == 1)
        let intent = try #require(try await intent("first", fixture.store))
        #expect(intent.state == .unknown && intent.isDoubtful, "it was being sent")
        try await expectToldOnce(fixture)
        await fixture.store.close()
    }

    @Test("what the server has made is waited for, and never sent again; what was given up stays so")
    func endedIntents() async throws {
        let folder = try TestStore()
        let former = try await filled(folder)
        for id in ["made", "dropped"] { try await Self.enter(id, former) }
        let row = TransactionRow.sample(1, of: former.child)
        try await former.store.write { transaction in
            _ = try transaction.markAttempt(.init(rawValue: "made"), serverNow: Self.now)
            try transaction.record(.made(row.id), of: .init(rawValue: "made"), due: Self.now)
            guard let intent = try transaction.intent(.init(rawValue: "made")) else { return }
            try transaction.claim(row.id, for: intent)
            try transaction.confirm(intent.id, at: WallClockNow.value)
        }
        _ = try await StoredIntents(former.store).discard(.init(rawValue: "dropped"), now: WallClockNow.value)
        await former.store.close()
        unlink(folder.file)
        let fixture = try await OutboxFixture(in: folder)
        let made = try #require(try await intent("made", fixture.store))
        #expect(made.state == .acked && made.answered == row.id.rawValue)
        #expect(!made.isPending && made.pendingAmount == .zero, "the balance has it since long")
        let marked = try await fixture.store.write {
            try $0.markAttempt(.init(rawValue: "made"), serverNow: Self.now)
        }
        #expect(marked == nil, "nothing is sent twice")
        #expect(try await intent("dropped", fixture.store)?.state == .discarded)
        #expect(try await fixture.store.counts().isBalanced)
        await fixture.store.close()
    }

    @Test("what ended long ago is nobody's work, in whichever way it ended", arguments: IntentRow.State.allCases)
    func endedLongAgo(_ state: IntentRow.State) async throws {
        let folder = try TestStore()
        let former = try await filled(folder)
        let row = TransactionRow.sample(1, of: former.child)
        await former.store.close()
        let raw = try RawDatabase(folder.file)
        let isEnded = !state.isWaiting && state != .parked
        let claim = state == .confirmed ? ", txn = '\(row.id.rawValue)'" : ""
        try raw.execute(
            "UPDATE intent SET state = '\(state.rawValue)', settled_at = \(isEnded ? "1" : "NULL")\(claim) WHERE id = 'first'"
        )
        let again = try await folder.open()
        again.ledger.catchUp()
        try await again.write { try $0.setMeta("key", to: "value") }
        await again.close()
        unlink(folder.file)
        let fixture = try await OutboxFixture(in: folder)
        let found = try await intent("first", fixture.store)
        #expect((found == nil) == isEnded, "\(state)")
        await fixture.store.close()
    }

    @Test("a crash while what can be read is taken over is followed by the same again")
    func crashInBetween() async throws {
        let folder = try TestStore()
        try await filled(folder).store.close()
        unlink(folder.folder + "/pocketbell.ledger")
        // As far as the set-aside came.
        _ = try SetAside(in: StateFolder(folder.folder)).take(
            folder.file, because: "damaged", at: Self.now, isDamaged: true)
        TestStore.write([1, 2, 3], to: folder.folder + "/rebuilding")
        unlink(folder.folder + "/rebuilding")
        let fixture = try await OutboxFixture(in: folder)
        let report = try #require(try await StoreCare(fixture.store).lastRecovery())
        #expect(report.reason == .damaged && report.deliveries == 12 && report.unreadable == [])
        try await expectToldOnce(fixture)
        await fixture.store.close()
        TestStore.remove(folder.folder + "/set-aside")
    }

    @Test("no more than three are kept, and never one that was not read")
    func kept() async throws {
        let folder = try TestStore()
        let aside = SetAside(in: StateFolder(folder.folder))
        for number in 0..<6 {
            TestStore.write([1], to: folder.file)
            _ = try aside.take(
                folder.file, because: "damaged", at: OutboxFixture.later(Int64(number)), isDamaged: number == 1)
        }
        aside.tidy()
        #expect(StateFolder.names(in: folder.folder + "/set-aside").count == 4)
        #expect(aside.unread != nil)
        TestStore.remove(folder.folder + "/set-aside")
    }

    @Test("damage that is met while the program works is remembered by the next start")
    func noted() async throws {
        let folder = try TestStore()
        let fixture = try await filled(folder)
        #expect(fixture.store.foundDamage == nil)
        _ = fixture.store.noted(StoreError(.corrupted, "Damaged.", nextStep: ""))
        #expect(fixture.store.foundDamage?.kind == .corrupted)
        await fixture.store.close()
        let again = try await OutboxFixture(in: folder)
        #expect(try await StoreCare(again.store).lastRecovery()?.reason == .damaged)
        try await expectToldOnce(again)
        await again.store.close()
        TestStore.remove(folder.folder + "/set-aside")
    }
}

private enum WallClockNow {
    static var value: Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
    }
}
