import SQLite

extension StoreCare {
    /// The rows that cannot be read now, for people: each with its table, its key and what is wrong.
    ///
    /// Looks again at the family's rows, what people entered that is open, the newest thousand transactions and every one that could
    /// not be read before, so that what was repaired is told no longer. The delivery of a row is read again by whoever lists it.
    package func unreadableNow() async throws(StoreError) -> [String] {
        let (noted, intents) = (
            store.unreadable.all.filter { $0.table == "txn" }.compactMap(\.transaction),
            store.unreadable.all.filter { $0.table == "intent" }.compactMap(\.intent)
        )
        store.unreadable.forget(tables: ["account", "child", "txn", "intent"])
        _ = try await store.accounts()
        _ = try await store.children()
        _ = try await store.transactions(matching: TransactionFilter(limit: 1_000))
        try await store.read { snapshot in
            for row in noted { _ = try snapshot.transaction(row.id, on: row.server) }
            _ = try snapshot.openIntents()
            for id in intents { _ = try snapshot.intent(id) }
        }
        return store.unreadable.all.map { "\($0.name) (\($0.fault))" }
    }
}

extension UnreadableRow {
    /// Which order it is: the queries that give whole ones begin with number and id.
    fileprivate var intent: IntentRow.ID? {
        key.split(separator: "|", maxSplits: 1).dropFirst().first.map { IntentRow.ID(rawValue: String($0)) }
    }

    /// Which transaction it is: every query of that table begins with server and id.
    fileprivate var transaction: (server: ServerRow.ID, id: TransactionRow.ID)? {
        let parts = key.split(separator: "|", maxSplits: 1)
        guard parts.count == 2, let server = Int(parts[0]) else { return nil }
        return (ServerRow.ID(rawValue: server), TransactionRow.ID(rawValue: String(parts[1])))
    }
}
