import AllowanceAPI
import Observability
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// A child's login: it is told of its brothers and sisters, and may read its own list alone.
private struct ChildsLogin: FactSource {
    let server: ModelServer
    let own: ChildRow.ID
    var isParentNow: @Sendable () -> Bool = { false }

    func signedInUser() async -> FactUser? { FactUser(id: own.rawValue, role: "Child") }
    func listedChildren() async throws(FactError) -> Reply<[Child]> { try await server.listedChildren() }
    func listedTransactions(
        of child: ChildRow.ID, limit: Int
    ) async throws(FactError) -> Reply<[Transaction]> {
        guard child == own || isParentNow() else { throw FactError(.notFound, "Child not found or access denied.") }
        return try await server.listedTransactions(of: child, limit: limit)
    }
}

@Suite("Several logins, and logins that change hands")
struct LoginTests {
    private func warnings(_ bench: TestBench) -> [String] {
        bench.sink.records.filter { $0.level >= .warning }.map(\.message)
    }

    @Test(
        "a parent's and a child's account in one program: both scan without a failure, each alert comes at once and once",
        arguments: ["parent first", "child first", "together"], [true, false])
    func parentAndChild(order: String, childHears: Bool) async throws {
        let bench = try TestBench()
        let (alice, bruno) = (bench.server.add(child: "Alice"), bench.server.add(child: "Bruno"))
        for child in [alice, bruno] { bench.server.add("1.00", to: child) }
        let store = try await bench.open()
        let mum = bench.engine(store, account: "mum")
        let kid = bench.engine(store, account: "alice", source: ChildsLogin(server: bench.server, own: alice))
        for engine in [mum, kid] { try await engine.start() }
        async let mumRuns: Void = order == "child first" ? () : mum.run()
        async let kidRuns: Void = order == "parent first" ? () : kid.run()
        if order != "child first" { try await mum.settled() }
        if order != "parent first" { try await kid.settled() }
        async let late: Void = order == "together" ? () : (order == "child first" ? mum : kid).run()
        for engine in [mum, kid] { try await engine.settled() }
        for round in 0..<3 {
            let own = bench.server.add("2.00", to: alice)
            let siblings = bench.server.add("3.00", to: bruno)
            (childHears ? kid : mum).hint(.frame(.transaction(own, child: alice)))
            mum.hint(.frame(.transaction(siblings, child: bruno)))
            try await eventually("both alerts of round \(round)") {
                try await Set([own, siblings].map(newAlert)).isSubset(of: store.alerts())
            }
            for engine in [mum, kid] {
                engine.scanNow()
                try await engine.settled()
            }
        }
        #expect(try await store.alerts().filter { $0.hasPrefix("new|") }.count == 6)
        #expect(try await store.deliveryCount() == 6)
        #expect(try await store.lateAlerts() == [])
        #expect(warnings(bench) == [])
        let status = await kid.status
        #expect(status.message == nil && status.state == .live)
        // That the sibling's list is not to be read is said, and once.
        #expect(bench.sink.records.count { $0.message.contains("not this login's") } == 1)
        for engine in [mum, kid] { await engine.stop() }
        _ = try await (mumRuns, kidRuns, late)
        await store.close()
    }

    @Test("a list that this login could read and can't any more is a failure, warned of once")
    func lost() async throws {
        let bench = try TestBench()
        let (alice, bruno) = (bench.server.add(child: "Alice"), bench.server.add(child: "Bruno"))
        let store = try await bench.open()
        let allowed = Lock(true)
        let source = ChildsLogin(server: bench.server, own: alice, isParentNow: { allowed.withLock { $0 } })
        let engine = bench.engine(store, source: source)
        try await bench.with(engine) {
            try await engine.settled()
            allowed.withLock { $0 = false }
            for _ in 0..<20 {
                let before = bench.server.requests
                engine.hint(.frame(.child(bruno)))
                try await eventually("another try") {
                    engine.scanNow()
                    return bench.server.requests > before
                }
            }
            allowed.withLock { $0 = true }
            // A scan under way may still fail, and then it is a long wait unless somebody asks.
            var askedAt = ContinuousClock.now - .seconds(1)
            try await eventually("a complete scan") {
                // Not at each look: on a slow machine one scan would follow the other.
                if ContinuousClock.now - askedAt > .milliseconds(500) {
                    engine.scanNow()
                    askedAt = .now
                }
                let status = await engine.status
                return status.state == .live && !status.isScanning
            }
        }
        #expect(warnings(bench).count <= 1)
        await store.close()
    }

