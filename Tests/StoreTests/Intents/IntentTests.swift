import SQLite
import Store
import Testing
import Values

/// Money that people entered, as the store keeps it.
@Suite("Intents in the store")
struct IntentTests {
    private static let now = Timestamp(seconds: 1_700_000_200)

    private struct Home {
        /// Its files go when nobody holds it.
        let folder: TestStore
        let store: Store
        let account: AccountRow
        let child: ChildRow

        func enter(_ id: String, amount: String = "5.00", description: String = "Kite") async throws
            -> NewIntent.Acceptance
        {
            let content = IntentRow.Content(amount: Decimal(amount)!, category: "Gift", description: description)
            let new = NewIntent(id: IntentRow.ID(rawValue: id), account: account, child: child.id, content: content)
            return try await StoredIntents(store).accept(new, now: IntentTests.now)
        }

        func row(_ id: String) async throws -> IntentRow {
            let found = try await store.read { try $0.intent(IntentRow.ID(rawValue: id)) }
            return try #require(found)
        }

        func mark(_ id: String, at moment: Timestamp = IntentTests.now) async throws -> IntentRow? {
            try await store.write { try $0.markAttempt(IntentRow.ID(rawValue: id), serverNow: moment) }
        }

        func record(_ outcome: PushOutcome, _ id: String) async throws {
            try await store.write { try $0.record(outcome, of: IntentRow.ID(rawValue: id), due: IntentTests.now) }
        }

        func add(_ number: Int) async throws -> TransactionRow {
            let row = TransactionRow.sample(number, of: child)
            try await store.write { _ = try $0.insert(row) }
            return row
        }

        func claim(_ row: TransactionRow, for id: String) async throws -> Bool {
            let intent = try await self.row(id)
            return try await store.write { try $0.claim(row.id, for: intent) }
        }

        func cover() async throws {
            try await store.write { try $0.coverIntents(of: child.id, on: child.server, rows: true) }
        }

        func confirm(_ id: String) async throws {
            try await store.write { try $0.confirm(IntentRow.ID(rawValue: id), at: IntentTests.now) }
        }
    }

    private func home(_ folder: TestStore) async throws -> Home {
        let (store, account, child) = try await folder.openWithFamily(at: Self.now)
        return Home(folder: folder, store: store, account: account, child: child)
    }

