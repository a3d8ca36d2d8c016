import AllowanceAPI
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// What a hub's message becomes.
@Suite("Hints from the hub")
struct HintTests {
    @Test("each hint of the server's messages has its subject; an id of either kind waits for the store")
    func subjects() throws {
        let child = try #require(Child.ID(rawValue: "C-1"))
        let row = try #require(AllowanceAPI.Transaction.ID(rawValue: "T-1"))
        let id = ChildRow.ID(rawValue: "c-1")
        #expect(Hint.Subject(HubHint.child(child)) == .child(id))
        #expect(
            Hint.Subject(HubHint.transaction(row, child: child)) == .transaction(.init(rawValue: "t-1"), child: id))
        #expect(Hint.Subject(HubHint.childOrTransaction("T-1")) == .transaction(.init(rawValue: "t-1")))
        #expect(Hint.Subject(HubHint.balance(child: child, .zero)) == .balance(child: id, .zero))
        #expect(Hint.Subject(HubHint.something) == .something)
    }

    @Test("an announced id that is a child's reads that child's list")
    func childInATransactionsPlace() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("1.00", to: child)
            engine.hint(.frame(.transaction(TransactionRow.ID(rawValue: child.rawValue.uppercased()))))
            try await eventually("the alert") { try await store.alerts() == [newAlert(id)] }
            try await eventually("the hint's end") { try await store.hintStates() == ["resolved"] }
        }
        await store.close()
    }
}
