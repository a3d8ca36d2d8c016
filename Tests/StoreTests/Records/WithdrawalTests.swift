import SQLite
import Testing
import Values

@testable import Store

/// What the store makes of a transaction that is listed no longer.
@Suite("Withdrawn transactions")
struct WithdrawalTests {
    private struct Scene {
        let bench: RecordBench
        let child: ChildRow
        let rows: [TransactionRow]
        var id: TransactionRow.ID { rows[1].id }

        init() async throws {
            let bench = try await RecordBench()
            let child = ChildRow.sample(on: bench.mum.server)
            let rows = (1...3).map { TransactionRow.sample($0, of: child, balance: "\($0).00") }
            try await bench.store.write { transaction in
                try transaction.upsert(child)
                for row in rows { _ = try transaction.insert(row) }
            }
            (self.bench, self.child, self.rows) = (bench, child, rows)
        }

        func withdraw(at second: Int) async throws {
            let (row, moment) = (rows[1], bench.moment(second))
            try await bench.store.write { try $0.withdraw(row, at: moment) }
        }

        func sums() async throws -> Int {
            let child = child
            return try await bench.store.read { snapshot in
                try snapshot.daySums(of: child.id, on: child.server, in: -100_000..<100_000)
                    .reduce(0) { $0 + $1.credits + $1.debits }
            }
        }
    }

    @Test("it is in no list, count or sum, and can be looked up; the kept counts are those of a count")
    func counted() async throws {
        let scene = try await Scene()
        let (store, child, id) = (scene.bench.store, scene.child, scene.id)
        try await scene.withdraw(at: 10)
        #expect(try await store.transactions(matching: TransactionFilter(child: child, limit: 10)).count == 2)
        #expect(try await store.transactions(matching: TransactionFilter(limit: 10)).contains { $0.id == id } == false)
        #expect(
            try await store.arrivals(after: .init(rawValue: 0), limit: 10).map(\.transaction.id).contains(id) == false)
        #expect(try await store.read { try $0.transactionCount(of: child.id, on: child.server) } == 2)
        #expect(try await store.read { try $0.transaction(id, on: child.server) } == scene.rows[1])
        #expect(try await store.read { try $0.knownTransactions(among: [id], on: child.server) } == [id])
        #expect(try await scene.sums() == 2)
        let counts = try await store.counts()
        #expect(counts.transactions == 2 && counts.withdrawnTransactions == 1)
        #expect(try await store.recount() == [])
        // The balance at a moment is what the last row before it left that counts.
        let later = scene.rows[1].createdAt.advanced(by: .microseconds(1))
        #expect(
            try await store.read { try $0.balance(of: child.id, on: child.server, before: later) }
                == scene.rows[0].balanceAfter)
        await store.close()
    }

    @Test("counts that were spoiled are put right with what is withdrawn left out")
    func recounted() async throws {
        let scene = try await Scene()
        let store = scene.bench.store
        try await scene.withdraw(at: 10)
        try await store.write { transaction in
            try transaction.run(PlainUpdate("test.spoilTally", "UPDATE tally SET count = 9 WHERE name LIKE 'txn%'"))
            try transaction.run(PlainUpdate("test.spoilRows", "UPDATE child SET rows = 9"))
        }
        #expect(Set(try await store.recount().map(\.counted)) == [2, 1])
        let counts = try await store.counts()
        #expect(counts.transactions == 2 && counts.withdrawnTransactions == 1)
        #expect(try await store.recount() == [])
        await store.close()
    }

    @Test(
        "taken back, it is what the server says now, under another child if it says so; the time between is a revision")
    func takenBack() async throws {
        let scene = try await Scene()
        let (store, id, moment) = (scene.bench.store, scene.id, scene.bench.moment(20))
        try await scene.withdraw(at: 10)
        let other = ChildRow.sample("bruno", on: scene.child.server)
        let row = TransactionRow.sample(2, of: other, description: "Back")
        try await store.write { transaction in
            try transaction.upsert(other)
            try transaction.takeBack(row, at: moment)
        }
        #expect(try await store.read { try $0.absence(of: id, on: other.server) } == nil)
        #expect(
            try await store.transactions(matching: TransactionFilter(child: other, limit: 10)).map(\.description) == [
                "Back"
            ])
        let revisions = try await store.read { try $0.revisions(of: id, on: other.server) }
        #expect(revisions.map(\.withdrawnAt) == [nil, scene.bench.moment(10)])
        #expect(revisions.map(\.until) == [scene.bench.moment(10), moment])
        #expect(try await scene.sums() == 2)
        let counts = try await store.counts()
        #expect(counts.transactions == 3 && counts.withdrawnTransactions == 0)
        #expect(try await store.recount() == [])
        await store.close()
    }

    @Test("what is missing counts until it is withdrawn; the longest missing row of an account is known")
    func missing() async throws {
        let scene = try await Scene()
        let (store, child, mum, id) = (scene.bench.store, scene.child, scene.bench.mum, scene.id)
        let (first, second) = (scene.bench.moment(5), scene.bench.moment(9))
        #expect(try await store.read { try $0.hasAbsentees(child.id, on: child.server) } == false)
        try await store.write { transaction in
            try transaction.link(mum, to: child.id)
            try transaction.setMissing(id, on: child.server, since: second)
            try transaction.setMissing(scene.rows[0].id, on: child.server, since: first)
        }
        #expect(try await store.counts().transactions == 3)
        let known = try await store.read { try $0.listedBefore(child.id, on: child.server) }
        #expect(Set(known.map(\.missingAt)) == [first, second, nil])
        #expect(try await store.read { try $0.hasAbsentees(child.id, on: child.server) })
        #expect(try await store.read { try $0.firstMissing(of: mum.id) } == first)
        try await store.write { try $0.setMissing(scene.rows[0].id, on: child.server, since: nil) }
        try await scene.withdraw(at: 10)
        #expect(try await store.read { try $0.firstMissing(of: mum.id) } == nil)
        #expect(try await store.read { try $0.hasAbsentees(child.id, on: child.server) })
        await store.close()
    }

    @Test("what a restore has cost adds up while it is shown, and begins anew after that")
    func restoration() async throws {
        let scene = try await Scene()
        let (store, mum, bench) = (scene.bench.store, scene.bench.mum, scene.bench)
        #expect(try await store.read { try $0.restoration(of: mum.id) } == nil)
        for (second, lost, sum) in [(0, 4, 4), (3_600, 2, 6), (3_600 + 7 * 86_400, 1, 1)] {
            let moment = bench.moment(second)
            try await store.write { try $0.noteRestoration(of: mum.id, lost: lost, at: moment) }
            #expect(try await store.read { try $0.restoration(of: mum.id) } == Restoration(at: moment, rows: sum))
        }
        await store.close()
    }
}
