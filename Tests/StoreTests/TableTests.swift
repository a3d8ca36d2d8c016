import Runtime
import SQLite
import Store
import Testing
import Values

@Suite("Tables")
struct TableTests {
    private let moment = Timestamp(seconds: 1_700_000_500)

    private func store(_ folder: TestStore) async throws -> (Store, AccountRow, ChildRow) {
        let store = try await folder.open()
        let (account, child) = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Timestamp(seconds: 1))
            let child = ChildRow.sample(on: server.id)
            try transaction.upsert(child)
            try transaction.link(account, to: child.id)
            return (account, child)
        }
        return (store, account, child)
    }

    @Test("a row is inserted once, under its id in any letter case; a change keeps its place")
    func once() async throws {
        let folder = try TestStore()
        let (store, _, child) = try await store(folder)
        let row = TransactionRow.sample(1, of: child)
        #expect(row.id.rawValue == "txn-1")
        #expect(try await store.write { try $0.insert(row) })
        #expect(try await store.write { try $0.insert(row) } == false)
        let other = TransactionRow.sample(1, of: child, position: 9, description: "other")
        try await store.write { try $0.update(other) }
        #expect(try await store.transactions(matching: TransactionFilter(child: child, limit: 5)) == [other])
        await store.close()
    }

    @Test("transactions come newest first; rows of one second in the order in which they became known")
    func order() async throws {
        let folder = try TestStore()
        let (store, _, child) = try await store(folder)
        try await store.write { transaction in
            for (number, second) in [(1, 5), (2, 5), (3, 4), (4, 9)] {
                let position = try transaction.nextPosition(of: child.id, on: child.server)
                _ = try transaction.insert(.sample(number, of: child, at: Int64(second), position: position))
            }
            #expect(try transaction.transactionCount(of: child.id, on: child.server) == 4)
            let known = try transaction.knownTransactions(
                among: ["txn-2", "txn-7"].map(TransactionRow.ID.init), on: child.server)
            #expect(known.map(\.rawValue) == ["txn-2"])
        }
        let listed = try await store.transactions(matching: TransactionFilter(child: child, limit: 3))
        #expect(listed.map(\.id.rawValue) == ["txn-4", "txn-2", "txn-1"])
        #expect(try await store.transactions(matching: TransactionFilter(limit: -1)) == [])
        await store.close()
    }

    @Test("ids of two servers do not meet")
    func servers() async throws {
        let folder = try TestStore()
        let (store, _, child) = try await store(folder)
        try await store.write { transaction in
            let other = try transaction.ensureServer(origin: "https://b.example")
            #expect(try transaction.ensureServer(origin: "https://b.example") == other)
            let twin = ChildRow.sample(on: other.id, balance: "99")
            try transaction.upsert(twin)
            #expect(try transaction.insert(.sample(1, of: child)))
            #expect(try transaction.insert(.sample(1, of: twin)))
            #expect(try transaction.child(child.id, on: child.server)?.balance == Decimal("10"))
        }
        #expect(try await store.servers().count == 2)
        await store.close()
    }

    @Test("an account keeps its marks, and loses them when it moves to another server or another person")
    func accounts() async throws {
        let folder = try TestStore()
        let (store, account, child) = try await store(folder)
        let moment = moment
        try await store.write { transaction in
            try transaction.setBaseline(of: account.id, at: moment)
            try transaction.setBaseline(of: account.id, at: Timestamp(seconds: 1))
            try transaction.setUser("u1", role: "Parent", of: account.id, at: moment)
            try transaction.finishScan(of: account.id, startedAt: moment, finishedAt: moment)
            try transaction.failScan(of: account.id, reason: "unavailable")
            let known = try transaction.account(account.id)
            #expect(known?.baselineAt == moment && known?.lastScanStartedAt == moment)
            #expect(known?.lastScanOutcome == "unavailable" && known?.userID == "u1")
            try transaction.setUser("u1", role: "Parent", of: account.id, at: moment)
            #expect(try transaction.children(of: account.id) == [child])
            try transaction.setUser("u2", role: "Parent", of: account.id, at: moment)
            #expect(try transaction.account(account.id)?.baselineAt == nil)
            #expect(try transaction.children(of: account.id) == [])
            let other = try transaction.ensureServer(origin: "https://b.example")
            let moved = try transaction.ensureAccount(named: "mum", on: other, at: Timestamp(seconds: 1))
            #expect(moved.id == account.id && moved.server == other.id && moved.userID == nil)
        }
        await store.close()
    }

    @Test("another person under a name starts over: nothing that the first one's login remembered judges the second's")
    func anotherPerson() async throws {
        let folder = try TestStore()
        let (store, account, child) = try await store(folder)
        let moment = moment
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let dad = try transaction.ensureAccount(named: "dad", on: server, at: moment)
            let bruno = ChildRow.sample("Bruno", on: server.id)
            try transaction.upsert(bruno)
            for child in [child, bruno] { try transaction.setBaseline(of: child.id, on: server.id, at: moment) }
            try transaction.link(account, to: bruno.id)
            // Dad's login reads one of them, and is only told of the other.
            for child in [child, bruno] { try transaction.link(dad, to: child.id) }
            for child in [child, bruno] { try transaction.setRead(child.id, by: account.id, at: moment) }
            try transaction.setRead(bruno.id, by: dad.id, at: moment)
            #expect(try transaction.setUser("u1", role: "Parent", of: account.id, at: moment) == false)
            try transaction.remember(.lateness, 500, of: account.id)
            try transaction.remember(.deepScan, 500, of: account.id)
            _ = try transaction.openHint(account: account.id, target: "X", journal: nil, at: moment)

            #expect(try transaction.setUser("u2", role: "Parent", of: account.id, at: moment))
            #expect(try transaction.readChildren(of: account.id) == [])
            #expect(try transaction.readChildren(of: dad.id) == [bruno.id])
            #expect(try transaction.memory(.lateness, of: account.id) == nil)
            #expect(try transaction.memory(.deepScan, of: account.id) == nil)
            #expect(try transaction.openHints(of: account.id) == [])
            // Whoever still reads a child goes on; the other one's history is history again.
            #expect(try transaction.child(bruno.id, on: server.id)?.baselineAt == moment)
            #expect(try transaction.child(child.id, on: server.id)?.baselineAt == nil)
        }
        #expect(try await store.counts().isBalanced)
        await store.close()
    }

    @Test("a child is gone when the last account loses sight of it")
    func gone() async throws {
        let folder = try TestStore()
        let (store, mum, child) = try await store(folder)
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://a.example")
            let dad = try transaction.ensureAccount(named: "dad", on: server, at: Timestamp(seconds: 1))
            try transaction.link(dad, to: child.id)
            #expect(try transaction.unlink(mum, from: child.id) == false)
            #expect(try transaction.child(child.id, on: server.id)?.isGone == false)
            #expect(try transaction.unlink(dad, from: child.id))
            #expect(try transaction.unlink(dad, from: child.id) == false)
            #expect(try transaction.child(child.id, on: server.id)?.isGone == true)
        }
        await store.close()
    }

    @Test("the journal keeps 64 KiB of an entry and its true size")
    func journal() async throws {
        let folder = try TestStore()
        let (store, account, _) = try await store(folder)
        let moment = moment
        try await store.write { transaction in
            let long = Array(repeating: UInt8(7), count: 70_000)
            let first = try transaction.journal(long, from: .hub, account: account.id, at: moment)
            let second = try transaction.journal([], from: .rest, account: account.id, at: moment)
            #expect(first < second)
            let rows = try transaction.journal(limit: 5)
            #expect(rows.map(\.size) == [0, 70_000] && rows.map(\.bytes.count) == [0, 65_536])
        }
        await store.close()
    }

    @Test("hints taken are open, resolved or reported, at every step")
    func hints() async throws {
        let folder = try TestStore()
        let (store, account, child) = try await store(folder)
        let (moment, row) = (moment, TransactionRow.ID(rawValue: "txn-1"))
        let ids = try await store.write { transaction in
            try (0..<3).map { _ in
                try transaction.openHint(account: account.id, target: "X", transaction: row, journal: nil, at: moment)
            }
        }
        #expect(try await store.counts().isBalanced)
        try await store.write { transaction in
            try transaction.setScans(of: ids[0], to: 2)
            try transaction.settle(ids[1], as: .reported, at: moment)
            try transaction.settle(ids[2], as: .resolved, at: moment)
            // What is answered stays answered.
            try transaction.settle(ids[2], as: .reported, at: moment)
            let open = try transaction.openHints(of: account.id)
            #expect(open.map(\.id) == [ids[0]] && open[0].scans == 2 && open[0].transaction == row)
            #expect(try transaction.reportedHints(of: account.id).map(\.id) == [ids[1]])
            try transaction.resolveReported(row, on: child.server, at: moment)
            #expect(try transaction.reportedHints(of: account.id).isEmpty)
        }
        let counts = try await store.counts()
        #expect(counts.openHints == 1 && counts.resolvedHints == 2 && counts.isBalanced)
        await store.close()
    }

    private final class Order: Sendable {
        let isTaken = Lock([Bool]())

        func add(_ isOneTaken: Bool) { isTaken.withLock { $0.append(isOneTaken) } }
    }

    @Test("a refusal of the medium is over with the next change that it takes, in whatever order the callers come back")
    func refusal() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        var rounds = 0
        for _ in 0..<200 {
            let order = Order()
            let refused = Task {
                try await store.write { _ in
                    order.add(false)
                    throw StoreError(.full, "The disk is full.", nextStep: "Make room.")
                }
            }
            let taken = Task {
                try await store.write { transaction in
                    order.add(true)
                    try transaction.setMeta("key", to: "value")
                }
            }
            await #expect(throws: StoreError.self) { try await refused.value }
            try await taken.value
            guard order.isTaken.withLock({ $0 }) == [false, true] else { continue }
            rounds += 1
            #expect(store.refusedChange == nil)
        }
        #expect(rounds > 0)
        await #expect(throws: StoreError.self) {
            try await store.write { _ in throw StoreError(.full, "The disk is full.", nextStep: "Make room.") }
        }
        try await store.write { _ in }
        #expect(store.refusedChange?.kind == .full, "what changes nothing proves nothing")
        await store.close()
    }

    @Test("a batch that fails leaves nothing")
    func atomic() async throws {
        let folder = try TestStore()
        let (store, _, child) = try await store(folder)
        struct Stop: Error {}
        let error = await #expect(throws: StoreError.self) {
            try await store.write { transaction in
                _ = try transaction.insert(.sample(1, of: child))
                try transaction.setMeta("key", to: "value")
                throw Stop()
            }
        }
        #expect(error?.kind == .unexpected)
        #expect(try await store.transactions(matching: TransactionFilter(limit: 5)).isEmpty)
        #expect(try await store.read { try $0.meta("key") } == nil)
        await store.close()
        await #expect(throws: StoreError.self) { _ = try await store.children() }
    }
}
