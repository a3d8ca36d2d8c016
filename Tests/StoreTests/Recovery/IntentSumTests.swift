import Glibc
import Runtime
import SQLite
import Testing
import Values

@testable import Store

/// A bit that the disk has changed in what a person has ordered is never sent: on real files.
@Suite("Sums of orders")
struct IntentSumTests {
    /// Changes one bit of the text wherever the store's file has it; the store is closed.
    private func flip(_ text: String, in folder: TestStore, keepingLedger: Bool = true) throws {
        var bytes = TestStore.read(TestStore.size(folder.file), of: folder.file, at: 0)
        let wanted = Array(text.utf8)
        let places = bytes.indices.dropLast(wanted.count).filter {
            bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
        }
        try #require(!places.isEmpty)
        for place in places { bytes[place] ^= 1 }
        TestStore.write(bytes, to: folder.file)
        if !keepingLedger { unlink(folder.folder + "/pocketbell.ledger") }
    }

    private func row(_ number: Int, _ store: Store) async throws -> IntentRow? {
        try await store.read { try $0.intent(UnsentFixture.id(number)) }
    }

    private func mark(_ number: Int, _ store: Store) async throws -> IntentRow? {
        // What else is in doubt, as everything that was open beside a ledger that is gone, does not hold it up.
        try await store.write {
            try $0.markAttempt(
                UnsentFixture.id(number), serverNow: UnsentFixture.now,
                settled: WallClock.system.now.advanced(by: .seconds(60)))
        }
    }

    /// Money, an order with a photo and one without, and a second piece of money.
    private func filled() async throws -> UnsentFixture {
        let fixture = try await UnsentFixture()
        try await fixture.enter(1)
        try await fixture.done(2, photo: "photo")
        try await fixture.enter(3)
        return fixture
    }

