import AllowanceAPI
import Runtime
import Store
import TestWaiting
import Testing
import Values

@testable import SyncEngine

/// What scans show beside new money: rows that say something else, and wishes that there is enough for.
@Suite("News that scans show")
struct MoneyNewsTests {
    private static let planner: AlertPlanner = { change in
        let (event, key): (AlertRow.Event, String)
        switch change.kind {
        case .transactionEdited(let row, let former, let revision):
            (event, key) = (.edited, "edit|\(row.id.rawValue)|\(revision)|\(former.description)")
        case .record(let news): (event, key) = (news.event, "\(news.event.rawValue)|\(news.identity)")
        default: return []
        }
        return [
            PlannedAlert(
                key: AlertRow.Key(rawValue: key), event: event, deliveries: [PlannedDelivery(target: "house")])
        ]
    }

    @Test("a row that says something else is told each time; one whose balance alone is another is not")
    func edited() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let id = bench.server.add("1.00", to: child)
        let store = try await bench.open()
        let engine = bench.engine(store, planner: Self.planner)
        @Sendable func describe(_ text: String, balance: String) async throws {
            bench.server.state.withLock { state in
                let row = state.rows[0].listed
                state.rows[0] = ModelServer.Row(
                    listed: Transaction(
                        id: row.id, child: row.child, amount: row.amount, kind: row.kind, description: text,
                        balanceAfter: Decimal(balance)!, createdAt: row.createdAt), child: child)
            }
            engine.scanNow()
            try await eventually("the correction") {
                let row = try await store.transactions(matching: TransactionFilter(limit: 1)).first
                return row?.description == text && row?.balanceAfter == Decimal(balance)
            }
        }
        try await bench.with(engine) {
            try await engine.settled()
            try await describe("Ball", balance: "101.00")
            #expect(try await store.alerts() == ["edit|\(id.rawValue)|1|Kite"])
            try await describe("Ball", balance: "99.00")
            #expect(try await store.alerts().count == 1)
            try await describe("Kite", balance: "99.00")
            try await engine.settled()
            #expect(try await store.alerts() == ["edit|\(id.rawValue)|1|Kite", "edit|\(id.rawValue)|3|Ball"])
        }
        await store.close()
    }

    @Test("a wish is told once for each rise of the balance to its price, however much was there first")
    func rises() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice", balance: "10.00")
        let store = try await bench.open()
        let engine = bench.engine(store, planner: Self.planner)
        @Sendable func move(_ amount: String, _ balance: String) async throws {
            // A scan under way could read the list before and the balance afterwards.
            try await engine.settled()
            bench.server.add(amount, to: child)
            engine.scanNow()
            try await eventually("the balance") {
                try await store.read { try $0.children(of: $0.accounts()[0].id) }.first?.balance == Decimal(balance)
            }
        }
        try await bench.with(engine) {
            try await engine.settled()
            try await store.write { transaction in
                let server = try transaction.accounts()[0].server
                for (id, price, isBought) in [
                    ("near", "12.00", false), ("far", "20.00", false), ("had", "9.00", false), ("old", "11.00", true),
                ] {
                    try transaction.take(
                        RecordRow(
                            server: server, kind: .wish, id: .init(rawValue: id), child: child, rank: 1,
                            content: #"{"name":"Lego","price":"\#(price)","purchased":\#(isBought)}"#,
                            at: Timestamp(seconds: 1)))
                }
            }
            try await move("5.00", "15.00")
            #expect(try await store.alerts() == ["wish-affordable|near|txn-0"])
            try await move("1.00", "16.00")
            try await move("-6.00", "10.00")
            #expect(try await store.alerts().count == 1)
            try await move("30.00", "40.00")
            #expect(
                try await store.alerts() == [
                    "wish-affordable|far|txn-3", "wish-affordable|near|txn-0", "wish-affordable|near|txn-3",
                ])
        }
        await store.close()
    }
}
