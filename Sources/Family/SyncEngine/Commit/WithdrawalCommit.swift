import Store
import Values

/// Takes rows for withdrawn that two complete readings lacked: a part of the commit that a scan ends with.
struct WithdrawalCommit: Sendable {
    let context: ScanContext
    /// What each child's list has lacked for long enough.
    let gone: [ChildRow.ID: [TransactionRow.ID]]
    /// Rows in whose place another one stands, under the same id.
    let replaced: Int
    let now: Timestamp

    /// What came of it.
    struct Outcome: Sendable {
        /// Rows that count no longer.
        var rows: [TransactionRow] = []
        /// Whether the server was perhaps restored from a backup.
        var isRestored = false
        var told = Telling()
    }

    func run(on server: ServerRow.ID, in transaction: borrowing StoreTransaction) throws -> Outcome {
        var outcome = Outcome(isRestored: replaced > 0)
        for (child, ids) in gone.sorted(by: { $0.key < $1.key }) {
            for id in ids {
                // Listed to another login meanwhile, or what somebody here has entered: what became of that is found out first.
                guard try transaction.absence(of: id, on: server)?.missingAt != nil,
                    try !transaction.isClaimedByWaitingIntent(id, on: server),
                    let row = try transaction.transaction(id, on: server), row.child == child
                else { continue }
                try transaction.withdraw(row, at: now)
                outcome.rows.append(row)
            }
        }
        guard !outcome.rows.isEmpty else { return outcome }
        let remaining = try remaining(beside: outcome.rows, on: server, in: transaction)
        switch Disappearance(of: outcome.rows.count, remaining: remaining) {
        case .restored: outcome.isRestored = true
        case .withdrawn: for row in outcome.rows { outcome.told += try tell(row, in: transaction) }
        }
        return outcome
    }

    /// How many rows of the same children are left from the time of those that are gone, as far as that matters.
    private func remaining(
        beside rows: [TransactionRow], on server: ServerRow.ID, in transaction: borrowing StoreTransaction
    ) throws -> Int {
        guard let first = rows.map(\.createdAt).min(), let last = rows.map(\.createdAt).max() else { return 0 }
        let period = first..<last.advanced(by: .microseconds(1))
        for id in Set(rows.map(\.child)) {
            guard let child = try transaction.child(id, on: server) else { continue }
            let filter = TransactionFilter(child: child, period: period, limit: 1)
            if try !transaction.transactions(matching: filter).isEmpty { return 1 }
        }
        return 0
    }

    private func tell(_ row: TransactionRow, in transaction: borrowing StoreTransaction) throws -> Telling {
        guard let child = try transaction.child(row.child, on: row.server) else { return Telling() }
        let change = FactChange(
            kind: .transactionWithdrawn(row), child: child, origin: context.origin, isLate: false, at: now)
        return try transaction.tell(change, planner: context.planner)
    }
}
