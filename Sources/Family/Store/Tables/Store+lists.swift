package import SQLite

/// What is asked of the tables from outside: each of one moment.
extension Store {
    /// In the order in which they became known.
    package func servers() async throws(StoreError) -> [ServerRow] { try await read { try $0.readable(ServerRow.all) } }

    /// All that were ever watched, in the order in which they became known.
    package func accounts() async throws(StoreError) -> [AccountRow] { try await read { try $0.accounts() } }

    /// Of all servers, those that are gone too; by server and name.
    package func children() async throws(StoreError) -> [ChildRow] { try await read { try $0.children() } }

    /// The newest first.
    package func transactions(matching filter: TransactionFilter) async throws(StoreError) -> [TransactionRow] {
        try await read { try $0.transactions(matching: filter) }
    }

    /// Of one moment: one snapshot gives all of them.
    package func counts() async throws(StoreError) -> StoreCounts {
        try await read { snapshot in
            guard let counts = try snapshot.first(StoreCounts.query) else {
                throw DatabaseError(.other, "store.counts", "no row")
            }
            return counts
        }
    }

    /// The place of the transaction that became known last.
    package func lastArrival() async throws(StoreError) -> ArrivedTransaction.Place {
        try await read { try $0.first(ArrivedTransaction.last) ?? ArrivedTransaction.Place(rawValue: 0) }
    }

    /// What became known after that place, the earliest first.
    package func arrivals(after place: ArrivedTransaction.Place, limit: Int) async throws(StoreError)
        -> [ArrivedTransaction]
    {
        try await read { try $0.readable(ArrivedTransaction.after, place, limit) }
    }

    /// A sign for each commit that may have changed what is known of a child; subscribe before the first look.
    package func familyChanges() -> AsyncMapSequence<ChangeFeed, Void> {
        database.changes(to: ["child", "account_child", "txn", "record"]).map { _ in }
    }
}
