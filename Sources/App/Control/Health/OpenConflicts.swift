package import Store

/// What waits for a person's decision, because somebody else has changed what was ordered here.
package struct OpenConflicts: Sendable, Equatable {
    /// How many fields, by the account's name.
    package var fields: [String: Int] = [:]
    /// The orders that wait for that.
    package var orders: Set<IntentRow.ID> = []

    /// None.
    package init() {}

    /// Those of the people who are signed in now.
    package init(in store: Store) async throws(StoreError) {
        let (accounts, rows) = try await store.read("conflicts") { (try $0.accounts(), try $0.openConflicts()) }
        for account in accounts {
            let own = rows.filter { $0.account == account.id }
            if !own.isEmpty { fields[account.name] = own.count }
        }
        orders = Set(rows.map(\.intent))
    }
}

extension HealthFacts {
    /// Entries that nothing happens with before a person decides.
    var ofEntries: [Problem] {
        let contested = conflicts.fields.sorted { $0.key < $1.key }.map { account, count in
            Problem(
                .openConflicts, of: account,
                "somebody else has changed what \(account) has changed here: "
                    + (count == 1 ? "1 decision is yours" : "\(count) decisions are yours"),
                nextStep: commands.line("conflicts"))
        }
        let count = (counts?.parkedIntents ?? 0) - conflicts.orders.count
        guard count > 0 else { return contested }
        return contested + [
            Problem(
                .parkedIntents,
                count == 1 ? "1 entry was not made" : "\(count) entries were not made",
                nextStep: commands.line("pending"))
        ]
    }
}