    @Test("one in doubt of somebody who has gone holds nobody up for longer than its server had time")
    func goneInDoubt() async throws {
        let home = try await home(try TestStore())
        _ = try await home.enter("a")
        _ = try await home.mark("a")
        try await home.record(.unclear("500"), "a")
        let account = try await home.store.write { transaction in
            try transaction.setUser("user-2", role: "Parent", of: home.account.id, at: Self.now)
            try transaction.link(home.account, to: home.child.id)
            return try transaction.account(home.account.id)
        }
        let other = Home(
            folder: home.folder, store: home.store, account: try #require(account), child: home.child)
        guard case .accepted = try await other.enter("b") else { throw Failure() }
        func mark(settled: Timestamp?) async throws -> IntentRow? {
            try await home.store.write {
                try $0.markAttempt(IntentRow.ID(rawValue: "b"), serverNow: Self.now, settled: settled)
            }
        }
        #expect(try await mark(settled: nil) == nil)
        #expect(try await mark(settled: Self.now.advanced(by: .seconds(-1))) == nil, "it may still be made")
        #expect(try await mark(settled: Self.now)?.state == .sending)
        // Who is signed in sees to it first.
        try await other.record(.notMade("later", wait: nil), "b")
        try await home.store.write {
            try $0.setUser("user-1", role: "Parent", of: home.account.id, at: Self.now)
            try $0.link(home.account, to: home.child.id)
        }
        guard case .accepted = try await home.enter("c") else { throw Failure() }
        let held = try await home.store.write {
            try $0.markAttempt(IntentRow.ID(rawValue: "c"), serverNow: Self.now, settled: Self.now)
        }
        #expect(held == nil)
        await home.store.close()
    }

    @Test("of two in doubt the first is sent again once the time of both is over, then the second")
    func twoInDoubt() async throws {
        let home = try await home(try TestStore())
        for id in ["a", "b"] {
            _ = try await home.enter(id)
            _ = try await home.mark(id)
            try await home.record(.unclear("cut"), id)
            try await home.store.write {
                try $0.park(IntentRow.ID(rawValue: id), because: "400", at: Self.now)
            }
        }
        for id in ["a", "b"] {
            let row = try await home.row(id)
            #expect(try await StoredIntents(home.store).retry(row.id, now: Self.now).isDone)
            #expect(try await home.row(id).state == .unknown)
        }
        func mark(_ id: String, settled: Timestamp) async throws -> IntentRow? {
            try await home.store.write {
                try $0.markAttempt(IntentRow.ID(rawValue: id), serverNow: Self.now, settled: settled)
            }
        }
        #expect(try await mark("a", settled: Self.now.advanced(by: .seconds(-1))) == nil)
        #expect(try await mark("b", settled: Self.now) == nil)
        #expect(try await mark("a", settled: Self.now)?.state == .sending)
        #expect(try await mark("b", settled: Self.now) == nil)
        try await home.record(.refused("400"), "a")
        #expect(try await mark("b", settled: Self.now)?.state == .sending)
        await home.store.close()
    }

    @Test("what is taken is there after the store was closed; asked again with its id it is the same")
    func durable() async throws {
        let folder = try TestStore()
        let home = try await home(folder)
        guard case .accepted(let row) = try await home.enter("a") else { throw Failure() }
        #expect(
            row.state == .accepted && row.acceptedBy == "user-1" && !row.isDoubtful
                && row.pendingAmount == Decimal("5")!)
        guard case .accepted(let again) = try await home.enter("a", amount: "7.00") else { throw Failure() }
        #expect(again == row)
        await home.store.close()
        let reopened = try await folder.open()
        #expect(try await reopened.read { try $0.openIntents() } == [row])
        #expect(try await reopened.counts().intents == 1)
        await reopened.close()
    }

    @Test("the hundred and first that waits is refused, and leaves no row; one at its end makes room")
    func limit() async throws {
        let home = try await home(TestStore())
        for number in 1...NewIntent.limit {
            guard case .accepted = try await home.enter("\(number)") else { throw Failure() }
        }
        #expect(try await home.enter("more") == .tooMany)
        // One that needs a person waits too.
        try await home.store.write { try $0.park(IntentRow.ID(rawValue: "9"), because: "400", at: Self.now) }
        #expect(try await home.enter("more") == .tooMany)
        #expect(try await home.store.counts().intents == NewIntent.limit)
        #expect(try await StoredIntents(home.store).discard(IntentRow.ID(rawValue: "7"), now: Self.now).isDone)
        guard case .accepted = try await home.enter("more") else { throw Failure() }
        await home.store.close()
    }

    @Test("an entry is refused before the last room is gone, and leaves nothing; one that was kept is still kept")
    func noRoom() async throws {
        let home = try await home(TestStore())
        guard case .accepted(let kept) = try await home.enter("a") else { throw Failure() }
        for phase in [RoomMachine.Phase.full, .proving] {
            home.store.room.phase = phase
            let error = await #expect(throws: StoreError.self) { try await home.enter("b") }
            #expect(error?.kind == .full && error?.nextStep == "Try again in some seconds.", "there is room by now")
            #expect(try await home.enter("a") == .accepted(kept))
        }
        #expect(try await home.store.counts().intents == 1)
        home.store.room.phase = .low
        guard case .accepted = try await home.enter("b") else { throw Failure() }
        await home.store.close()
    }

    @Test("an entry for a login that is another person's by now, or that no longer sees the child, leaves no row")
    func changed() async throws {
        let home = try await home(TestStore())
        try await home.store.write { _ = try $0.unlink(home.account, from: home.child.id) }
        #expect(try await home.enter("a") == .changed)
        try await home.store.write { transaction in
            try transaction.link(home.account, to: home.child.id)
            try transaction.setUser("user-2", role: "Parent", of: home.account.id, at: Self.now)
        }
        #expect(try await home.enter("a") == .changed)
        #expect(try await home.store.counts().intents == 0)
        await home.store.close()
    }

