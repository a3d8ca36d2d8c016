import SQLite
import Testing
import Values

@testable import Store
@testable import SyncEngine

/// What the disk has damaged is mended by whoever asks what is to be sent, before anything is.
@Suite("Damaged orders")
struct DamagedOrderTests {
    private static let damage = [
        // Nothing but this stands in the table, and no row can be made of it.
        PlainUpdate("test.unreadable", "UPDATE intent SET amount = 'x'"),
        PlainUpdate("test.wrong", "UPDATE intent SET description = 'x'"),
    ]

    @Test(
        "one that cannot even be read is mended when it stands alone, as one is that says something else",
        arguments: [0, 1])
    func alone(_ index: Int) async throws {
        let bench = try TestBench()
        let store = try await bench.open()
        let now = Timestamp(seconds: 1_700_000_000)
        let account = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: TestBench.origin)
            let account = try transaction.ensureAccount(named: "mum", on: server, at: now)
            try transaction.setUser("mum", role: "Parent", of: account.id, at: now)
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "alice"), firstName: "Alice", lastName: "Reed", balance: .zero,
                seenAt: now)
            try transaction.upsert(child)
            try transaction.link(account, to: child.id)
            return try #require(try transaction.account(account.id))
        }
        let content = IntentRow.Content(amount: try #require(Decimal("5.00")), category: "Gift", description: "Kite")
        let new = NewIntent(
            id: .init(rawValue: "aaaaaaaa"), account: account, child: .init(rawValue: "alice"), content: content)
        _ = try await StoredIntents(store).accept(new, now: now)
        try await store.write { _ = try $0.run(Self.damage[index]) }
        guard case .waiting(let rows) = try await OrderTask.load(account.id).run(in: store) else {
            Issue.record("no rows")
            return
        }
        #expect(rows.map(\.order.content) == [content] && rows.allSatisfy { !$0.isDamaged })
        await store.close()
    }
}
