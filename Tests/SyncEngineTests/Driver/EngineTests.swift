import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

@Suite("Engine")
struct EngineTests {
    @Test("the first run takes in the history without a word; what comes after is told once")
    func baseline() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice", balance: "10.00")
        for _ in 0..<3 { bench.server.add("1.00", to: alice) }
        let store = try await bench.open()
        let engine = bench.engine(store)
        let id = try await bench.with(engine) {
            try await engine.settled()
            #expect(try await store.ids() == bench.server.ids)
            #expect(try await store.alerts() == [])
            let id = bench.server.add("-2.50", to: alice)
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            return id
        }
        let row = try #require(try await store.transactions(matching: TransactionFilter(limit: 1)).first)
        #expect(row.id == id && row.kind == .debit && row.amount == Decimal("2.50") && row.source == .scan)
        #expect(try await store.children().first?.balance.description == "10.50")
        #expect(try await store.lateAlerts() == [])
        #expect(try await store.deliveryCount() == 1)
        await store.close()
    }

    /// A server whose lists can't be read from some moment on.
    private final class WithoutLists: FactSource {
        let server: ModelServer
        let hasLists = Lock(true)

        init(server: ModelServer) { self.server = server }

        func signedInUser() async -> FactUser? { await server.signedInUser() }

        func listedChildren() async throws(FactError) -> Reply<[Child]> { try await server.listedChildren() }

        func listedTransactions(
            of child: ChildRow.ID, limit: Int
        ) async throws(FactError) -> Reply<[Transaction]> {
            guard hasLists.withLock({ $0 }) else { throw FactError(.unavailable, "no lists today") }
            return try await server.listedTransactions(of: child, limit: limit)
        }
    }

    @Test("what a list or a scan's end bears goes through the door as soon as it is stored")
    func births() async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice", balance: "10.00")
        let store = try await bench.open()
        let door = LaneDoor(limit: 8, body: nil)
        let arrived = Lock<[DeliveryWork]>([])
        door.open { arrived.withLock { $0 += door.take() } }
        let planner: AlertPlanner = { change in
            TestBench.planner(change).map { alert in
                var alert = alert
                alert.deliveries = [PlannedDelivery(target: "house")]
                alert.deliveries[0].door = door
                return alert
            }
        }
        let engine = bench.engine(store, planner: planner)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("-2.50", to: alice)
            engine.scanNow()
            try await eventually("the list's") { arrived.withLock { $0.map(\.transaction?.id) } == [id] }
            bench.server.add("-4.00", to: alice)
            engine.scanNow()
            try await eventually("the list's balance") {
                arrived.withLock { $0.map(\.alert.event) } == [.transaction, .transaction, .balanceLow]
            }
        }
        let source = WithoutLists(server: bench.server)
        let other = bench.engine(store, source: source, planner: planner)
        try await bench.with(other) {
            // What a first scan finds is late, and hurries nobody.
            try await other.settled()
            source.hasLists.withLock { $0 = false }
            bench.server.move(alice, to: "1.00")
            other.scanNow()
            try await eventually("the scan's") { arrived.withLock { $0.last?.alert.balance?.description } == "1.00" }
        }
        await store.close()
    }

    @Test("a hint makes the scan happen at once, and ends as a fact", arguments: [true, false])
    func hinted(isLocated: Bool) async throws {
        let bench = try TestBench()
        let alice = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("5.00", to: alice)
            engine.hint(.frame(.transaction(id)))
            if isLocated { engine.hint(.frame(.balance(child: alice, Decimal("5.00")!), target: "BalanceUpdated")) }
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await eventually("the hints' end") {
                let states = try await store.hintStates()
                return states.allSatisfy { $0 == "resolved" } && states.count == (isLocated ? 2 : 1)
            }
            #expect(try await store.transactions(matching: TransactionFilter(limit: 1)).first?.source == .hint)
            #expect(try await store.counts().isBalanced)
        }
        await store.close()
    }
}
