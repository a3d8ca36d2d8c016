import SQLite

extension Store {
    package func servers() async throws(StoreError) -> [ServerRow] { try await read { try $0.all(ServerRow.all) } }

    package func accounts() async throws(StoreError) -> [AccountRow] { try await read { try $0.accounts() } }

    package func children() async throws(StoreError) -> [ChildRow] { try await read { try $0.children() } }

    /// The child's newest transactions, newest first.
    package func transactions(child: ChildRow, limit: Int) async throws(StoreError) -> [TransactionRow] {
        let (id, server) = (child.id, child.server)
        return try await read { try $0.transactions(of: id, on: server, limit: limit) }
    }

    /// The newest transactions of all children, newest first.
    package func transactions(limit: Int) async throws(StoreError) -> [TransactionRow] {
        try await read { try $0.transactions(limit: limit) }
    }

    package func counts() async throws(StoreError) -> StoreCounts {
        try await read { snapshot in
            guard let counts = try snapshot.first(StoreCounts.query) else {
                throw DatabaseError(.other, "store.counts", "no row")
            }
            return counts
        }
    }
}
