import Observability
import Runtime
import SQLite
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

@Suite("Faults")
struct FaultTests {
    @Test("a failing server is asked again until it answers; nothing is lost or told twice")
    func failing() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("2.00", to: child)
            bench.server.fail(FactError(.unavailable, "The server is down."), times: 3)
            bench.server.fail(FactError(.undecodable, "Nonsense."))
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await engine.settled()
            #expect(await engine.status.message == nil)
            #expect(bench.sink.records.contains { $0.message == "scan failed" })
        }
        await store.close()
    }

    private static let spoilChild = PlainUpdate("test.spoilChild", "UPDATE child SET balance = 'all'")
    private static let spoilRow = PlainUpdate("test.spoilRow", "UPDATE txn SET amount = 'much'")

    @Test("rows that cannot be read hold up no scan; the server's words take their place, and nothing is told twice")
    func unreadable() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        bench.server.add("1.00", to: child)
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let old = bench.server.add("2.00", to: child)
            engine.scanNow()
            try await eventually("the first alert") { try await store.alerts() == [newAlert(old)] }
            try await engine.settled()
            try await store.write {
                try $0.run(Self.spoilChild)
                try $0.run(Self.spoilRow)
            }
            #expect(try await store.children().isEmpty)
            #expect(try await store.transactions(matching: TransactionFilter(limit: 10)).isEmpty)
            let id = bench.server.add("3.00", to: child)
            engine.hint(.frame(.transaction(id)))
            engine.scanNow()
            try await eventually("the second alert") {
                try await store.alerts() == [newAlert(old), newAlert(id)].sorted()
            }
            try await engine.settled()
            #expect(await engine.status.message == nil)
            #expect(try await store.children().map(\.firstName) == ["Alice"])
            let amounts = try await store.transactions(matching: TransactionFilter(limit: 10)).map(\.amount.moneyText)
            #expect(amounts.sorted() == ["1.00", "2.00", "3.00"])
            #expect(try await store.counts().transactions == 3)
        }
        await store.close()
    }

    @Test("whoever waits for the hub hears of each end of an outage once")
    func recovery() async throws {
        let bench = try TestBench()
        let store = try await bench.open()
        let engine = bench.engine(store)
        let heard = Collected()
        let listener = Task { while await engine.recoveries.wait() == .rung { heard.count.withLock { $0 += 1 } } }
        try await bench.with(engine) {
            try await engine.settled()
            for outage in 1...3 {
                bench.server.fail(FactError(.unavailable, "The server is down."), times: 3)
                for _ in 0..<2 {
                    let before = bench.server.requests
                    engine.scanNow()
                    try await eventually("a scan") { bench.server.requests > before }
                    try await engine.settled()
                }
                try await eventually("the news of outage \(outage)") { heard.count.withLock { $0 } == outage }
            }
        }
        listener.cancel()
        await listener.value
        #expect(heard.count.withLock { $0 } == 3)
        await store.close()
    }

    private final class Collected: Sendable { let count = Lock(0) }

    @Test("without a sign-in it says so and keeps what it has; a sign-in brings it back")
    func signIn() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("2.00", to: child)
            bench.server.fail(FactError(.signInRequired, "Run `pocketbell login`."))
            engine.scanNow()
            try await eventually("the state") { await engine.status.needsSignIn }
            #expect(await engine.status.message == "Run `pocketbell login`.")
            #expect(try await store.accounts().first?.lastScanOutcome == "sign_in_required")
            #expect(try await store.accounts().first?.lastScanStartedAt != nil)
            engine.hint(.frame(.child(child)))
            try await eventually("the journal") { try await store.hintStates() == ["open"] }
            #expect(try await store.alerts() == [])
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await eventually("the hint's end") { try await store.hintStates() == ["resolved"] }
        }
        await store.close()
    }

    @Test("a message that says nothing certain is journalled and scanned for; one without meaning is journalled")
    func vague() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("2.00", to: child)
            engine.hint(.frame(.nothing, target: "UnreadCountChanged", bytes: "[3]"))
            engine.hint(.frame(.something, target: "TransactionCreated", bytes: "[{"))
            engine.hint(.frame(.something, target: "TransactionCreated", bytes: "[}"))
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await eventually("their end") { try await store.hintStates() == ["resolved", "resolved"] }
            let journal = try await store.read { try $0.journal(limit: 10) }
            #expect(journal.map { String(decoding: $0.bytes, as: UTF8.self) } == ["[}", "[{", "[3]"])
        }
        await store.close()
    }

    @Test("an announced transaction that never appears is reported after enough scans, and resolved if it comes")
    func neverAppears() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let store = try await bench.open()
        var timings = TestBench.quick
        timings.childWait = .milliseconds(5)
        timings.rechecks = [.milliseconds(10), .milliseconds(20), .milliseconds(30)]
        timings.timeBeforeReport = .milliseconds(30)
        let engine = bench.engine(store, timings: timings)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("2.00", to: child, isVisible: false)
            engine.hint(.frame(.transaction(id)))
            try await eventually("the report") { try await store.hintStates() == ["reported"] }
            try await eventually("the warning") {
                bench.sink.records.contains { $0.message == "announced but not found" }
            }
            bench.server.reveal()
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await eventually("the hint's end") { try await store.hintStates() == ["resolved"] }
        }
        await store.close()
    }

    @Test("a thousand hints at once cost few commits and few requests, and all end")
    func burst() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let before = bench.server.requests
            for _ in 0..<500 {
                let id = bench.server.add("1.00", to: child, after: 0)
                engine.hint(.frame(.transaction(id)))
                engine.hint(.frame(.balance(child: child, Decimal("1")!), target: "BalanceUpdated"))
            }
            try await eventually("the alerts") { try await store.alerts().count == 500 }
            try await eventually("the hints' end") { try await store.counts().openHints == 0 }
            try await engine.settled()
            let counts = try await store.counts()
            #expect(counts.hints == 1_000 && counts.isBalanced && counts.journal == 1_000)
            #expect(bench.metrics.hintCommits.value < 50)
            #expect(bench.server.requests - before < 60)
            #expect(try await store.deliveryCount() == 500)
        }
        await store.close()
    }

    @Test("triggers during a scan are one scan after it")
    func again() async throws {
        let bench = try TestBench()
        bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let before = bench.server.state.withLock { $0.childrenRequests }
            bench.server.hold()
            engine.scanNow()
            try await eventually("the scan") { await engine.status.isScanning }
            for _ in 0..<20 { engine.scanNow() }
            bench.server.release()
            try await eventually("both") { bench.server.state.withLock { $0.childrenRequests } == before + 4 }
            try await engine.settled()
            #expect(bench.server.state.withLock { $0.childrenRequests } == before + 4)
        }
        await store.close()
    }

    @Test("the loss of the store ends the engine; it does not go on without one")
    func storeLost() async throws {
        let bench = try TestBench()
        bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await engine.start()
        await store.close()
        await #expect(throws: StoreError.self) { try await engine.run() }
        #expect(await engine.status.state == .stopped)
    }
}
