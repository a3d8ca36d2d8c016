import SQLite
import Store
import Testing
import Values

/// What a person may have forgotten, and what nobody may.
@Suite("The cache")
struct CacheTests {
    /// A list, an order about one of its records with a photo, a photo that was fetched, a settled and an open announcement.
    private func fill(_ bench: RecordBench) async throws {
        try await bench.read([bench.row("kept"), bench.row("other"), bench.row("gone")])
        try await bench.read([bench.row("kept"), bench.row("other", content: #"{"name":"x"}"#, at: 10)], at: 10)
        try await bench.read([bench.row("kept"), bench.row("other", content: #"{"name":"x"}"#)], at: 310)
        let (mum, moment) = (bench.mum, bench.moment(0))
        let child = try await bench.store.write { transaction in
            let child = ChildRow.sample(on: mum.server)
            try transaction.upsert(child)
            try transaction.link(mum, to: child.id)
            _ = try transaction.insert(.sample(1, of: child))
            try transaction.note(
                RecordListRow(account: mum.id, kind: .goal, owner: "alice", readAt: moment))
            for isOpen in [false, true] {
                let entry = try transaction.journal([isOpen ? 1 : 0], from: .hub, account: mum.id, at: moment)
                let hint = try transaction.openHint(account: mum.id, target: "X", journal: entry, at: moment)
                if !isOpen { try transaction.settle(hint, as: .resolved, at: moment) }
            }
            return child
        }
        let order = RecordOrder(
            .doneChore, record: RecordRow.ID(rawValue: "kept"), owner: "kept", payload: #"{"photo":"x"}"#, title: "Lawn"
        )
        var new = NewIntent(id: .init(rawValue: "a"), account: mum, child: child.id, order: .record(order))
        new.photo = [1, 2, 3]
        guard case .accepted = try await StoredIntents(bench.store).accept(new, now: moment) else {
            Issue.record("not taken")
            return
        }
        try await MediaStore(bench.store).keep([4, 5], as: .photo, of: mum.server, from: "https://a", now: moment)
    }

    @Test("what can be read again goes; what waits, what it is about, what is open and what was made of it stays")
    func clear() async throws {
        let bench = try await RecordBench()
        let store = bench.store
        try await fill(bench)
        let cleared = try await StoreCare(store).clear(now: bench.moment(400))
        #expect(cleared.pictures.count == 1 && cleared.pictures.bytes == 2)
        #expect(try await bench.ids() == ["kept"])
        #expect(try await bench.stored("other") == nil)
        #expect(try await bench.stored("gone") == nil)
        #expect(try await store.read { try $0.recordLists(of: bench.mum.id) } == [], "every list is read anew")
        #expect(try await store.read { try $0.journal(limit: 5) }.map(\.bytes) == [[1]])
        #expect(try await MediaStore(store).usage()[.unsent]?.count == 1)
        let counts = try await store.counts()
        #expect(counts.transactions == 1 && counts.waitingIntents == 1 && counts.openHints == 1 && counts.isBalanced)
        #expect(try await store.recount() == [])
        // Once nothing waits for it the rest goes too, and the list comes back as it was.
        #expect(try await StoredIntents(store).discard(.init(rawValue: "a"), now: bench.moment(401)).isDone)
        _ = try await StoreCare(store).clear(now: bench.moment(402))
        #expect(try await bench.ids() == [])
        try await bench.read([bench.row("kept"), bench.row("other")], at: 500)
        #expect(try await bench.ids() == ["kept", "other"])
        #expect(try await StoreCare(store).clear(now: bench.moment(600)).rows > 0)
        #expect(try await StoreCare(store).clear(now: bench.moment(601)).rows == 0)
        await store.close()
    }

    @Test("what there is adds up to what is stored, and names every kind and class")
    func usage() async throws {
        let bench = try await RecordBench()
        try await fill(bench)
        let usage = try await StoreCare(bench.store).usage()
        func line(_ group: StoreUsage.Group, _ name: String) -> StoreUsage? {
            usage.first { $0.group == group && $0.name == name }
        }
        #expect(usage.filter { $0.group == .record }.count == RecordRow.Kind.allCases.count)
        #expect(usage.filter { $0.group == .picture }.count == MediaClass.allCases.count)
        #expect(line(.record, "goal")?.count == 2 && line(.record, "wish")?.count == 0)
        #expect(line(.row, "transaction")?.count == 1 && line(.row, "message")?.count == 2)
        #expect(line(.row, "entry")?.count == 1 && line(.row, "told")?.count == 0)
        #expect(line(.picture, "unsent")?.bytes == 3 && line(.picture, "photo")?.age == .seconds(30 * 86_400))
        #expect(line(.file, "store")?.bytes == TestStore.size(bench.folder.file))
        #expect(line(.file, "ledger")?.bytes ?? 0 > 0 && line(.file, "ballast")?.bytes == 0)
        #expect(line(.row, "delivery")?.age == .seconds(90 * 86_400))
        bench.store.room.wanted = KeepingWish(messages: .seconds(86_400), history: .seconds(2 * 86_400))
        let wanted = try await StoreCare(bench.store).usage()
        #expect(wanted.first { $0.name == "delivery" }?.age == .seconds(2 * 86_400))
        await bench.store.close()
    }

    @Test("purging by hand applies the ages, to pictures too, and nothing that waits is too old")
    func purge() async throws {
        let bench = try await RecordBench()
        try await fill(bench)
        let early = try await StoreCare(bench.store).purge(now: bench.moment(320))
        #expect(early.rows == 0 && early.pictures.count == 0)
        let late = try await StoreCare(bench.store).purge(now: bench.moment(1_000 * 86_400))
        #expect(late.rows > 0 && late.pictures.count == 1)
        #expect(try await bench.store.counts().waitingIntents == 1)
        #expect(try await MediaStore(bench.store).usage()[.unsent]?.count == 1)
        await bench.store.close()
    }
}
