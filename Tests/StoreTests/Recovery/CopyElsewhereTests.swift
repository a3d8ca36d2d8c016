import Glibc
import Runtime
import SQLite
import Testing
import Values

@testable import Store

/// A copy that is taken up, by a command or by hand, where nothing tells what was sent since it was made.
@Suite("Copies without their ledger")
struct CopyElsewhereTests {
    /// Who lies beside the copy when it is taken up.
    enum Beside: CaseIterable, CustomTestStringConvertible {
        case nothing, anothersLedger, ownLedger, damagedLedger, olderLedger

        var testDescription: String { "\(self)" }
    }

    /// How the copy comes there.
    enum Way: CaseIterable, CustomTestStringConvertible {
        case restored, putThereByHand

        var testDescription: String { "\(self)" }
    }

    /// Takes the copy up in a folder with that beside it.
    ///
    /// - Returns: What `restore` says of the copy, which nobody asked for by hand.
    private func elsewhere(
        _ source: UnsentFixture, _ beside: Beside, _ way: Way = .restored
    ) async throws -> (folder: TestStore, copy: StoreCopy?, store: Store) {
        let (from, target) = (source.folder.folder, try TestStore())
        func ledger() -> [UInt8] {
            TestStore.read(TestStore.size(from + "/pocketbell.ledger"), of: from + "/pocketbell.ledger", at: 0)
        }
        let older = ledger()
        for number in 8...9 { try await source.enter(number) }
        let path = from + "/family.copy"
        _ = try await StoreCare(source.store).backUp(to: path, replaces: true)
        _ = try await source.intents.discard(UnsentFixture.id(9), now: WallClock.system.now)
        let place = target.folder + "/pocketbell.ledger"
        switch beside {
        case .nothing: break
        case .anothersLedger: try await target.open().close()
        case .ownLedger: TestStore.write(ledger(), to: place)
        case .damagedLedger:
            var bytes = ledger()
            bytes[bytes.count / 2] ^= 1
            TestStore.write(bytes, to: place)
        case .olderLedger: TestStore.write(older, to: place)
        }
        guard way == .restored else {
            TestStore.write(TestStore.read(TestStore.size(path), of: path, at: 0), to: target.file, truncating: true)
            return (target, nil, try await target.open())
        }
        let copy = try await StoreRestore(in: StateFolder(target.folder)).stage(path)
        return (target, copy, try await target.open())
    }

    private func row(_ number: Int, _ store: Store) async throws -> IntentRow {
        try #require(try await store.read { try $0.intent(UnsentFixture.id(number)) })
    }

    @Test(
        "what is open goes on as in doubt, unless the ledger of the same store knows all that followed",
        arguments: Beside.allCases, Way.allCases)
    func doubt(_ beside: Beside, _ way: Way) async throws {
        let source = try await UnsentFixture()
        try await source.enter(1)
        try await source.done(2, photo: "lawn")
        let (_, copy, store) = try await elsewhere(source, beside, way)
        let isFollowed = beside == .ownLedger
        if let copy {
            #expect(copy.openIntents == 4)
            #expect(copy.ledger?.isComplete == isFollowed)
            #expect(copy.ledger?.damagedLines == (beside == .damagedLedger ? 1 : 0))
        }
        for number in [1, 2, 8] {
            let row = try await row(number, store)
            #expect(row.state == (isFollowed ? .accepted : .unknown) && row.isDoubtful == !isFollowed, "\(number)")
        }
        // What was given up since is known only by the ledger, also by one that is damaged elsewhere.
        let isKnown = isFollowed || beside == .damagedLedger
        #expect(try await row(9, store).state == (isKnown ? .discarded : .unknown))
        #expect(try await store.counts().isBalanced)
        await store.close()
        await source.store.close()
    }

    @Test("once: a start after that finds the ledger that the last one left, and doubts nothing")
    func onlyOnce() async throws {
        let source = try await UnsentFixture()
        let (folder, _, store) = try await elsewhere(source, .nothing, .putThereByHand)
        let id = UnsentFixture.id(8)
        _ = try await store.write {
            try $0.markAttempt(id, serverNow: UnsentFixture.now, settled: .init(seconds: 1 << 33))
        }
        try await store.write { try $0.record(.notMade("away", wait: nil), of: id, due: UnsentFixture.now) }
        let before = try await row(8, store)
        #expect(before.state == .accepted)
        await store.close()
        let again = try await folder.open()
        #expect(try await row(8, again) == before)
        await again.close()
        await source.store.close()
    }

    @Test(
        "a store that is made anew from a ledger of which lines cannot be read doubts what is open, and no other does",
        arguments: [RecoveryReport.Reason.deleted, .damaged], [true, false])
    func unreadLines(_ reason: RecoveryReport.Reason, _ isRead: Bool) async throws {
        let source = try await UnsentFixture()
        for number in 1...3 { try await source.enter(number) }
        let folder = source.folder
        await source.store.close()
        let path = folder.folder + "/pocketbell.ledger"
        if !isRead { TestStore.write(Array("no line\n".utf8), to: path, at: TestStore.size(path)) }
        if reason == .deleted {
            for suffix in SetAside.suffixes { unlink(folder.file + suffix) }
        } else {
            DamageNote(folder.file).write()
        }
        let store = try await folder.open()
        #expect(try await StoreCare(store).lastRecovery()?.reason == reason)
        for number in 1...3 {
            #expect(try await row(number, store).state == (isRead ? .accepted : .unknown), "\(number)")
        }
        await store.close()
        TestStore.remove(folder.folder + "/set-aside")
    }

