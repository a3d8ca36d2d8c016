import AllowanceAPI
import Observability
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

@Suite("Children, accounts, balances")
struct FamilyTests {
    @Test("two accounts of one server tell a transaction once; a new account's start silences nobody")
    func twoAccounts() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        bench.server.add("1.00", to: child)
        let store = try await bench.open()
        let mum = bench.engine(store, account: "mum")
        try await bench.with(mum) {
            try await mum.settled()
            let first = bench.server.add("2.00", to: child)
            let dad = bench.engine(store, account: "dad")
            try await bench.with(dad) {
                // The first scan of this account, yet no news is history for it that is news for the family.
                try await dad.settled()
                #expect(try await store.alerts() == [newAlert(first)])
                let second = bench.server.add("3.00", to: child)
                for engine in [mum, dad] { engine.hint(.frame(.transaction(second))) }
                try await eventually("the alert") { try await store.alerts().contains(newAlert(second)) }
                try await eventually("both hints' end") { try await store.hintStates() == ["resolved", "resolved"] }
                #expect(try await store.alerts().count == 2)
                #expect(try await store.deliveryCount() == 2)
            }
        }
        await store.close()
    }

    @Test("a child that comes later brings history without a word, and news since the account is watched")
    func laterChild() async throws {
        let bench = try TestBench()
        bench.server.add(child: "Alice")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.advance(10)
            let child = bench.server.add(child: "Bruno")
            bench.server.add("1.00", to: child, age: 5_000)
            let news = bench.server.add("2.00", to: child)
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts() == [newAlert(news)] }
            #expect(try await store.ids() == bench.server.ids)
            try await engine.settled()
        }
        await store.close()
    }

    @Test("a child that no account sees any more is gone, keeps its rows, and may come back")
    func gone() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        bench.server.add("1.00", to: child)
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let listed = bench.server.children()
            bench.server.state.withLock { $0.children = [] }
            engine.scanNow()
            try await eventually("the mark") { try await store.children().first?.isGone == true }
            #expect(try await store.transactions(matching: TransactionFilter(limit: 10)).count == 1)
            try await engine.settled()
            bench.server.state.withLock { $0.children = listed }
            engine.scanNow()
            try await eventually("the return") { try await store.children().first?.isGone == false }
            #expect(try await store.alerts() == [])
        }
        await store.close()
    }

    @Test("a balance change names the transaction that ends there, or none")
    func balances() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice", balance: "10.00")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            let id = bench.server.add("-6.00", to: child)
            engine.hint(.frame(.child(child)))
            let low = "low|\(TestBench.origin)|\(child.rawValue)|low|"
            try await eventually("the low balance") { try await store.alerts().contains(low + id.rawValue) }
            try await engine.settled()
            bench.server.move(child, to: "1.23")
            engine.scanNow()
            try await eventually("the balance without a row") { try await store.alerts().contains(low + "?") }
            #expect(try await store.children().first?.balance.description == "1.23")
        }
        await store.close()
    }

    @Test("a row between the list and the last look at the balances is found in the same scan")
    func betweenReadings() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice", balance: "10.00")
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.state.withLock { state in
                // At the first question, so that the list comes with the row's neighbour missing.
                state.interruption = { server in
                    server.state.withLock { $0.interruption = { $0.add("2.00", to: child) } }
                }
            }
            engine.scanNow()
            try await eventually("the alert") { try await store.alerts().count == 1 }
            try await engine.settled()
        }
        #expect(try await store.ids() == bench.server.ids)
        await store.close()
    }

    @Test("a name that signs in as somebody else starts over: that family's history is no news")
    func anotherUser() async throws {
        let bench = try TestBench()
        bench.server.add(child: "Alice")
        bench.server.state.withLock { $0.user = FactUser(id: "u1", role: "Parent") }
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.advance(100)
            bench.server.state.withLock { state in
                state.user = FactUser(id: "u2", role: "Parent")
                state.children = []
            }
            let other = bench.server.add(child: "Zoe")
            bench.server.add("1.00", to: other)
            engine.scanNow()
            try await eventually("the other family") {
                try await store.transactions(matching: TransactionFilter(limit: 1)).count == 1
            }
            try await engine.settled()
            #expect(try await store.alerts() == [])
            #expect(try await store.accounts().first?.userID == "u2")
        }
        await store.close()
    }

    @Test("a row that the server describes differently is corrected in the store and not told again")
    func edited() async throws {
        let bench = try TestBench()
        let child = bench.server.add(child: "Alice")
        let id = bench.server.add("1.00", to: child)
        let store = try await bench.open()
        let engine = bench.engine(store)
        try await bench.with(engine) {
            try await engine.settled()
            bench.server.state.withLock { state in
                let row = state.rows[0].listed
                state.rows[0] = ModelServer.Row(
                    listed: Transaction(
                        id: row.id, child: row.child, amount: Decimal("9.99")!, kind: .debit, description: "corrected",
                        balanceAfter: row.balanceAfter, createdAt: row.createdAt), child: child)
            }
            engine.scanNow()
            try await eventually("the correction") {
                try await store.transactions(matching: TransactionFilter(limit: 1)).first?.description == "corrected"
            }
            let row = try await store.transactions(matching: TransactionFilter(limit: 1)).first
            #expect(row?.id == id && row?.source == .baseline && row?.amount == Decimal("9.99"))
            let server = try #require(row).server
            let before = try await store.read { try $0.revisions(of: id, on: server) }
            #expect(before.map(\.description) == ["Kite"] && before.map(\.amount.description) == ["1.00"])
            #expect(try await store.alerts() == [])
        }
        await store.close()
    }
}
