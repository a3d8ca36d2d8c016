import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Rows that a server lists no longer, of one child with seven rows.
@Suite("Withdrawal")
struct WithdrawalTests {
    private struct Scene: Sendable {
        let bench: TestBench
        let store: Store
        let child: ChildRow.ID
        let rows: [TransactionRow.ID]

        init(rows count: Int = 7) async throws {
            bench = try TestBench()
            let child = bench.server.add(child: "Alice", balance: "100.00")
            self.child = child
            rows = (0..<count).map { [bench] _ in bench.server.add("1.00", to: child) }
            store = try await bench.open()
        }

        func hide(_ numbers: Int...) { bench.server.hide(numbers.map { rows[$0] }) }

        /// Reads all there is, so many seconds of the server's time later.
        func scan(_ engine: SyncEngine, after seconds: Int64 = 0) async throws {
            bench.server.advance(seconds)
            let before = await engine.status.lastScanAt
            engine.scanNow()
            try await eventually("another scan") {
                let status = await engine.status
                return status.lastScanAt != before && status.state == .live && !status.isScanning
            }
        }

        var listed: Set<TransactionRow.ID> { get async throws { try await store.ids() } }

        func absence(_ number: Int) async throws -> TransactionAbsence? {
            let id = rows[number]
            return try await store.read { try $0.absence(of: id, on: $0.accounts()[0].server) }
        }

        func revisions(_ number: Int) async throws -> [TransactionRevision] {
            let id = rows[number]
            return try await store.read { try $0.revisions(of: id, on: $0.accounts()[0].server) }
        }

        func income() async throws -> Int {
            let child = child
            return try await store.read { snapshot in
                let server = try snapshot.accounts()[0].server
                return try snapshot.daySums(of: child, on: server, in: -1_000_000..<1_000_000).reduce(0) {
                    $0 + $1.credits
                }
            }
        }
    }