    @Test("it is looked for among what the copy does not have, from the moment of its acceptance on")
    func window() async throws {
        let source = try await UnsentFixture()
        try await source.outbox.alert(1, to: [])
        try await source.enter(1)
        let (_, _, store) = try await elsewhere(source, .nothing)
        let found = try await row(1, store)
        #expect(found.firstSentAt == found.acceptedAt && found.acceptedAt == UnsentFixture.now)
        let last = try await source.store.read { [child = source.child] in
            try $0.first(ChildRow.lastPosition, child.server, child.id)
        }
        #expect(found.before == last && last == 1)
        #expect(found.attempts == 0 && found.reason?.contains(text: "copy") == true)
        #expect((found.lastAttemptAt ?? found.acceptedAt) >= (found.dueAt))
        await store.close()
        await source.store.close()
    }

    @Test(
        "in whichever state it was copied, it is not fresh; what had ended stays so",
        arguments: IntentRow.State.allCases)
    func states(_ state: IntentRow.State) async throws {
        let source = try await UnsentFixture()
        try await source.enter(1)
        try await source.outbox.alert(1, to: [])
        let claim = state == .confirmed ? ", txn = 'txn-1', before = 0, first_sent_at = 1" : ""
        let end = state.isEnded ? ", settled_at = \(WallClock.system.now.microseconds)" : ""
        try RawDatabase(source.folder.file).execute(
            "UPDATE intent SET state = '\(state.rawValue)'\(claim)\(end) WHERE id = '\(UnsentFixture.id(1).rawValue)'")
        let (_, _, store) = try await elsewhere(source, .nothing)
        let found = try await row(1, store)
        #expect(found.state == (state == .accepted ? .unknown : state))
        #expect(found.isDoubtful == (!state.isEnded || state == .confirmed))
        await store.close()
        await source.store.close()
    }

    @Test("what a person has given up elsewhere is given up here too, as long as it was not sent from here")
    func givenUp() async throws {
        let source = try await UnsentFixture()
        for number in 1...2 { try await source.enter(number) }
        let (_, _, store) = try await elsewhere(source, .nothing)
        let intents = StoredIntents(store)
        #expect(try await intents.discard(UnsentFixture.id(1), now: UnsentFixture.now).isDone)
        let marked = try await store.write {
            try $0.markAttempt(UnsentFixture.id(2), serverNow: UnsentFixture.now, settled: .init(seconds: 1 << 33))
        }
        #expect(marked != nil)
        try await store.write {
            try $0.record(.unclear("no answer"), of: UnsentFixture.id(2), due: UnsentFixture.now)
        }
        #expect(try await !intents.discard(UnsentFixture.id(2), now: UnsentFixture.now).isDone)
        await store.close()
        await source.store.close()
    }

    @Test("an order whose row of media is lost with the store has its photo again, if the file is there")
    func photos() async throws {
        let source = try await UnsentFixture()
        for number in 1...3 { try await source.done(number, photo: "photo \(number)") }
        _ = try await source.intents.discard(UnsentFixture.id(3), now: WallClock.system.now)
        await source.store.close()
        unlink(source.folder.folder + "/media/" + MediaFiles.hash(of: Array("photo 2".utf8)).rawValue)
        for suffix in SetAside.suffixes { unlink(source.folder.file + suffix) }
        let store = try await source.folder.open()
        func photo(_ number: Int) async throws -> String? {
            try await MediaStore(store).bytes(
                from: UnsentFixture.id(number).rawValue, of: source.child.server, now: UnsentFixture.now
            ).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try await photo(1) == "photo 1")
        for number in 2...3 { #expect(try await photo(number) == nil) }
        let usage = try await MediaStore(store).usage()
        #expect(usage[.unsent]?.count == 1 && usage[.unsent]?.bytes == 7)
        // A week later it is still there: something needs it.
        try await MediaStore(store).tidy(now: WallClock.system.now.advanced(by: .seconds(30 * 86_400)))
        #expect(try await photo(1) == "photo 1")
        await store.close()
    }

    @Test(
        "only the member of the payload is a photo, whatever is in its texts",
        arguments: [
            (#"{"photo":"\#(String(repeating: "a", count: 64))"}"#, true), (#"{"photo":"aa"}"#, false),
            (#"{"photo":null}"#, false), (#"{"photo":""#, false), ("{}", false),
            (#"{"notes":"\"photo\":\"\#(String(repeating: "a", count: 64))\""}"#, false),
            (#"{"photo":"../\#(String(repeating: "a", count: 61))"}"#, false),
        ])
    func member(_ payload: String, _ isPhoto: Bool) {
        let order = RecordOrder(.doneChore, record: nil, owner: "", payload: payload, title: "")
        #expect((order.photo != nil) == isPhoto)
    }
}
