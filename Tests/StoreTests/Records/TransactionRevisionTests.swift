import Store
import Testing
import Values

@Suite("What a transaction said before")
struct TransactionRevisionTests {
    @Test("each other description is a revision that keeps what was said; the row's place and origin stay")
    func revisions() async throws {
        let bench = try await RecordBench()
        let child = ChildRow.sample(on: bench.mum.server)
        let (first, id) = (TransactionRow.sample(1, of: child), TransactionRow.sample(1, of: child).id)
        try await bench.store.write { transaction in
            try transaction.upsert(child)
            _ = try transaction.insert(first)
        }
        for (second, text) in [(10, "Kites"), (20, "Two kites")] {
            let (row, moment) = (TransactionRow.sample(1, of: child, description: text), bench.moment(second))
            try await bench.store.write { try $0.revise(row, at: moment) }
        }
        func before() async throws -> [TransactionRevision] {
            try await bench.store.read { try $0.revisions(of: id, on: child.server) }
        }
        let found = try await before()
        #expect(found.map(\.number) == [1, 2] && found.map(\.description) == ["Kite", "Kites"])
        #expect(found.map(\.until) == [bench.moment(10), bench.moment(20)])
        #expect(
            found.allSatisfy { $0.amount == first.amount && $0.balanceAfter == first.balanceAfter && $0.kind == .debit }
        )
        #expect(try await bench.store.read { try $0.transaction(id, on: child.server) }?.description == "Two kites")
        #expect(try await bench.store.recount() == [])
        // 90 days later what was said is forgotten, what is said stays.
        #expect(try await bench.store.purge(now: bench.moment(10 + 90 * 86_400 + 1)) == 1)
        #expect(try await before().map(\.number) == [2])
        #expect(try await bench.store.counts().transactions == 1)
        await bench.store.close()
    }
}
