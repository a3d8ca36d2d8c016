import AllowanceAPI
import Store
import Values

/// Stores what a scan ends with: balances, who is gone or withdrawn, the hints of this scan and of those that left their check
/// to it, and the watermark if it was a complete full scan.
struct ScanCommit: Sendable {
    let context: ScanContext
    /// As listed last, with the moment at which the request began.
    let listed: (children: [Child], seenAt: Timestamp)?
    let missing: Set<ChildRow.ID>
    /// Children whose lists were read before the balances.
    let compared: Set<ChildRow.ID>
    /// Children whose lists, and so their balances, came from a copy of the server's that lags behind.
    let behind: Set<ChildRow.ID>
    /// Children whose lists are this login's to read no longer.
    let withdrawn: Set<ChildRow.ID>
    let settlements: [HintBook.Settlement]
    /// Transactions that are listed no longer.
    let withdrawals: WithdrawalCommit
    /// Histories that were read to their end.
    let books: BooksCommit
    /// When a complete full scan began, by the server's clock; `nil` for any other.
    let watermark: Timestamp?
    let isDeep: Bool
    /// Why the scan failed.
    let failure: String?
    let now: Timestamp

    /// What came of it.
    struct Outcome: Sendable {
        /// Children that nobody sees any more.
        var gone: [ChildRow.ID] = []
        var withdrawals = WithdrawalCommit.Outcome()
        /// What is known of the server's restore from a backup, if the scan has shown one.
        var restoration: Restoration?
        var books: BooksDoubts.Findings = [:]
    }

    /// Returns what came of it, and what is born marked; `nil` if nothing was stored, for the login is another person's.
    func run(in transaction: borrowing StoreTransaction) throws -> (result: Outcome?, born: [BornDelivery]) {
        guard let account = try transaction.account(of: context) else { return (nil, []) }
        var told = Telling()
        for child in listed?.children ?? [] { told += try store(child, account, in: transaction) }
        let gone = try missing.sorted().filter { try transaction.unlink(account, from: $0) }
        for child in withdrawn { try transaction.unsetRead(child, by: account.id) }
        try transaction.write(settlements, at: now)
        let withdrawn = try withdrawals.run(on: account.server, in: transaction)
        let lost = withdrawn.rows.count + withdrawals.replaced
        if withdrawn.isRestored { try transaction.noteRestoration(of: account.id, lost: lost, at: now) }
        told += withdrawn.told
        if let watermark {
            try transaction.setBaseline(of: account.id, at: watermark)
            try transaction.finishScan(of: account.id, startedAt: watermark, finishedAt: now)
            if isDeep { try transaction.remember(.deepScan, now.microseconds, of: account.id) }
        } else if let failure {
            try transaction.failScan(of: account.id, reason: failure)
        }
        let restoration = withdrawn.isRestored ? try transaction.restoration(of: account.id) : nil
        let compared = try books.run(on: account.server, in: transaction)
        return (
            Outcome(gone: gone, withdrawals: withdrawn, restoration: restoration, books: compared), told.born
        )
    }

    private func store(
        _ listed: Child, _ account: AccountRow, in transaction: borrowing StoreTransaction
    ) throws -> Telling {
        let seenAt = self.listed?.seenAt ?? now
        guard var row = try transaction.child(listed.rowID, on: account.server) else {
            // Its list could not be read; the next scan takes in its history.
            try transaction.upsert(ChildRow(listed, on: account.server, seenAt: seenAt))
            try transaction.link(account, to: listed.rowID)
            return Telling()
        }
        let before = row.balance
        if !behind.contains(row.id) {
            let isTaken = row.take(listed, seenAt: seenAt)
            try transaction.upsert(row)
            // The balances of a complete scan were asked for after its lists: what those have shown is in them.
            if isTaken, failure == nil {
                try transaction.coverIntents(
                    of: row.id, on: row.server, rows: compared.contains(row.id), askedAt: seenAt, now: now)
            }
        }
        try transaction.link(account, to: listed.rowID)
        guard row.baselineAt != nil else { return Telling() }
        return try BalanceChange(context: context, from: before, now: now).tell(row, in: transaction)
    }
}

/// What every commit of one scan needs to know.
struct ScanContext: Sendable {
    let account: AccountRow.ID
    /// Who was signed in when the scan began; `nil` if nobody ever said. What another's login sees is not judged by it.
    var userID: String?
    let origin: String
    let planner: AlertPlanner
    let isAfterGap: Bool
    /// When the last complete scan began, by the server's clock.
    let watermark: Timestamp?

    /// When the account's first complete scan began, by the server's clock; `nil` before it.
    var baseline: Timestamp?

    /// Whether a row that nothing hinted at was found afterwards: after a gap in the watch, or by a later scan than the
    /// one that should have seen it. The server cuts the times of rows to seconds.
    func isLate(_ row: Transaction) -> Bool {
        isAfterGap || watermark.map { row.createdAt < Timestamp(seconds: $0.seconds) } ?? false
    }
}
