import AllowanceAPI
import Runtime
import SQLite
import Store
import SyncEngine
import TestNumbers
import TestWaiting
import Testing
import Values

/// The engine with a real store against a server that does its worst, from seeds.
@Suite("Engine against a hostile server")
struct HostileServerTests {
    @Test(
        "when the faults stop: facts are the server's, one alert for each row since the start, books balanced",
        arguments: 0..<6)
    func convergence(seed: UInt64) async throws {
        var random = SeededNumbers(seed: seed &+ 1_000)
        let bench = try TestBench()
        let children = ["Alice", "Bruno"].map { bench.server.add(child: $0) }
        for _ in 0..<30 { bench.server.add("1.00", to: children.randomElement(using: &random)!, after: 0) }
        let history = bench.server.ids
        for run in 0..<3 {
            let store = try await bench.open()
            let engine = bench.engine(store, interval: .milliseconds(20))
            try await engine.start()
            let running = Task { try await engine.run() }
            if run == 0 { try await engine.settled() }
            for _ in 0..<40 {
                trouble(bench.server, engine, children, &random)
                guard random.chance(30) else { continue }
                let before = bench.server.requests
                try await eventually("an answer") {
                    engine.scanNow()
                    return bench.server.requests > before
                }
            }
            if run == 2 { try await calm(bench, engine, store) }
            // Twice out of three times it is killed where it is.
            running.cancel()
            try await running.value
            if run == 2 { try await judge(bench, store, history) }
            await store.close()
        }
    }

    private func trouble(
        _ server: ModelServer, _ engine: SyncEngine, _ children: [ChildRow.ID], _ random: inout SeededNumbers
    ) {
        let child = children.randomElement(using: &random)!
        switch Int.random(in: 0..<12, using: &random) {
        case 0...4:
            let id = server.add(
                random.chance(50) ? "1.00" : "-1.00", to: child, after: random.chance(60) ? 0 : 30,
                age: random.chance(20) ? 100 : 0, isVisible: !random.chance(30))
            let hint: Hint.Subject = random.chance(50) ? .transaction(id) : .balance(child: child, .zero)
            for _ in 0..<Int.random(in: 0...2, using: &random) { engine.hint(.frame(hint)) }
        case 5: server.reveal()
        case 6: server.fail(FactError(FactError.Kind.allCases.randomElement(using: &random)!, "trouble"))
        case 7: engine.linkChanged(isUp: random.chance(60))
        case 8, 9: engine.hint(.frame(.something))
        case 10: server.move(child, to: "\(Int.random(in: 6...900, using: &random)).00")
        default: engine.scanNow()
        }
    }

    private func calm(_ bench: TestBench, _ engine: SyncEngine, _ store: Store) async throws {
        bench.server.state.withLock { $0.failures = [] }
        bench.server.reveal()
        try await eventually("all facts") {
            engine.scanNow()
            return try await store.ids() == bench.server.ids
        }
        try await eventually("no open hint") {
            engine.scanNow()
            return try await store.counts().openHints == 0
        }
        try await eventually("the balances") {
            let balances = Dictionary(uniqueKeysWithValues: bench.server.children().map { ($0.rowID, $0.balance) })
            return try await store.children().allSatisfy { balances[$0.id] == $0.balance }
        }
    }

    private func judge(_ bench: TestBench, _ store: Store, _ history: Set<TransactionRow.ID>) async throws {
        let expected = bench.server.ids.subtracting(history).map(newAlert).sorted()
        #expect(try await store.alerts().filter { $0.hasPrefix("new|") } == expected)
        #expect(try await store.deliveryCount() == expected.count)
        #expect(try await store.counts().isBalanced)
        let findings = try await store.database.checkEverything()
        #expect(findings == [])
    }
}
