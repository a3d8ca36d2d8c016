import Observability
import Store
import TestSupport
import Values

/// A store in which mum is signed in and sees Alice.
struct MumAndAlice {
    static let now = Timestamp(seconds: 1_700_000_000)
    let folder: TemporaryFolder
    let store: Store
    let child: ChildRow

    init() async throws {
        folder = try TemporaryFolder()
        let logger = Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink())
        store = try await Store.open(in: folder.path, logger: logger)
        child = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Self.now)
            try transaction.setUser("user-1", role: "Parent", of: account.id, at: Self.now)
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "alice"), firstName: "Alice", lastName: "Reed",
                balance: Decimal("1.00")!, seenAt: Self.now)
            try transaction.upsert(child)
            try transaction.link(account, to: child.id)
            return child
        }
    }
}
