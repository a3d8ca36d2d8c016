import Store
import Testing
import Values

extension TestStore {
    /// An open store in which somebody is signed in who sees a child.
    func openWithFamily(
        login: String = "mum", role: String = "Parent", at moment: Timestamp
    ) async throws -> (store: Store, account: AccountRow, child: ChildRow) {
        let store = try await open()
        let (account, child) = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let account = try transaction.ensureAccount(named: login, on: server, at: moment)
            try transaction.setUser("user-1", role: role, of: account.id, at: moment)
            let child = ChildRow.sample(on: server.id)
            try transaction.upsert(child)
            try transaction.link(account, to: child.id)
            return (try transaction.account(account.id), child)
        }
        return (store, try #require(account), child)
    }
}
