import Glibc
import SQLite
import Testing
import Values

@testable import Store

/// What another store has written down is taken in once, by the person who entered it, and goes on where it was.
@Suite("Taking orders in")
struct ImportTests {
    @Test("each once, in the order of the file, with all that it says")
    func once() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        for number in [3, 1, 2] { try await source.enter(number) }
        for number in [3, 1, 2] {
            let order = try await source.written(number)
            #expect(try await target.take(order) == .taken)
            #expect(try await target.take(order) == .known)
        }
        let rows = try await target.store.read { try $0.openIntents() }
        #expect(rows.map(\.id) == [3, 1, 2].map(UnsentFixture.id))
        let original = try #require(try await source.row(1))
        #expect(rows[1].order == original.order && rows[1].child == original.child)
        // Whoever had it may have sent it since: it is looked for, from when it was entered on.
        #expect(rows[1].state == .unknown && rows[1].reason != nil && rows[1].before == 0)
        #expect(rows[1].firstSentAt == original.acceptedAt && rows[1].lastAttemptAt == UnsentFixture.now)
        #expect(rows[1].acceptedAt == original.acceptedAt && rows[1].attempts == 0 && rows[1].fingerprint != nil)
        #expect(try await target.store.counts().isBalanced)
        let toSend = try await target.store.read { try $0.intentsToSend(by: target.account.id) }
        #expect(toSend.count == 3)
        await source.store.close()
        await target.store.close()
    }

    @Test("what may have arrived is looked for here, too, before anything is sent")
    func doubtful() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        try await source.enter(1)
        try await source.mark(1)
        #expect(try await target.take(source.written(1)) == .taken)
        let row = try #require(try await target.row(1))
        #expect(row.state == .unknown && row.isDoubtful && row.before == 0 && row.attempts == 1)
        #expect(row.firstSentAt == UnsentFixture.now)
        // The row that it made is found, as it would have been there.
        let made = TransactionRow(
            server: target.child.server, id: .init(rawValue: "made"), child: target.child.id,
            amount: try #require(Decimal("3.21")), kind: .debit, category: "Toys", description: "Kite\t\n1",
            balanceAfter: .zero, createdAt: UnsentFixture.now.advanced(by: .seconds(1)), createdBy: nil, notes: nil,
            position: 1, firstSeenAt: UnsentFixture.now, source: .scan, isLate: false)
        _ = try await target.store.write { try $0.insert(made) }
        let candidates = try await target.store.read { try $0.candidates(for: row, since: UnsentFixture.now) }
        #expect(candidates.map(\.id.rawValue) == ["made"])
        await source.store.close()
        await target.store.close()
    }

    @Test(
        "what has come to its end since is not taken again: by the store, and by the ledger where the store has lost it"
    )
    func ended() async throws {
        let fixture = try await UnsentFixture()
        try await fixture.enter(1)
        let order = try await fixture.written(1)
        _ = try await fixture.intents.discard(order.id, now: UnsentFixture.now)
        #expect(try await fixture.take(order) == .ended)
        try await fixture.store.write { try $0.run(ImportTests.forget) }
        #expect(try await fixture.row(1) == nil)
        #expect(try await fixture.take(order) == .ended, "the ledger knows")
        await fixture.store.close()
        unlink(fixture.folder.folder + "/pocketbell.ledger")
        let again = try await UnsentFixture(in: fixture.folder)
        #expect(try await again.take(order) == .taken, "now nobody does")
        await again.store.close()
    }

    @Test(
        "what this store's ledger knows, and that it was never sent, is sent without a look: the store was lost, and nobody has sent it"
    )
    func known() async throws {
        let fixture = try await UnsentFixture()
        try await fixture.enter(1)
        let order = try await fixture.written(1)
        try await fixture.store.write { try $0.run(ImportTests.forget) }
        #expect(try await fixture.take(order) == .taken)
        let row = try #require(try await fixture.row(1))
        #expect(row.state == .accepted && row.firstSentAt == nil)
        await fixture.store.close()
    }

    @Test("what waited for a decision there is compared anew, and asks here")
    func contested() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        try await source.contest(1)
        #expect(try await target.take(source.written(1)) == .taken)
        let row = try #require(try await target.row(1))
        #expect(row.state == .unknown && row.reason == nil && row.known == [])
        #expect(row.order.record?.base == #"{"price":"1.00"}"#)
        await source.store.close()
        await target.store.close()
    }

    private static let forget = PlainUpdate("test.forget", "DELETE FROM intent")

    @Test("nobody else's login sends it: not another person's, nor the same person's on another server")
    func foreign() async throws {
        let (source, other) = (try await UnsentFixture(), try await UnsentFixture(user: "user-2"))
        try await source.enter(1)
        let order = try await source.written(1)
        #expect(try await other.take(order) == .foreign)
        let elsewhere = ImportedOrder(
            id: order.id, order: order.order, child: order.child, origin: "https://other.example", acceptedBy: "user-1",
            state: order.state, notes: order.notes, photo: nil)
        #expect(try await source.take(order) == .known)
        let third = try await UnsentFixture()
        #expect(try await third.take(elsewhere) == .foreign)
        let childless = ImportedOrder(
            id: order.id, order: order.order, child: .init(rawValue: "nobody"), origin: order.origin,
            acceptedBy: "user-1", state: order.state, notes: order.notes, photo: nil)
        #expect(try await third.take(childless) == .childless)
        for fixture in [source, other, third] {
            #expect(try await fixture.store.counts().isBalanced)
            await fixture.store.close()
        }
    }

    @Test("no more than may wait, also of what needs a person")
    func tooMany() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        for number in 1...2 { try await source.enter(number) }
        try await source.store.write { try $0.park(UnsentFixture.id(2), because: "no", at: UnsentFixture.now) }
        for number in 100..<199 { try await target.enter(number) }
        #expect(try await target.take(source.written(2)) == .taken)
        #expect(try await target.row(2)?.reason == "no")
        #expect(try await target.take(source.written(1)) == .tooMany)
        _ = try await target.intents.discard(UnsentFixture.id(2), now: UnsentFixture.now)
        #expect(try await target.take(source.written(1)) == .taken)
        let third = try await UnsentFixture()
        for number in 100..<200 { try await third.enter(number) }
        #expect(try await third.take(source.written(2)) == .tooMany)
        for fixture in [source, target, third] { await fixture.store.close() }
    }

    @Test("what says only so, or is money, does not ask anew: it waits for the person as it was")
    func pretended() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        try await source.enter(1)
        try await source.contest(2)
        for number in 1...2 {
            let order = try await source.written(number)
            var notes = order.notes
            notes["reason"] = .text(ConflictRow.question)
            notes["contested"] = .integer(number == 1 ? 1 : 0)
            let pretended = ImportedOrder(
                id: order.id, order: order.order, child: order.child, origin: order.origin,
                acceptedBy: order.acceptedBy, state: .parked, notes: notes, photo: nil)
            #expect(try await target.take(pretended) == .taken)
            #expect(try await target.row(number)?.state == .parked, "\(number)")
        }
        await source.store.close()
        await target.store.close()
    }

    @Test("values that the table refuses are refused, and nothing stays")
    func unusable() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        try await source.enter(1)
        let order = try await source.written(1)
        let broken = ImportedOrder(
            id: order.id, order: order.order, child: nil, origin: order.origin, acceptedBy: order.acceptedBy,
            state: .accepted, notes: [:], photo: Array("x".utf8))
        #expect(try await target.take(broken) == .unusable)
        #expect(try await target.store.read { try $0.openIntents() } == [])
        await source.store.close()
        await target.store.close()
    }

    @Test("a photo comes along, as what is still to be sent")
    func photo() async throws {
        let (source, target) = (try await UnsentFixture(), try await UnsentFixture())
        try await source.done(1, photo: "a photo")
        let order = try await source.written(1)
        let whole = ImportedOrder(
            id: order.id, order: order.order, child: order.child, origin: order.origin, acceptedBy: order.acceptedBy,
            state: order.state, notes: order.notes, photo: Array("a photo".utf8))
        #expect(try await target.take(whole) == .taken)
        let bytes = try await MediaStore(target.store).bytes(
            from: order.id.rawValue, of: target.child.server, now: UnsentFixture.now)
        #expect(bytes == Array("a photo".utf8))
        #expect(try await MediaStore(target.store).usage()[.unsent]?.count == 1)
        await source.store.close()
        await target.store.close()
    }
}
