import AllowanceAPI
import Glibc
import Observability
import Runtime
import SQLite
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// What an event costs must not depend on how much happened before.
@Suite("Costs")
struct CostTests {
    @Test("with hundreds of recent rows a hinted event is one list request, and the next full scan one for each child")
    func requests() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        for _ in 0..<20 { bench.server.add("1.00", to: alice) }
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            // Within the lookback.
            for _ in 0..<250 { bench.server.add("1.00", to: alice, after: 0) }
            engine.scanNow()
            try await eventually("all") { try await store.counts().transactions == 270 }
            try await engine.settled()
            for _ in 0..<3 {
                bench.server.state.withLock { $0.limits = [] }
                let id = bench.server.add("1.00", to: alice)
                engine.hint(.frame(.transaction(id, child: alice)))
                try await eventually("the alert") { try await store.alerts().contains(newAlert(id)) }
                try await eventually("its end") { await !engine.status.isScanning }
                #expect(bench.server.state.withLock { $0.limits } == [20])
                bench.server.state.withLock { $0.limits = [] }
                let before = bench.server.requests
                engine.scanNow()
                try await eventually("a full scan") { bench.server.requests == before + 3 }
                try await eventually("its end") { await !engine.status.isScanning }
                #expect(bench.server.state.withLock { $0.limits }.count == 1)
            }
        }
        await store.close()
    }

    @Test("the list is asked for while the hint is journalled, once, and nothing comes of it before")
    func early() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.state.withLock { $0.limits = [] }
            let isBusy = Lock(false)
            let gate = Parker()
            // The writer is at somebody else's work.
            async let work: Void = store.write("other") { _ in
                isBusy.withLock { $0 = true }
                gate.park()
            }
            try await eventually("the other's work") { isBusy.withLock { $0 } }
            var commits = store.database.changes(to: ["hint", "alert"]).makeAsyncIterator()
            let id = bench.server.add("1.00", to: alice)
            engine.hint(.frame(.transaction(id, child: alice)))
            try await eventually("the question") { bench.server.state.withLock { $0.limits } == [20] }
            gate.unpark()
            try await work
            #expect(await commits.next() == ["hint"])
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await engine.settled()
            #expect(bench.server.state.withLock { $0.limits } == [20])
            #expect(try await store.hintStates() == ["resolved"])
            // A hint that nothing has to be read for leaves nothing to the next scan, which would not find its row there.
            engine.hint(.frame(.transaction(id, child: alice)))
            try await eventually("the second hint") { try await store.hintStates().count == 2 }
            try await eventually("its question") { bench.server.state.withLock { $0.limits } == [20, 20] }
            bench.server.state.withLock { $0.limits = [] }
            let next = bench.server.add("1.00", to: alice)
            engine.hint(.frame(.transaction(next, child: alice)))
            try await eventually("the next alert") { try await store.alerts().contains(newAlert(next)) }
            try await engine.settled()
            #expect(bench.server.state.withLock { $0.limits } == [20])
            // Who is told to wait is asked nothing early either.
            bench.server.fail(FactError(.unavailable, "Later.", retryAfter: .seconds(3_600)), times: 1)
            engine.scanNow()
            try await eventually("the refusal") { await engine.status.message != nil }
            let before = bench.server.requests
            engine.hint(.frame(.child(alice)))
            try await eventually("the hint") { try await store.hintStates().count == 4 }
            // A question that ought not to be asked has no sign of its own.
            try await Task.sleep(for: .milliseconds(20))
            #expect(bench.server.requests == before)
        }
        await store.close()
    }

    @Test("what was asked early and not needed is too old for a later hint, which is looked for anew at once")
    func staleAnswer() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        var timings = TestBench.quick
        // Nothing else looks for it within the test.
        (timings.checkAfter, timings.checkWithin) = (.seconds(3_600), .seconds(3_600))
        timings.rechecks = [.seconds(3_600)]
        let engine = bench.engine(store, timings: timings)
        try await bench.with(engine) {
            try await engine.settled()
            let old = bench.server.add("1.00", to: alice)
            engine.scanNow()
            try await eventually("the old one") { try await store.alerts() == [newAlert(old)] }
            try await engine.settled()
            let before = bench.server.requests
            engine.hint(.frame(.transaction(old, child: alice)))
            try await eventually("the early question") { bench.server.requests == before + 1 }
            try await eventually("the hint's end") { try await store.hintStates() == ["resolved"] }
            let new = bench.server.add("1.00", to: alice)
            engine.hint(.frame(.transaction(new, child: alice)))
            try await eventually("the new one") { try await store.alerts().contains(newAlert(new)) }
        }
        await store.close()
    }

    @Test("a child whose list was never read is not asked for early")
    func unreadChild() async throws {
        let bench = try TestBench()
        bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.state.withLock { $0.limits = [] }
            engine.hint(.frame(.child(bench.server.add(child: "Bruno"))))
            try await eventually("the hint's end") { try await store.hintStates() == ["resolved"] }
            #expect(bench.server.state.withLock { $0.limits }.sorted() == [20, ChildScan.firstLimitOfHistory])
        }
        await store.close()
    }

    @Test("what one comparison of balances has explained explains nothing in the next")
    func explainedOnce() async throws {
        let bench = try TestBench()
        let (alice, bruno) = (bench.server.add(child: "Alice"), bench.server.add(child: "Bruno"))
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let first = bench.server.add("1.00", to: alice)
            engine.hint(.frame(.transaction(first, child: alice)))
            try await eventually("the first") { try await store.alerts() == [newAlert(first)] }
            try await eventually("its comparison") { await !engine.status.isScanning }
            let silent = bench.server.add("1.00", to: alice)
            engine.hint(.frame(.transaction(bench.server.add("1.00", to: bruno), child: bruno)))
            try await eventually("the silent one") { try await store.alerts().contains(newAlert(silent)) }
        }
        await store.close()
    }

    @Test("a burst shares the comparison of balances, and a row that nobody announced is found by it")
    func sharedCheck() async throws {
        let bench = try TestBench()
        let (alice, bruno) = (bench.server.add(child: "Alice"), bench.server.add(child: "Bruno"))
        let store = try await bench.open()
        var timings = TestBench.quick
        timings.checkAfter = .milliseconds(200)
        timings.checkWithin = .seconds(3_600)
        let engine = bench.engine(store, timings: timings)
        try await bench.with(engine) {
            try await engine.settled()
            let before = bench.server.state.withLock { $0.childrenRequests }
            for round in 0..<6 {
                let child = round.isMultiple(of: 2) ? alice : bruno
                let id = bench.server.add("1.00", to: child)
                engine.hint(.frame(.transaction(id, child: child)))
                try await eventually("its alert") { try await store.alerts().contains(newAlert(id)) }
            }
            bench.server.add("-3.00", to: alice)
            try await eventually("the silent one") { try await store.alerts().count == 7 }
            try await engine.settled()
            // One finds it, and one agrees with what is read of it; each more would be a round that took 200 ms.
            #expect(bench.server.state.withLock { $0.childrenRequests } - before < 6)
        }
        #expect(try await store.children().map(\.balance) == bench.server.children().map(\.balance))
        await store.close()
    }

    @Test("a row that a hinted reading leaves out, because it bears an earlier time, is the next full scan's")
    func lateRow() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            for _ in 0..<60 { bench.server.add("1.00", to: alice, after: 0) }
            engine.scanNow()
            try await eventually("all") { try await store.counts().transactions == 60 }
            try await engine.settled()
            let hidden = bench.server.add("1.00", to: alice, age: 300, isVisible: false)
            let seen = bench.server.add("1.00", to: alice)
            engine.hint(.frame(.transaction(seen, child: alice)))
            try await eventually("the one") { try await store.alerts().contains(newAlert(seen)) }
            try await eventually("its end") { await !engine.status.isScanning }
            bench.server.reveal()
            engine.hint(.frame(.balance(child: alice, .zero), target: "BalanceUpdated"))
            try await eventually("the hint's end") { try await store.hintStates() == ["resolved", "resolved"] }
            #expect(try await !store.alerts().contains(newAlert(hidden)))
            engine.scanNow()
            try await eventually("the other") { try await store.alerts().contains(newAlert(hidden)) }
        }
        #expect(try await store.ids() == bench.server.ids)
        await store.close()
    }

    @Test("a hostile hub fills neither the journal nor the table of hints, and the counts still add up")
    func hostileHub() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        var timings = TestBench.quick
        timings.keeping.journalRoom = 50_000
        timings.keeping.settledHints = 100
        let engine = bench.engine(store, timings: timings)
        try await bench.with(engine) {
            try await engine.settled()
            for round in 0..<20 {
                for number in 0..<50 {
                    let subject: Hint.Subject = number.isMultiple(of: 2) ? .child(alice) : .something
                    engine.hint(.frame(subject, bytes: String(repeating: "x", count: 5_000)))
                }
                try await eventually("round \(round)") {
                    let counts = try await store.counts()
                    return counts.hints == (round + 1) * 50 && counts.openHints == 0
                }
            }
            engine.hint(.frame(.child(alice)))
            try await eventually("the last") { try await store.counts().hints == 1_001 }
        }
        #expect(try await store.read { try $0.journalRoom() } <= 50_000)
        let left = try await store.hintStates()
        #expect(left.count <= 151 && left.count < 1_001)
        let counts = try await store.counts()
        #expect(counts.hints == 1_001 && counts.isBalanced)
        #expect(try await store.recount() == [])
        await store.close()
    }

    @Test("hints that nothing can answer are open up to a bound; what is beyond is a full scan, said once, and found")
    func openLimit() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.fail(FactError(.unavailable, "The server is down."), times: 1_000_000)
            let count = HintBook.openLimit + 2_000
            for _ in 0..<count / 1_000 {
                let before = try await store.counts().hints
                for _ in 0..<1_000 { engine.hint(.frame(.child(alice), bytes: "")) }
                try await eventually("a thousand, or the bound") {
                    let hints = try await store.counts().hints
                    return hints == before + 1_000 || hints == HintBook.openLimit
                }
            }
            try await eventually("the word") { bench.sink.records.contains { $0.message.contains("too many hints") } }
            #expect(try await store.counts().openHints == HintBook.openLimit)
            #expect(bench.sink.records.count { $0.message.contains("too many hints") } == 1)
            let id = bench.server.add("1.00", to: alice)
            bench.server.state.withLock { $0.failures = [] }
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await eventually("the hints' end") { try await store.counts().openHints == 0 }
        }
        #expect(try await store.counts().isBalanced)
        await store.close()
    }

    @Test("a second fall below a threshold is told too, also when only savings moved in between")
    func secondFall() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice", balance: "10.00")
        let store = try await bench.open()
        // As the rules key it: by what caused the fall, else by the moment.
        let planner: AlertPlanner = { change in
            guard case .balanceChanged(let from, let to, let cause) = change.kind, from >= Decimal("5")!,
                to < Decimal("5")!
            else { return [] }
            return [
                PlannedAlert(
                    key: AlertRow.Key(rawValue: "low|\(cause?.rawValue ?? "at \(change.at)")"), event: .balanceLow,
                    rule: "low", threshold: Decimal("5"), balance: to, deliveries: [])
            ]
        }
        let engine = SyncEngine(
            account: SyncAccount(name: "mum", scanInterval: .seconds(3_600)), origin: TestBench.origin,
            source: bench.server, store: store, planner: planner, logger: bench.logger, metrics: bench.metrics,
            timings: TestBench.quick)
        try await bench.with(engine) {
            try await engine.settled()
            func balance(_ expected: String) async throws {
                engine.scanNow()
                try await eventually("the balance \(expected)") {
                    try await store.children().first?.balance == Decimal(expected)
                }
                try await engine.settled()
            }
            let id = bench.server.add("-6.00", to: child)
            try await balance("4.00")
            #expect(try await store.alerts() == ["low|\(id.rawValue)"])
            for fall in 2...3 {
                // Out of savings, and in again: no row tells of either.
                bench.server.move(child, to: "14.00")
                try await balance("14.00")
                bench.server.move(child, to: "4.00")
                try await balance("4.00")
                #expect(try await store.alerts().count == fall)
            }
            bench.server.add("3.00", to: child)
            try await balance("7.00")
            let last = bench.server.add("-3.00", to: child)
            try await balance("4.00")
            #expect(try await store.alerts().contains("low|\(last.rawValue)"))
            #expect(try await store.alerts().count == 4)
        }
        await store.close()
    }

    @Test("a wrong count is said and put right")
    func recount() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        bench.server.add("1.00", to: child)
        let store = try await bench.open()
        var timings = TestBench.quick
        timings.recountInterval = .zero
        let engine = bench.engine(store, timings: timings)
        try await bench.with(engine) {
            try await engine.settled()
            try await store.miscount()
            engine.scanNow()
            try await eventually("the word") {
                bench.sink.records.contains { $0.message.contains("count in the store was wrong") }
            }
            try await eventually("the count") { try await store.counts().transactions == 1 }
        }
        await store.close()
    }
}