    @Test("what is written down has its sum: entered, changed, imported, and of before there were sums")
    func whole() async throws {
        let fixture = try await filled()
        for number in 1...3 { #expect(try await fixture.row(number)?.isDamaged == false) }
        let content = IntentRow.Content(amount: try #require(Decimal("1.10")), category: "Gift", description: "Cake")
        _ = try await fixture.intents.edit(UnsentFixture.id(1), to: .transaction(content), now: UnsentFixture.now)
        let changed = try await fixture.store.write { transaction in
            let order = RecordOrder(
                .doneChore, record: .init(rawValue: "lawn"), owner: "lawn", payload: "{}", title: "Lawn")
            try transaction.amend(UnsentFixture.id(2), to: order)
            return try transaction.intent(UnsentFixture.id(2))
        }
        #expect(changed?.order.record?.payload == "{}" && changed?.isDamaged == false)
        let written = try await fixture.written(1)
        let target = try await UnsentFixture()
        #expect(try await target.take(written) == .taken)
        #expect(try await target.row(1)?.isDamaged == false)
        for store in [fixture, target] { await store.store.close() }
        try RawDatabase(fixture.folder.file).execute("UPDATE intent SET sum = NULL")
        let again = try await fixture.folder.open()
        let sums = try RawDatabase(fixture.folder.file).rows("SELECT length(sum) FROM intent ORDER BY number")
        #expect(sums == [["16"], ["16"], ["16"]])
        for number in 1...3 { #expect(try await row(number, again)?.isDamaged == false) }
        await again.close()
    }

    @Test(
        "a flipped bit is seen in each text that is sent, and made good from the ledger before anything is sent",
        arguments: ["Kite\t\n1", "-3.21", "“n”", "Toys"])
    func mended(_ text: String) async throws {
        let fixture = try await filled()
        await fixture.store.close()
        try flip(text, in: fixture.folder)
        let store = try await fixture.folder.open()
        let found = try await row(1, store)
        #expect(found?.isDamaged ?? true)
        #expect(try await mark(1, store) == nil, "it is not sent")
        #expect(try await StoredIntents(store).mend() > 0)
        let mended = try #require(try await row(1, store))
        #expect(mended.state == .accepted && !mended.isDamaged)
        #expect(mended.order.content?.description == "Kite\t\n1" && mended.order.content?.amount == Decimal("-3.21"))
        #expect(mended.order.content?.notes == "“n”" && mended.order.content?.category == "Toys")
        #expect(try await mark(1, store) != nil)
        #expect(try await StoredIntents(store).mend() == 0)
        await store.close()
    }

    @Test("of an order about a record the payload is made good, and the sum itself")
    func records() async throws {
        let fixture = try await filled()
        await fixture.store.close()
        try flip(#"{"photo""#, in: fixture.folder)
        let sum = try RawDatabase(fixture.folder.file).rows("SELECT sum FROM intent WHERE number = 3")[0][0]
        try flip(sum, in: fixture.folder)
        let store = try await fixture.folder.open()
        for number in 2...3 { #expect(try await row(number, store)?.isDamaged == true) }
        #expect(try await StoredIntents(store).mend() == 2)
        for number in 2...3 {
            let mended = try await row(number, store)
            #expect(mended?.isDamaged == false && mended?.state == .accepted, "\(number)")
        }
        #expect(try await row(2, store)?.order.record?.photo != nil)
        await store.close()
    }

    @Test("where the ledger does not have what it said it is given up: no change makes it whole")
    func parked() async throws {
        let fixture = try await filled()
        await fixture.store.close()
        try flip("Kite\t\n1", in: fixture.folder, keepingLedger: false)
        let store = try await fixture.folder.open()
        let intents = StoredIntents(store)
        let parked = try #require(try await row(1, store))
        #expect(parked.state == .parked && parked.isDamaged && parked.reason?.contains(text: "the disk") == true)
        #expect(try await intents.mend() == 0, "the start has looked, and told it")
        // Whoever has it sent all the same is told again.
        _ = try await intents.retry(parked.id, now: UnsentFixture.now)
        #expect(try await mark(1, store) == nil)
        #expect(try await intents.mend() == 1)
        #expect(try await row(1, store)?.state == .parked)
        #expect(try await intents.discard(parked.id, now: UnsentFixture.now).isDone)
        #expect(try await store.counts().isBalanced)
        await store.close()
    }

    @Test(
        "a change does not bless what the disk has made of the rest: whose it is, who has entered it, and words that stay",
        arguments: ["child = 'child-bob'", "accepted_by = 'user-2'", "notes = 'x'", "category = 'Toyr'"], [true, false])
    func changed(_ damage: String, _ hasLedger: Bool) async throws {
        let fixture = try await filled()
        try await fixture.store.write { [server = fixture.child.server] transaction in
            try transaction.upsert(ChildRow.sample("Bob", on: server))
        }
        await fixture.store.close()
        try RawDatabase(fixture.folder.file).execute("UPDATE intent SET \(damage) WHERE number = 1")
        if !hasLedger { unlink(fixture.folder.folder + "/pocketbell.ledger") }
        let store = try await fixture.folder.open()
        let intents = StoredIntents(store)
        let content = IntentRow.Content(amount: try #require(Decimal("-3.30")), category: "Toys", description: "Kite")
        let refused = try await intents.edit(UnsentFixture.id(1), to: .transaction(content), now: UnsentFixture.now)
        #expect(!refused.isDone && refused.row?.isDamaged == true)
        let whole = try await intents.whole(try #require(try await row(1, store)))
        #expect(whole.isDamaged == !hasLedger)
        let changed = try await intents.edit(UnsentFixture.id(1), to: .transaction(content), now: UnsentFixture.now)
        #expect(changed.isDone == hasLedger)
        if hasLedger { #expect(changed.row?.child == fixture.child.id && changed.row?.acceptedBy == "user-1") }
        await store.close()
    }

    @Test("what could not be read and is mended is named as unreadable no longer, also once it is at its end")
    func named() async throws {
        let fixture = try await filled()
        await fixture.store.close()
        try RawDatabase(fixture.folder.file).execute("UPDATE intent SET amount = 'x' WHERE number = 3")
        let store = try await fixture.folder.open()
        #expect(try await StoreCare(store).unreadableNow().count == 1)
        #expect(try await StoredIntents(store).mend() == 1)
        #expect(try await StoreCare(store).unreadableNow() == [])
        try RawDatabase(fixture.folder.file).execute(
            "UPDATE intent SET amount = 'x', state = 'discarded' WHERE number = 3")
        _ = try await store.read { try $0.newestIntents(limit: 10) }
        #expect(try await StoreCare(store).unreadableNow().count == 1)
        try RawDatabase(fixture.folder.file).execute("UPDATE intent SET amount = '1' WHERE number = 3")
        #expect(try await StoreCare(store).unreadableNow() == [])
        await store.close()
    }

    @Test("a line from before a change does not take its place: that would be sent, and nobody wants it any more")
    func changedSince() async throws {
        let fixture = try await filled()
        let path = fixture.folder.folder + "/pocketbell.ledger"
        let before = TestStore.read(TestStore.size(path), of: path, at: 0)
        let content = IntentRow.Content(
            amount: try #require(Decimal("1.10")), category: "Gift", description: "Cherry cake")
        _ = try await fixture.intents.edit(UnsentFixture.id(1), to: .transaction(content), now: UnsentFixture.now)
        await fixture.store.close()
        try flip("Cherry cake", in: fixture.folder)
        let store = try await fixture.folder.open()
        TestStore.write(before, to: path, truncating: true)
        #expect(try await StoredIntents(store).mend() == 1)
        #expect(try await row(1, store)?.state == .parked)
        await store.close()
    }

    @Test("what is damaged does not take the place of what the ledger has, by no change and no renewal")
    func ledgerStays() async throws {
        let fixture = try await filled()
        await fixture.store.close()
        try flip("Kite\t\n1", in: fixture.folder)
        let store = try await fixture.folder.open()
        // A change of the row, as a note about it.
        try await store.write { try $0.run(Self.note, UnsentFixture.id(1)) }
        func lines() -> [String] { store.ledger.read().all(.intent).compactMap { $0.text("description") } }
        #expect(lines().contains("Kite\t\n1"))
        unlink(fixture.folder.folder + "/pocketbell.ledger")
        try await StoreCare(store).tendLedger(now: UnsentFixture.now)
        #expect(lines().contains("Kite\t\n1"), "mended from the file that was still open")
        #expect(try await row(1, store)?.isDamaged == false)
        await store.close()
    }

    private static let note = Update<IntentRow.ID>("test.note", "UPDATE intent SET reason = 'x' WHERE id = ?1")

    @Test("the look at everything mends it too, and what cannot even be read")
    func check() async throws {
        let fixture = try await filled()
        await fixture.store.close()
        // No UTF-8 any more, and no amount.
        try RawDatabase(fixture.folder.file).execute(
            "UPDATE intent SET notes = CAST(x'FFFE' AS TEXT) WHERE number = 1; UPDATE intent SET amount = 'x' WHERE number = 3"
        )
        let store = try await fixture.folder.open()
        #expect(try await store.read { try $0.openIntents() }.map(\.number) == [2])
        #expect(try await StoreCare(store).checkEverything(now: UnsentFixture.now) == [])
        #expect(try await store.read { try $0.openIntents() }.map(\.number) == [1, 2, 3])
        for number in 1...3 { #expect(try await row(number, store)?.isDamaged == false) }
        await store.close()
    }

    @Test("what is taken along leaves out what is damaged, and says so")
    func exported() async throws {
        let fixture = try await filled()
        await fixture.store.close()
        try flip("Kite\t\n1", in: fixture.folder)
        let files = try await UnsentWork(in: StateFolder(fixture.folder.folder))
        #expect(!files.isWhole && files.orders.contains { $0.text("description") == "Kite\t\n1" }, "from the ledger")
        let store = try await fixture.folder.open()
        let open = try await store.read { snapshot in try UnsentWork(snapshot) }
        #expect(!open.isWhole && open.orders.count == 2)
        await store.close()
    }

    @Test("no text runs into the next, and nothing is not an empty one")
    func distinct() {
        let all: [[String?]] = [
            ["a", "b"], ["ab", ""], ["", "ab"], ["ab", nil], [nil, "ab"], ["a", nil, "b"], [], [nil],
        ]
        #expect(Set(all.map { IntentSum.text(of: $0) }).count == all.count)
    }
}
