import AllowanceAPI
import Observability
import Store
import TestSupport
import Testing
import Values

@testable import Control
@testable import Daemon

/// Who has entered what comes from a file may be somebody by now from whom the server would not take it.
@Suite("By whose login what comes from a file is sent")
struct ImportLoginTests {
    private static let now = Timestamp(seconds: 1_700_000_000)
    private let folder: TemporaryFolder
    private let store: Store

    /// Alice and Bruno, and somebody who sees both.
    init() async throws {
        folder = try TemporaryFolder()
        let logger = Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink())
        store = try await Store.open(in: folder.path, logger: logger)
    }

    private func sign(_ name: String, as role: String) async throws {
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let account = try transaction.ensureAccount(named: name, on: server, at: Self.now)
            try transaction.setUser("user-\(name)", role: role, of: account.id, at: Self.now)
            for (id, first) in [("a1", "Alice"), ("b1", "Bruno")] {
                let child = ChildRow(
                    server: server.id, id: .init(rawValue: id), firstName: first, lastName: "Reed",
                    balance: Decimal("1.00")!, seenAt: Self.now)
                try transaction.upsert(child)
                try transaction.link(account, to: child.id)
            }
        }
    }

    /// What becomes of it, in a word or in the refusal's.
    private func take(_ order: IntentRow.Order, of child: String = "a1", by name: String, own: String?) async throws
        -> String
    {
        let desk = EntryDesk(store, commands: ProgramCommands(isService: false, namedFile: nil)) {
            ["mum"]
        } person: { name in
            OrderLogin.Person(user: "user-\(name)", child: own.map { ChildRow.ID(rawValue: $0) })
        }
        let imported = ImportedOrder(
            id: .init(rawValue: "aaaaaaaa"), order: order, child: .init(rawValue: child), origin: "https://one.example",
            acceptedBy: "user-\(name)", state: .accepted, notes: [:], photo: nil)
        do {
            return "\(try await desk.entries.take(imported))"
        } catch let refusal as ControlAnswer.Refusal {
            #expect(refusal.kind == .conflict && refusal.hint?.contains("anew") == true)
            return refusal.message
        }
    }

    private static let money = IntentRow.Order.transaction(
        .init(amount: Decimal("5.00")!, category: "Gift", description: "Kite"))
    private static let done = IntentRow.Order.record(
        RecordOrder(.doneChore, record: .init(rawValue: "lawn"), owner: "lawn", payload: "{}", title: "Lawn"))

    @Test("a parent's money is taken, a child's is not, and says who may")
    func money() async throws {
        try await sign("mum", as: "Parent")
        #expect(try await take(Self.money, by: "mum", own: nil) == "taken")
        try await sign("kid", as: "Child")
        let refused = try await take(Self.money, by: "kid", own: "a1")
        #expect(refused == "only a parent may enter money, and kid is a child's login")
        #expect(try await store.read { try $0.openIntents() }.count == 1)
        await store.close()
    }

    @Test("a chore that was done is taken from the child whose it is, from no parent and no brother")
    func chore() async throws {
        for (name, role) in [("mum", "Parent"), ("kid", "Child")] { try await sign(name, as: role) }
        #expect(try await take(Self.done, by: "mum", own: nil).hasPrefix("only Alice may give this order"))
        #expect(try await take(Self.done, by: "kid", own: "b1").hasSuffix("kid is another child's login"))
        #expect(try await take(Self.done, by: "kid", own: "a1") == "taken")
        await store.close()
    }

    @Test("whether anybody is that person, and sees the child, the store says")
    func unknown() async throws {
        try await sign("kid", as: "Child")
        #expect(try await take(Self.money, by: "dad", own: nil) == "foreign")
        #expect(try await take(Self.money, of: "c1", by: "kid", own: nil) == "childless")
        await store.close()
    }
}
