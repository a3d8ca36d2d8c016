import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Entries on their way to a server that is as bad as real ones: each is made once, whatever happens.
@Suite("Entries on their way")
struct PushTests {
    /// A family in which a parent is signed in, a store that knows it, and what sends entries.
    struct Bench {
        let bench: TestBench
        let maker: ModelMaker
        let alice: ChildRow.ID
        var settle: Duration = .milliseconds(1_500)

        init() throws {
            bench = try TestBench()
            maker = ModelMaker(bench.server)
            alice = bench.server.add(child: "alice")
            bench.server.state.withLock { $0.isClockRunning = true }
            signIn("mum")
        }

        func signIn(_ id: String) { bench.server.state.withLock { $0.user = FactUser(id: id, role: "Parent") } }

        var timings: SyncTimings {
            var timings = TestBench.quick
            timings.settle = settle
            timings.lookAgain = .milliseconds(20)
            return timings
        }

        func engine(_ store: Store, account: String = "mum") -> SyncEngine {
            bench.engine(store, account: account, timings: timings, maker: maker)
        }

        /// Runs an engine until everything is settled that the body has entered.
        func run(_ store: Store, _ body: @Sendable (SyncEngine) async throws -> Void) async throws {
            let engine = engine(store)
            try await bench.with(engine) {
                try await engine.settled()
                try await body(engine)
                engine.intentsChanged()
                try await eventually("the end of all entries") { try await store.counts().waitingIntents == 0 }
            }
        }

        func rows(_ description: String = "Kite") -> Int {
            bench.server.state.withLock { $0.rows.count { $0.listed.description == description } }
        }
    }

