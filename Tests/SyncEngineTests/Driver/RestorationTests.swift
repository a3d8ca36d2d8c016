import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Servers that know less than they did, as after their restore from a backup.
@Suite("Restoration")
struct RestorationTests {
    private func scan(_ engine: SyncEngine, _ server: ModelServer, after seconds: Int64 = 0) async throws {
        server.advance(seconds)
        let before = await engine.status.lastScanAt
        engine.scanNow()
        try await eventually("another scan") {
            let status = await engine.status
            return status.lastScanAt != before && status.state == .live && !status.isScanning
        }
    }

    @Test(
        "many rows that are gone at once are told as one problem, and not each; they stay, marked, and new ones are told"
    )
    func restored() async throws {
        let bench = try TestBench()
        let server = bench.server
        let (alice, bruno) = (server.add(child: "Alice"), server.add(child: "Bruno"))
        for _ in 0..<7 { server.add("1.00", to: alice) }
        let lost = [alice, bruno, alice, bruno].map { server.add("2.00", to: $0) }
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            server.hide(lost)
            try await scan(engine, server)
            #expect(await engine.status.restoration == nil)
            // What is entered after the restore is no part of what is gone.
            let new = server.add("3.00", to: alice, after: 60)
            try await scan(engine, server, after: 610)
            let restoration = await engine.status.restoration
            #expect(restoration?.rows == 4)
            #expect(try await store.alerts() == [newAlert(new)])
            let counts = try await store.counts()
            #expect(counts.transactions == 8 && counts.withdrawnTransactions == 4)
            for id in lost {
                let absence = try await store.read { try $0.absence(of: id, on: $0.accounts()[0].server) }
                #expect(absence?.withdrawnAt != nil)
            }
            try await scan(engine, server, after: 700)
            #expect(await engine.status.restoration == restoration)
        }
        // It is known after a restart.
        let again = bench.engine(store)
        try await bench.with(again) { #expect(await again.status.restoration?.rows == 4) }
        await store.close()
    }

    @Test("three rows that are gone from between others are no restore: each is told")
    func scattered() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let rows = (0..<7).map { _ in bench.server.add("1.00", to: alice) }
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.hide([rows[1], rows[3], rows[5]])
            try await scan(engine, bench.server)
            try await scan(engine, bench.server, after: 610)
            #expect(await engine.status.restoration == nil)
            #expect(try await store.alerts().count == 3)
        }
        await store.close()
    }

    /// Writes another row in the place of the last one.
    private func replace(_ server: ModelServer, amount: String, after seconds: Int64) -> Int64 {
        server.state.withLock { state in
            let (old, child) = (state.rows[state.rows.count - 1].listed, state.rows[state.rows.count - 1].child)
            let made = Timestamp(seconds: old.createdAt.seconds + seconds)
            state.rows[state.rows.count - 1] = ModelServer.Row(
                listed: Transaction(
                    id: old.id, child: old.child, amount: Decimal(amount)!, kind: .credit, description: "Another",
                    balanceAfter: old.balanceAfter, createdAt: made), child: child)
            return made.seconds
        }
    }

    @Test(
        "an id that stands for another transaction: the new one is told, the old one is a revision, and it is a restore"
    )
    func reused() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("1.00", to: alice)
            try await scan(engine, bench.server)
            #expect(try await store.alerts() == [newAlert(id)])
            let made = replace(bench.server, amount: "9.00", after: 400)
            for _ in 0..<2 { try await scan(engine, bench.server, after: 1) }
            #expect(try await store.alerts() == [newAlert(id), newAlert(id) + "|\(made)"])
            let rows = try await store.transactions(matching: TransactionFilter(limit: 10))
            #expect(rows.map(\.description) == ["Another"] && rows[0].position == 2)
            let server = rows[0].server
            #expect(try await store.read { try $0.revisions(of: id, on: server) }.map(\.amount.description) == ["1.00"])
            #expect(await engine.status.restoration?.rows == 1)
            #expect(try await store.recount() == [])
        }
        await store.close()
    }

    @Test(
        "an edit of the amount, or of the time, is an edit: nobody is told of another transaction",
        arguments: [true, false])
    func edited(_ isOfAmount: Bool) async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("1.00", to: alice)
            try await scan(engine, bench.server)
            _ = replace(bench.server, amount: isOfAmount ? "9.00" : "1.00", after: isOfAmount ? 0 : 400)
            try await scan(engine, bench.server)
            #expect(try await store.alerts() == [newAlert(id)])
            #expect(
                try await store.transactions(matching: TransactionFilter(limit: 10)).map(\.description) == ["Another"])
            #expect(await engine.status.restoration == nil)
        }
        await store.close()
    }
}
