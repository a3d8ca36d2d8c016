import Store
import SyncEngine
import TestWaiting
import Testing
import Values

@Suite("Restarts and gaps")
struct RestartTests {
    /// A bench whose one account has taken in the history of one child.
    private func prepared() async throws -> (TestBench, ChildRow.ID) {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice", balance: "10.00")
        bench.server.add("1.00", to: child)
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) { try await engine.settled() }
        await store.close()
        return (bench, child)
    }

    @Test("what happened while the program did not run is told, as late, and once")
    func downtime() async throws {
        let (bench, child) = try await prepared()
        let missed = bench.server.add("2.00", to: child)
        for _ in 0..<2 {
            let store = try await bench.open()
            let engine = bench.engine(store)
            try await bench.with(engine) { try await engine.settled() }
            #expect(try await store.alerts() == [newAlert(missed)])
            #expect(try await store.lateAlerts() == [newAlert(missed)])
            await store.close()
        }
    }

    @Test("a program killed between a hint and its fact finds the fact at the next start")
    func killedAfterHint() async throws {
        let (bench, child) = try await prepared()
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await engine.start()
        let running = Task { try await engine.run() }
        try await engine.settled()
        bench.server.hold()
        let id = bench.server.add("2.00", to: child)
        engine.hint(.frame(.transaction(id)))
        try await eventually("the journal") { try await store.hintStates() == ["open"] }
        // Nothing of the engine runs on after this.
        running.cancel()
        bench.server.release()
        try await running.value
        #expect(try await store.alerts() == [])
        await store.close()

        let again = try await bench.open()
        let second = bench.engine(again)
        try await second.start()
        #expect(await second.status.openHints == 1)
        async let secondRun: Void = second.run()
        try await second.settled()
        #expect(try await again.alerts() == [newAlert(id)])
        #expect(try await again.lateAlerts() == [newAlert(id)])
        #expect(try await again.hintStates() == ["resolved"])
        await second.stop()
        try await secondRun
        await again.close()
    }

    @Test("what happened while the link was down is late; what a hint announces afterwards is not")
    func linkDown() async throws {
        let (bench, child) = try await prepared()
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            engine.linkChanged(isUp: true)
            try await eventually("the link") { await engine.status.isLinkUp }
            try await engine.settled()
            engine.linkChanged(isUp: false)
            try await eventually("the break") { await !engine.status.isLinkUp }
            let missed = bench.server.add("2.00", to: child)
            engine.linkChanged(isUp: true)
            try await eventually("the late alert") { try await store.lateAlerts() == [newAlert(missed)] }
            try await engine.settled()
            let heard = bench.server.add("3.00", to: child)
            engine.hint(.frame(.transaction(heard)))
            try await eventually("the alert") { try await store.alerts().contains(newAlert(heard)) }
            #expect(try await store.lateAlerts() == [newAlert(missed)])
        }
        await store.close()
    }

    @Test("a silent change is found by the next periodic scan, and is not late")
    func silent() async throws {
        let (bench, child) = try await prepared()
        let store = try await bench.open()
        let engine = bench.engine(store, interval: .milliseconds(30))
        try await bench.with(engine) {
            engine.linkChanged(isUp: true)
            try await eventually("the link") { await engine.status.isLinkUp }
            try await engine.settled()
            let id = bench.server.add("2.00", to: child)
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            #expect(try await store.lateAlerts() == [])
            #expect(try await store.transactions(matching: TransactionFilter(limit: 1)).first?.source == .scan)
            try await eventually("the count") { await engine.status.unannouncedFacts == 1 }
        }
        await store.close()
    }

    @Test("a row that appears below rows that were seen is found and late")
    func belowKnownRows() async throws {
        let (bench, child) = try await prepared()
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            for _ in 0..<30 { bench.server.add("1.00", to: child, after: 0) }
            let hidden = bench.server.add("1.00", to: child, age: 200, isVisible: false)
            engine.scanNow()
            try await eventually("the visible ones") { try await store.alerts().count == 30 }
            try await engine.settled()
            bench.server.reveal()
            bench.server.advance(60)
            engine.scanNow()
            try await eventually("the hidden one") { try await store.lateAlerts() == [newAlert(hidden)] }
        }
        #expect(try await store.ids() == bench.server.ids)
        await store.close()
    }
}