    @Test("an entry is marked on the disk before its first byte, made, and confirmed by its row")
    func plain() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        let seen = Lock(IntentRow.State?.none)
        bench.maker.atFirstByte.withLock { body in
            body = { intent in
                let row = try? await store.read { try $0.intent(intent.id) }
                seen.withLock { $0 = row?.state }
            }
        }
        try await bench.run(store) { _ in try await store.enter("5.00", for: bench.alice) }
        #expect(seen.withLock { $0 } == .sending)
        let row = try #require(try await store.entries().first)
        #expect(row.state == .confirmed && row.attempts == 1 && row.transaction != nil && row.settledAt != nil)
        #expect(bench.rows() == 1)
        await store.close()
    }

    @Test(
        "made once, whatever the answer was",
        arguments: [
            [ModelMaker.Behaviour.lostAnswer], [.silentRefusal], [.silentRefusal, .lostAnswer],
            [.answer(.notMade("busy", wait: .milliseconds(50)))], [.answer(.notMade("away", wait: nil))],
            [.answer(.notMade("away", wait: nil)), .lostAnswer],
        ])
    func once(behaviours: [ModelMaker.Behaviour]) async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        for behaviour in behaviours { bench.maker.next(behaviour) }
        try await bench.run(store) { _ in try await store.enter("5.00", for: bench.alice) }
        #expect(bench.rows() == 1)
        #expect(try await store.entries().map(\.state) == [.confirmed])
        await store.close()
    }

    @Test("what was made though the answer was lost is not sent again, and shown as its row before that is certain")
    func claimed() async throws {
        var made = try Bench()
        made.settle = .seconds(6)
        let bench = made
        let store = try await bench.bench.open()
        bench.maker.next(.lostAnswer)
        try await bench.run(store) { engine in
            try await store.enter("5.00", for: bench.alice)
            engine.intentsChanged()
            try await eventually("the request") { bench.maker.requests.count == 1 }
            engine.scanNow()
            try await eventually("the claim") { try await store.entries()[0].transaction != nil }
            let row = try await store.entries()[0]
            #expect(row.state == .sending || row.state == .unknown)
            #expect(!row.isPending)
        }
        #expect(bench.maker.requests.count == 1 && bench.rows() == 1)
        await store.close()
    }

    @Test(
        "what a server commits after its answer was lost, and before it has had time enough, is found and not repeated")
    func lateCommit() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        bench.maker.next(.late)
        try await bench.run(store) { engine in
            try await store.enter("5.00", for: bench.alice)
            engine.intentsChanged()
            try await eventually("the doubt") { try await store.entries()[0].state == .unknown }
            // A list that says no before then proves nothing.
            engine.scanNow()
            try await engine.settled()
            bench.maker.commitLate()
        }
        #expect(bench.maker.requests.count == 1 && bench.rows() == 1)
        await store.close()
    }

    @Test("a twin that another parent entered just before, and nobody announced, is not taken for ours")
    func twinBefore() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        bench.maker.next(.silentRefusal)
        try await bench.run(store) { _ in
            // Not known to the store when the entry is taken: only the list before the first byte shows it.
            bench.bench.server.add("5.00", to: bench.alice, after: 0)
            try await store.enter("5.00", for: bench.alice)
        }
        #expect(bench.rows() == 2 && bench.maker.requests.count == 2)
        await store.close()
    }

    @Test("a row like it of another time is neither taken for ours nor passed over: a person looks")
    func twinOfAnotherTime() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        bench.maker.next(.silentRefusal)
        try await bench.run(store) { _ in
            bench.bench.server.add("5.00", to: bench.alice, age: 300, isVisible: false)
            try await store.enter("5.00", for: bench.alice)
            bench.maker.atFirstByte.withLock { $0 = { _ in bench.bench.server.reveal() } }
        }
        #expect(bench.rows() == 1 && bench.maker.requests.count == 1)
        let entry = try #require(try await store.entries().first)
        #expect(entry.state == .parked && entry.reason?.contains("look whether it is the same") == true)
        await store.close()
    }

    @Test("a twin entered at the same moment is at most taken for ours; nothing is sent twice")
    func twinMeanwhile() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        bench.maker.next(.lostAnswer)
        try await bench.run(store) { _ in
            try await store.enter("5.00", for: bench.alice)
            bench.maker.atFirstByte.withLock { $0 = { _ in bench.bench.server.add("5.00", to: bench.alice, after: 0) } }
        }
        #expect(bench.rows() == 2 && bench.maker.requests.count == 1)
        #expect(try await store.entries()[0].reason?.contains("2 rows") == true)
        await store.close()
    }

    @Test("a refusal parks it with the server's words; a server that never says anything parks it after three times")
    func parked() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        bench.maker.next(.answer(.refused("no such child")), .silentRefusal, .silentRefusal, .silentRefusal)
        try await bench.run(store) { engine in
            try await store.enter("5.00", for: bench.alice)
            engine.intentsChanged()
            try await eventually("parked") { try await store.counts().parkedIntents == 1 }
            try await store.enter("6.00", for: bench.alice, "Ball")
        }
        let rows = try await store.entries()
        #expect(rows.map(\.state) == [.parked, .parked])
        #expect(rows[0].reason == "no such child" && !rows[0].isDoubtful)
        #expect(rows[1].attempts == 3 && rows[1].reason?.contains("3 times") == true)
        #expect(bench.rows() == 0 && bench.rows("Ball") == 0)
        // A person has it taken up again: it is looked for first, then sent.
        for row in rows { _ = try await StoredIntents(store).retry(row.id, now: WallClock.system.now) }
        #expect(try await store.counts().waitingIntents == 2)
        try await bench.run(store) { _ in }
        #expect(bench.rows() == 1 && bench.rows("Ball") == 1)
        await store.close()
    }

    @Test("entries of one child go one after the other in their order, those of several children side by side")
    func order() async throws {
        let bench = try Bench()
        let bruno = bench.bench.server.add(child: "bruno")
        let store = try await bench.bench.open()
        bench.maker.close()
        try await bench.run(store) { engine in
            for number in 1...5 { try await store.enter("\(number).00", for: bench.alice, "Alice \(number)") }
            try await store.enter("1.00", for: bruno, "Bruno")
            engine.intentsChanged()
            try await eventually("both children's") { bench.maker.mostTogether >= 2 }
            bench.maker.open()
        }
        #expect(bench.maker.mostForOneChild == 1)
        let sent = bench.maker.requests.map(\.description).filter { $0 != "Bruno" }
        #expect(sent == (1...5).map { "Alice \($0)" })
        await store.close()
    }

    @Test("two accounts that see one child have one of its entries under way between them")
    func twoAccounts() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        let (one, two) = (bench.engine(store), bench.engine(store, account: "dad"))
        try await bench.bench.with(one) {
            try await one.settled()
            try await bench.bench.with(two) {
                try await two.settled()
                for number in 1...3 {
                    try await store.enter("\(number).00", for: bench.alice, "Twin")
                    try await store.enter("\(number).00", for: bench.alice, "Twin", account: "dad")
                }
                bench.maker.next(.lostAnswer, .lostAnswer)
                one.intentsChanged()
                two.intentsChanged()
                try await eventually("the end of all entries") { try await store.counts().waitingIntents == 0 }
            }
        }
        #expect(bench.rows("Twin") == 6 && bench.maker.mostForOneChild == 1)
        #expect(bench.maker.requests.map(\.intent).count == 6, "\(bench.maker.requests)")
        let rows = try await store.entries()
        #expect(Set(rows.map(\.transaction)).count == 6 && rows.allSatisfy { $0.state == .confirmed })
        await store.close()
    }

    @Test("nobody sends what another person has entered; it waits for that person")
    func anotherPerson() async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        bench.maker.next(.answer(.notMade("away", wait: .seconds(900))))
        let engine = bench.engine(store)
        try await bench.bench.with(engine) {
            try await engine.settled()
            try await store.enter("5.00", for: bench.alice)
            engine.intentsChanged()
            try await eventually("the first try") { bench.maker.requests.count == 1 }
            try await eventually("its end") { try await store.entries()[0].state == .accepted }
            bench.signIn("dad")
            engine.scanNow()
            try await eventually("another person") { try await store.accounts()[0].userID == "dad" }
            try await engine.settled()
            engine.intentsChanged()
            engine.scanNow()
            try await engine.settled()
            #expect(bench.maker.requests.count == 1 && bench.rows() == 0)
            #expect(
                try await store.write {
                    try $0.markAttempt(IntentRow.ID(rawValue: "1"), serverNow: WallClock.system.now)
                } == nil)
            bench.signIn("mum")
            engine.scanNow()
            try await eventually("the person's return") { try await store.accounts()[0].userID == "mum" }
        }
        // As after a sign-in: who watches the account is begun anew.
        try await bench.run(store) { _ in
            _ = try await StoredIntents(store).retry(IntentRow.ID(rawValue: "1"), now: WallClock.system.now)
        }
        #expect(bench.rows() == 1 && bench.maker.requests.count == 2)
        await store.close()
    }

    @Test(
        "what a program that was killed had under way is looked for before it is sent again", arguments: [true, false])
    func killed(isMade: Bool) async throws {
        let bench = try Bench()
        let store = try await bench.bench.open()
        let engine = bench.engine(store)
        // The mark is on the disk, and what came of it never is.
        bench.maker.atFirstByte.withLock { body in
            body = { _ in
                if isMade { bench.bench.server.add("5.00", to: bench.alice, after: 0) }
                await store.close()
            }
        }
        bench.maker.next(.silentRefusal)
        try await engine.start()
        async let running: Void = engine.run()
        try await engine.settled()
        try await store.enter("5.00", for: bench.alice)
        engine.intentsChanged()
        try await eventually("the request") { bench.maker.requests.count == 1 }
        // The store is gone under its feet.
        var failure: (any Error)?
        do { try await running } catch { failure = error }
        #expect(failure is StoreError)
        bench.maker.atFirstByte.withLock { $0 = nil }
        let reopened = try await bench.bench.open()
        #expect(try await reopened.entries()[0].state == .sending)
        try await bench.run(reopened) { _ in }
        #expect(bench.rows() == 1)
        #expect(bench.maker.requests.count == (isMade ? 1 : 2))
        await reopened.close()
    }
}

extension Store {
    /// Takes an entry as the program does; its id is its number among all.
    func enter(_ amount: String, for child: ChildRow.ID, _ description: String = "Kite", account: String = "mum")
        async throws
    {
        let row = try #require(try await accounts().first { $0.name == account })
        let id = IntentRow.ID(rawValue: "\(try await counts().intents + 1)")
        let content = IntentRow.Content(amount: Decimal(amount)!, category: "Gift", description: description)
        let new = NewIntent(id: id, account: row, child: child, content: content)
        guard case .accepted = try await StoredIntents(self).accept(new, now: WallClock.system.now) else {
            Issue.record("the entry was not taken")
            return
        }
    }

    /// In the order in which they were taken.
    func entries() async throws -> [IntentRow] {
        try await read { try $0.newestIntents(limit: 1_000).reversed() }
    }
}
