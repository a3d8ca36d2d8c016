import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Servers whose balances and rows do not fit together.
@Suite("Servers that contradict themselves")
struct BooksTests {
    private struct Scene: Sendable {
        let bench: TestBench
        let store: Store
        let child: ChildRow.ID

        init() async throws {
            bench = try TestBench()
            let child = bench.server.add(child: "Alice", balance: "0.00")
            self.child = child
            for _ in 0..<5 { bench.server.add("1.00", to: child, after: 60) }
            store = try await bench.open()
        }

        func scan(_ engine: SyncEngine) async throws {
            let before = await engine.status.lastScanAt
            engine.scanNow()
            try await eventually("another scan") {
                let status = await engine.status
                return status.lastScanAt != before && status.state == .live && !status.isScanning
            }
        }

        /// What the server keeps beside the money.
        func note(_ failure: String?, readAt: Timestamp?) async throws {
            let child = child
            try await store.write { transaction in
                let account = try transaction.accounts()[0].id
                for kind in [RecordRow.Kind.goal, .savingsMovement] {
                    try transaction.note(
                        RecordListRow(
                            account: account, kind: kind, owner: child.rawValue, readAt: readAt, failure: failure))
                }
            }
        }

        func addGoal() async throws {
            let child = child
            try await store.write { transaction in
                let account = try transaction.accounts()[0]
                let goal = RecordRow(
                    server: account.server, kind: .goal, id: .init(rawValue: "g"), child: child, rank: 1, content: "{}",
                    at: Timestamp(seconds: 1))
                try transaction.take(goal)
                try transaction.link(account, to: goal, owner: child.rawValue)
            }
        }
    }

    @Test(
        "a balance that moves without a row, where there are no savings, is doubtful until it fits again; told once, without a loop"
    )
    func contradicts() async throws {
        let scene = try await Scene()
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            try await scene.note("absent", readAt: nil)
            #expect(await engine.status.doubts.sentences == [])
            scene.bench.server.move(scene.child, to: "3.50")
            try await scene.scan(engine)
            let doubts = await engine.status.doubts
            #expect(doubts.sentences == ["Alice's balance is 1.50 less than the transactions come to"])
            #expect(doubts.since != nil)
            let requests = scene.bench.server.requests
            for _ in 0..<3 { try await scene.scan(engine) }
            #expect(await engine.status.doubts == doubts)
            // Two questions for the children and one for the list, each time: nothing is read again and again for its sake.
            #expect(scene.bench.server.requests == requests + 9)
            scene.bench.server.move(scene.child, to: "5.00")
            try await scene.scan(engine)
            let now = await engine.status.doubts
            #expect(now.sentences == [] && now.since == nil && now.agreedAt != nil)
        }
        await scene.store.close()
    }

    @Test("a row between whose neighbours money vanished is doubtful; one from before the watch began is history")
    func breaks() async throws {
        let scene = try await Scene()
        scene.bench.server.move(scene.child, to: "4.00")
        scene.bench.server.add("1.00", to: scene.child, after: 60)
        scene.bench.server.advance(60)
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            try await scene.note(nil, readAt: Timestamp(seconds: 1))
            #expect(await engine.status.doubts.agreedAt != nil)
            scene.bench.server.move(scene.child, to: "3.00")
            scene.bench.server.add("1.00", to: scene.child, after: 60)
            try await scene.scan(engine)
            #expect(
                await engine.status.doubts.sentences
                    == ["Alice's balance has moved once without a transaction, by -2.00 in all"])
        }
        await scene.store.close()
    }

    @Test(
        "with savings or goals, or before anybody knows whether there are any, a balance may move: nothing is doubtful")
    func usual() async throws {
        let scene = try await Scene()
        let engine = scene.bench.engine(scene.store)
        try await scene.bench.with(engine) {
            try await engine.settled()
            scene.bench.server.move(scene.child, to: "3.50")
            try await scene.scan(engine)
            #expect(await engine.status.doubts.sentences == [])
            try await scene.note("unavailable", readAt: nil)
            try await scene.scan(engine)
            #expect(await engine.status.doubts.sentences == [])
            try await scene.note(nil, readAt: Timestamp(seconds: 1))
            try await scene.addGoal()
            try await scene.scan(engine)
            #expect(await engine.status.doubts.sentences == [])
        }
        await scene.store.close()
    }
}