    @Test(
        "a row that two complete readings lack, ten minutes apart, is withdrawn: it stays, counts nowhere, and is told once"
    )
    func withdrawn() async throws {
        let scene = try await Scene()
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            scene.hide(3)
            try await scene.scan(engine)
            try await scene.scan(engine, after: 580)
            #expect(try await scene.listed.count == 7)
            #expect(try await scene.absence(3)?.withdrawnAt == nil)
            #expect(try await scene.store.alerts() == [])
            try await scene.scan(engine, after: 30)
            let id = scene.rows[3]
            #expect(try await scene.listed == Set(scene.rows).subtracting([id]))
            #expect(try await scene.absence(3)?.withdrawnAt != nil)
            #expect(try await scene.store.alerts() == ["gone|\(TestBench.origin)|\(id.rawValue)"])
            let counts = try await scene.store.counts()
            #expect(counts.transactions == 6 && counts.withdrawnTransactions == 1)
            #expect(try await scene.income() == 6)
            #expect(try await scene.revisions(3).map(\.withdrawnAt) == [nil])
            #expect(try await scene.store.recount() == [])
            // Nothing is told again, whatever is read.
            try await scene.scan(engine, after: 700)
            #expect(try await scene.store.alerts().count == 1)
            #expect(try await scene.revisions(3).count == 1)
        }
        await scene.store.close()
    }

    @Test("a copy of the server's that lags behind takes no balance back; of what was made a minute ago it is believed")
    func lagging() async throws {
        let scene = try await Scene(rows: 0)
        let server = scene.bench.server
        let first = server.add("1.00", to: scene.child)
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            let second = server.add("1.00", to: scene.child, after: 120)
            try await scene.scan(engine)
            #expect(try await scene.listed == [first, second])
            #expect(try await scene.store.children().map(\.balance) == [Decimal("102.00")])
            server.hide([second])
            server.move(scene.child, to: "101.00")
            try await scene.scan(engine, after: 5)
            #expect(try await scene.store.children().map(\.balance) == [Decimal("102.00")])
            // What nobody lists after a minute is no delay.
            try await scene.scan(engine, after: 60)
            #expect(try await scene.store.children().map(\.balance) == [Decimal("101.00")])
        }
        await scene.store.close()
    }

    @Test("a row that a clock ahead has stamped and a restore took away holds no balance back")
    func future() async throws {
        let scene = try await Scene(rows: 0)
        let server = scene.bench.server
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            let ahead = server.add("1.00", to: scene.child, age: -86_400)
            try await scene.scan(engine)
            #expect(try await scene.listed == [ahead])
            server.hide([ahead])
            server.move(scene.child, to: "100.00")
            try await scene.scan(engine, after: 5)
            #expect(try await scene.store.children().map(\.balance) == [Decimal("100.00")])
        }
        await scene.store.close()
    }

    @Test("a row that is listed again counts again; that it was gone is a revision, and nobody is told of it anew")
    func returned() async throws {
        let scene = try await Scene()
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            scene.hide(2)
            try await scene.scan(engine)
            try await scene.scan(engine, after: 610)
            let withdrawnAt = try await scene.absence(2)?.withdrawnAt
            #expect(withdrawnAt != nil)
            scene.bench.server.reveal()
            try await scene.scan(engine, after: 5)
            #expect(try await scene.listed.count == 7)
            #expect(try await scene.absence(2) == nil)
            #expect(try await scene.revisions(2).map(\.withdrawnAt) == [nil, withdrawnAt])
            #expect(try await scene.income() == 7)
            #expect(try await scene.store.counts().withdrawnTransactions == 0)
            #expect(try await scene.store.recount() == [])
            #expect(try await scene.store.alerts().count == 1)
            // Gone for a moment: the first of two readings is no longer one of two.
            scene.hide(4)
            try await scene.scan(engine)
            scene.bench.server.reveal()
            try await scene.scan(engine, after: 300)
            scene.hide(4)
            try await scene.scan(engine, after: 320)
            #expect(try await scene.listed.count == 7)
        }
        await scene.store.close()
    }

    @Test(
        "a scan that failed or was refused proves nothing, also of the lists that it read; what the first reading showed is not lost with the program",
        arguments: [FactError.Kind.unavailable, .refused, .undecodable])
    func unproven(_ kind: FactError.Kind) async throws {
        let scene = try await Scene()
        let (server, bruno) = (scene.bench.server, scene.bench.server.add(child: "Bruno"))
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            scene.hide(0)
            try await scene.scan(engine)
            server.advance(700)
            for child in [scene.child, bruno] {
                server.state.withLock { $0.failing = [child: FactError(kind, "no")] }
                engine.scanNow()
                try await eventually("a failed scan") { await engine.status.failingSince != nil }
                #expect(try await scene.listed.count == 7)
                #expect(try await scene.absence(0)?.missingAt != nil)
            }
        }
        server.state.withLock { $0.failing = [:] }
        let again = scene.bench.engine(scene.store)
        try await scene.bench.with(again) {
            try await again.settled()
            #expect(try await scene.listed.count == 6)
            #expect(try await scene.store.alerts().count == 1)
        }
        await scene.store.close()
    }

    @Test("what is older than a page that a server has cut is not gone")
    func cut() async throws {
        let scene = try await Scene(rows: 8)
        let engine = scene.bench.engine(scene.store)
        scene.bench.server.state.withLock { $0.cap = 10 }
        try await scene.bench.with(engine) {
            try await engine.settled()
            for _ in 0..<4 { scene.bench.server.add("1.00", to: scene.child) }
            try await scene.scan(engine)
            for _ in 0..<3 { try await scene.scan(engine, after: 700) }
            #expect(try await scene.listed.count == 12)
            // One of those that have to be on the page is.
            scene.hide(6)
            try await scene.scan(engine)
            try await scene.scan(engine, after: 700)
            #expect(try await scene.listed.count == 11)
        }
        await scene.store.close()
    }

    @Test("a row that an entry of ours may be is not given up before that is known")
    func claimed() async throws {
        let scene = try await Scene(rows: 3)
        scene.bench.server.state.withLock { $0.user = FactUser(id: "u1", role: "Parent") }
        let maker = ModelMaker(scene.bench.server)
        maker.next(.lostAnswer)
        let engine = scene.bench.engine(scene.store, maker: maker)
        try await scene.bench.with(engine) {
            try await engine.settled()
            try await scene.store.enter("5.00", for: scene.child)
            engine.intentsChanged()
            try await eventually("the row") { scene.bench.server.ids.count == 4 }
            try await scene.scan(engine)
            try await eventually("the claim") { try await scene.store.entries().first?.transaction != nil }
            scene.bench.server.state.withLock { $0.rows[3].isVisible = false }
            try await scene.scan(engine)
            try await scene.scan(engine, after: 700)
            #expect(try await scene.listed.count == 4)
            #expect(try await scene.store.entries().first?.state == .unknown)
        }
        await scene.store.close()
    }
}