    @Test("a list that stays refused spoils the others' scans for some time, and is read whole when it is there again")
    func withdrawn() async throws {
        let bench = try TestBench()
        let (alice, bruno) = (bench.server.add(child: "Alice"), bench.server.add(child: "Bruno"))
        for child in [alice, bruno] { bench.server.add("1.00", to: child) }
        let store = try await bench.open()
        let allowed = Lock(true)
        var timings = TestBench.quick
        timings.timeBeforeWithdrawal = .milliseconds(50)
        let source = ChildsLogin(server: bench.server, own: alice, isParentNow: { allowed.withLock { $0 } })
        let engine = bench.engine(store, timings: timings, source: source)
        try await bench.with(engine) {
            try await engine.settled()
            allowed.withLock { $0 = false }
            let hidden = bench.server.add("2.00", to: bruno)
            try await eventually("the first failure") {
                engine.scanNow()
                return await engine.status.message != nil
            }
            try await eventually("complete scans") {
                engine.scanNow()
                return await engine.status.message == nil
            }
            try await engine.settled()
            #expect(warnings(bench).count { $0.contains("to read no longer") } == 1)
            // What is said of it is nothing to this login, and nothing is asked again and again for it.
            engine.hint(.frame(.transaction(hidden, child: bruno)))
            engine.hint(.frame(.child(bruno)))
            try await eventually("the hints' end") {
                engine.scanNow()
                return try await store.hintStates() == ["resolved", "resolved"]
            }
            try await engine.settled()
            // It is no failure from here on, and what it hides is told once it can be read: also below the horizon.
            bench.server.advance(100_000)
            for _ in 0..<3 {
                engine.scanNow()
                try await engine.settled()
            }
            #expect(await engine.status.message == nil)
            #expect(try await store.alerts() == [])
            allowed.withLock { $0 = true }
            try await eventually("what was hidden") {
                engine.scanNow()
                return try await store.alerts() == [newAlert(hidden)]
            }
        }
        await store.close()
    }

    @Test("the same failure again and again is one warning, and the end of it is said")
    func oneWarning() async throws {
        let bench = try TestBench()
        bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.fail(FactError(.unavailable, "The server is down."), times: 12)
            try await eventually("all failures") {
                engine.scanNow()
                return bench.server.state.withLock { $0.failures.isEmpty }
            }
            try await eventually("the end") { bench.sink.records.contains { $0.message == "scans work again" } }
            bench.server.fail(FactError(.unavailable, "The server is down."), times: 1)
            engine.scanNow()
            try await eventually("the second time") { warnings(bench).count == 2 }
            try await engine.settled()
        }
        #expect(warnings(bench) == ["scan failed", "scan failed"])
        await store.close()
    }

    @Test(
        "another person under the same name, known before the first question or only after it: no history is told",
        arguments: ["before", "between answers", "unknown until asked"], [true, false])
    func anotherPerson(moment: String, sameChild: Bool) async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        bench.server.state.withLock { $0.user = FactUser(id: "u1", role: "Parent") }
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let told = bench.server.add("1.00", to: alice)
            engine.scanNow()
            try await eventually("an alert") { try await store.alerts() == [newAlert(told)] }
            try await engine.settled()
            bench.server.advance(1_000)
            let change: @Sendable (ModelServer) -> Void = { server in
                server.state.withLock { state in
                    state.user = FactUser(id: "u2", role: "Parent")
                    if !sameChild { state.children = [] }
                }
                let child = sameChild ? alice : server.add(child: "Zoe")
                for _ in 0..<30 { server.add("1.00", to: child) }
            }
            switch moment {
            case "before": change(bench.server)
            case "between answers":
                bench.server.state.withLock { $0.interruption = { _ in } }
                bench.server.state.withLock { state in
                    state.interruption = { server in server.state.withLock { $0.interruption = change } }
                }
            default:
                // A token that says nothing of its owner, until the first question renews it.
                bench.server.state.withLock { state in
                    state.user = nil
                    state.interruption = change
                }
            }
            engine.scanNow()
            try await eventually("the other's family") { try await store.counts().transactions == 31 }
            try await engine.settled()
            #expect(try await store.alerts() == [newAlert(told)])
            #expect(try await store.accounts().first?.userID == "u2")
            // From here on it is news.
            let child = bench.server.children()[0].rowID
            let news = bench.server.add("5.00", to: child)
            engine.hint(.frame(.transaction(news, child: child)))
            try await eventually("the news") { try await store.alerts().contains(newAlert(news)) }
            #expect(try await store.alerts().count == 2)
        }
        await store.close()
    }

    @Test("a name that moves to another server starts over there")
    func anotherServer() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        bench.server.add("1.00", to: alice)
        let store = try await bench.open()
        let first = bench.engine(store)
        try await bench.with(first) { try await first.settled() }
        let other = ModelServer()
        let zoe = other.add(child: "Zoe")
        for _ in 0..<30 { other.add("1.00", to: zoe) }
        let second = SyncEngine(
            account: SyncAccount(name: "mum"), origin: "https://other.example", source: other, store: store,
            planner: TestBench.planner, logger: bench.logger, metrics: bench.metrics, timings: TestBench.quick)
        try await bench.with(second) {
            try await second.settled()
            #expect(try await store.alerts() == [])
            #expect(try await store.counts().transactions == 31)
        }
        await store.close()
    }
}
