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
    /// Children whose lists are this login's to read no longer.
    let withdrawn: Set<ChildRow.ID>
    let settlements: [HintBook.Settlement]
    /// When a complete full scan began, by the server's clock; `nil` for any other.
    let watermark: Timestamp?
    let isDeep: Bool
    /// Why the scan failed.
    let failure: String?
    let now: Timestamp

    /// Returns the children that nobody sees any more, and what is born marked; `nil` if nothing was stored, for the login is
    /// another person's.
    func run(in transaction: borrowing StoreTransaction) throws -> (result: [ChildRow.ID]?, born: [BornDelivery]) {
        guard let account = try transaction.account(of: context) else { return (nil, []) }
        var told = Telling()
        for child in listed?.children ?? [] { told += try store(child, account, in: transaction) }
        let gone = try missing.sorted().filter { try transaction.unlink(account, from: $0) }
        for child in withdrawn { try transaction.unsetRead(child, by: account.id) }
        try transaction.write(settlements, at: now)
        if let watermark {
            try transaction.setBaseline(of: account.id, at: watermark)
            try transaction.finishScan(of: account.id, startedAt: watermark, finishedAt: now)
            if isDeep { try transaction.remember(.deepScan, now.microseconds, of: account.id) }
        } else if let failure {
            try transaction.failScan(of: account.id, reason: failure)
        }
        return (gone, told.born)
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
        row.take(listed, seenAt: seenAt)
        try transaction.upsert(row)
        // The balances of a complete scan were asked for after its lists.
        if failure == nil { try transaction.coverIntents(of: row.id, on: row.server) }
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

    /// Whether a row that nothing hinted at was found afterwards: after a gap in the watch, or by a later scan than the
    /// one that should have seen it. The server cuts the times of rows to seconds.
    func isLate(_ row: Transaction) -> Bool {
        isAfterGap || watermark.map { row.createdAt < Timestamp(seconds: $0.seconds) } ?? false
    }
}