    @Test("only what waits, is no row, is its person's, and is alone of its child is marked")
    func marks() async throws {
        let home = try await home(TestStore())
        for id in ["a", "b", "c"] { _ = try await home.enter(id) }
        let marked = try #require(try await home.mark("a"))
        #expect(
            marked.state == .sending && marked.attempts == 1 && marked.before == 0 && marked.firstSentAt == Self.now)
        #expect(try await home.mark("b") == nil)
        try await home.record(.unclear("lost"), "a")
        #expect(try await home.mark("b") == nil)
        let row = try await home.add(1)
        #expect(try await home.claim(row, for: "a"))
        #expect(try await home.mark("a") == nil)
        try await home.confirm("a")
        #expect(try await StoredIntents(home.store).discard(IntentRow.ID(rawValue: "b"), now: Self.now).isDone)
        #expect(try await home.mark("b") == nil)
        try await home.store.write { try $0.setUser("user-2", role: "Parent", of: home.account.id, at: Self.now) }
        #expect(try await home.mark("c") == nil)
        #expect(try await home.store.read { try $0.intentsToSend(by: home.account.id) } == [])
        await home.store.close()
    }

    @Test("a second attempt keeps what was known before the first; one that certainly made nothing leaves no trace")
    func attempts() async throws {
        let home = try await home(TestStore())
        _ = try await home.enter("a")
        _ = try await home.mark("a")
        try await home.record(.notMade("busy", wait: nil), "a")
        var row = try await home.row("a")
        #expect(row.state == .accepted && row.attempts == 0 && !row.isDoubtful && row.reason == "busy")
        _ = try await home.mark("a")
        try await home.record(.unclear("lost"), "a")
        _ = try await home.add(1)
        let later = Self.now.advanced(by: .seconds(60))
        row = try #require(try await home.mark("a", at: later))
        #expect(row.before == 0 && row.firstSentAt == Self.now && row.lastAttemptAt == later && row.attempts == 2)
        try await home.record(.refused("no"), "a")
        row = try await home.row("a")
        #expect(row.state == .parked && row.isDoubtful && row.reason == "no")
        #expect(try await StoredIntents(home.store).retry(row.id, now: Self.now).row?.state == .unknown)
        await home.store.close()
    }

    @Test("a row counts as one entry: what is only supposed gives way, what is confirmed does not")
    func claims() async throws {
        let home = try await home(TestStore())
        for id in ["a", "b"] { _ = try await home.enter(id) }
        let row = try await home.add(1)
        _ = try await home.mark("a")
        #expect(try await home.claim(row, for: "a"))
        #expect(try await home.claim(row, for: "b"))
        #expect(try await home.row("a").transaction == nil)
        try await home.confirm("b")
        #expect(try await home.row("b").state == .confirmed)
        #expect(try await !home.claim(row, for: "a"))
        // Nothing is confirmed without a row.
        try await home.confirm("a")
        #expect(try await home.row("a").state == .sending)
        #expect(try await home.row("b").pendingAmount == Decimal("5")!)
        try await home.store.write { try $0.coverIntents(of: home.child.id, on: home.child.server, rows: true) }
        #expect(try await home.row("b").pendingAmount == .zero)
        await home.store.close()
    }

    @Test(
        "a person changes and gives up what was not sent or is parked, and nothing else",
        arguments: IntentRow.State.allCases)
    func handling(state: IntentRow.State) async throws {
        let home = try await home(TestStore())
        let id = IntentRow.ID(rawValue: "a")
        _ = try await home.enter("a")
        if state != .accepted, state != .discarded { _ = try await home.mark("a") }
        switch state {
        case .accepted, .sending: break
        case .unknown: try await home.record(.unclear("lost"), "a")
        case .acked: try await home.record(.made(TransactionRow.ID(rawValue: "x")), "a")
        case .parked: try await home.record(.refused("no"), "a")
        case .superseded: try await home.store.write { try $0.supersede(id, because: "gone", at: Self.now) }
        case .discarded: _ = try await StoredIntents(home.store).discard(id, now: Self.now)
        case .confirmed:
            #expect(try await home.claim(try await home.add(1), for: "a"))
            try await home.confirm("a")
        }
        #expect(try await home.row("a").state == state)
        let mayChange = state == .accepted || state == .parked
        #expect(try await StoredIntents(home.store).retry(id, now: Self.now).isDone == mayChange)
        let content = IntentRow.Content(amount: Decimal("-1.00")!, category: "Toys", description: "Ball")
        let edited = try await StoredIntents(home.store).edit(id, to: .transaction(content), now: Self.now)
        #expect(edited.isDone == mayChange && (edited.row?.order.content == content) == mayChange)
        #expect(try await StoredIntents(home.store).discard(id, now: Self.now).isDone == mayChange)
        let counts = try await home.store.counts()
        #expect(counts.isBalanced && counts.intents == 1)
        await home.store.close()
    }

    @Test("the counts are what a count gives, and are put right if they are not")
    func counts() async throws {
        let home = try await home(TestStore())
        for id in ["a", "b", "c"] { _ = try await home.enter(id) }
        _ = try await home.mark("a")
        try await home.record(.refused("no"), "a")
        _ = try await StoredIntents(home.store).discard(IntentRow.ID(rawValue: "b"), now: Self.now)
        var counts = try await home.store.counts()
        #expect(
            [counts.intents, counts.waitingIntents, counts.parkedIntents, counts.discardedIntents] == [3, 1, 1, 1])
        #expect(try await home.store.recount() == [])
        try await home.store.write { try $0.run(Self.spoil) }
        counts = try await home.store.counts()
        #expect(!counts.isBalanced)
        #expect(try await home.store.recount().map(\.name) == ["intent.parked"])
        #expect(try await home.store.counts().isBalanced)
        await home.store.close()
    }

    private static let spoil = PlainUpdate(
        "test.spoilIntents", "UPDATE tally SET count = 9 WHERE name = 'intent.parked'")

    @Test("what was under way when the program ended is in doubt; what waits for an end is heard of it")
    func interrupted() async throws {
        let home = try await home(TestStore())
        _ = try await home.enter("a")
        _ = try await home.mark("a")
        try await home.store.write { try $0.doubtInterruptedIntents(of: home.account.id, due: Self.now) }
        let row = try await home.row("a")
        #expect(row.state == .unknown && row.reason != nil && row.isDoubtful)
        async let ended = StoredIntents(home.store).intent(row.id, endedWithin: .seconds(60))
        try await home.store.write { try $0.park(row.id, because: "enough", at: Self.now) }
        #expect(try await ended?.state == .parked)
        #expect(
            try await StoredIntents(home.store).intent(IntentRow.ID(rawValue: "x"), endedWithin: .seconds(60)) == nil)
        await home.store.close()
    }

    @Test("a list that is quicker than the answer: a row that the balance has is not counted a second time")
    func quickList() async throws {
        let home = try await home(TestStore())
        for id in ["a", "b"] { _ = try await home.enter(id) }
        _ = try await home.mark("a")
        let (row, other) = (try await home.add(1), try await home.add(2))
        #expect(try await home.claim(row, for: "a"))
        #expect(try await home.row("a").isUncovered, "the balance is from before the row")
        try await home.cover()
        try await home.record(.made(row.id), "a")
        #expect(try await home.row("a").transaction == row.id)
        #expect(try await home.claim(row, for: "a"))
        try await home.confirm("a")
        #expect(try await !home.row("a").isUncovered, "it is in the balance already")

        // One that is named as another's row begins anew.
        _ = try await home.mark("b")
        #expect(try await home.claim(other, for: "b"))
        try await home.record(.made(TransactionRow.ID(rawValue: "third")), "b")
        var entry = try await home.row("b")
        #expect(entry.transaction == nil && !entry.isUncovered)
        #expect(try await home.claim(other, for: "b"))
        #expect(try await home.row("b").isUncovered)
        try await home.store.write { try $0.park(IntentRow.ID(rawValue: "b"), because: "no", at: Self.now) }
        entry = try await home.row("b")
        #expect(entry.transaction == nil && !entry.isUncovered, "what is parked is beside no balance")
        await home.store.close()
    }

    private struct Failure: Error {}
}
