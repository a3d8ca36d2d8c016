import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// A model server of wishes with an account of mum's, and engines that carry her orders out.
struct OrderBench {
    let bench: TestBench
    let orders = ModelOrders()
    let alice: ChildRow.ID
    /// What decides conflicts.
    var rules = ConflictRules()
    /// How long the server may need: what a test with a lost answer waits, and how long a list may lag behind.
    var settle: Duration = .milliseconds(1_500)

    init() throws {
        bench = try TestBench()
        alice = bench.server.add(child: "alice")
        bench.server.state.withLock { $0.isClockRunning = true }
        signIn("mum")
    }

    func signIn(_ id: String) { bench.server.state.withLock { $0.user = FactUser(id: id, role: "Parent") } }

    func engine(_ store: Store) -> SyncEngine {
        var timings = TestBench.quick
        timings.settle = settle
        timings.lookAgain = .milliseconds(20)
        return SyncEngine(
            account: SyncAccount(name: "mum", scanInterval: .seconds(3_600)), origin: TestBench.origin,
            source: bench.server, orders: orders, store: store, planner: TestBench.planner, logger: bench.logger,
            metrics: bench.metrics, timings: timings, conflicts: { [rules] in rules })
    }

    /// Runs an engine until everything is settled that the body has ordered.
    func run(_ store: Store, _ body: @Sendable (SyncEngine) async throws -> Void) async throws {
        let engine = engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            try await body(engine)
            engine.intentsChanged()
            try await eventually("the end of all orders") { try await store.counts().waitingIntents == 0 }
        }
    }
}

extension Store {
    /// Takes an order as the program does; its id is its number among all.
    func order(
        _ deed: RecordOrder.Deed, _ payload: String = #"{"name":"Kite","price":"12.50"}"#, record: String? = nil,
        base: String? = nil, at moment: Timestamp = WallClock.system.now
    ) async throws {
        let row = try #require(try await accounts().first { $0.name == "mum" })
        let id = IntentRow.ID(rawValue: "\(try await counts().intents + 1)")
        let order = RecordOrder(
            deed, record: record.map(RecordRow.ID.init(rawValue:)), owner: "alice", payload: payload, base: base,
            title: "Kite")
        let child = try #require(try await children().first)
        let new = NewIntent(id: id, account: row, child: child.id, order: .record(order))
        guard case .accepted = try await StoredIntents(self).accept(new, now: moment) else {
            Issue.record("the order was not taken")
            return
        }
    }
}
