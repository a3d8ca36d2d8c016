import AllowanceAPI
import Store
import Values

/// Stores what a child's list told: rows, their alerts, and the hints that they answer, in one commit.
struct ListCommit: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        var added: [TransactionRow] = []
        /// Rows that the server describes differently now.
        var changed = 0
        /// Of these, such that say something else to people, with what they said before.
        var edited: [(row: TransactionRow, former: TransactionRow)] = []
        /// Rows in whose place the server has put another one, under the same id; they are among ``added``.
        var replaced = 0
        /// Rows that were withdrawn, and are listed again.
        var returned = 0
        /// Of ``added``, what nothing announced and nobody entered here.
        var unannounced: [TransactionRow] = []
        /// Whether it lacks rows of just now that are known: it came from a copy of the server's that lags behind.
        var isBehind = false
        /// What the list lacks.
        var absent = AbsenceCommit.Outcome()
        /// How many alerts are new.
        var alerts = 0
    }

    let context: ScanContext
    let child: ChildRow.ID
    /// As listed, with the moment at which the request began; `nil` if the scan has not read the children.
    let listed: (child: Child, seenAt: Timestamp)?
    /// Newest first, as the server lists them.
    let page: [Transaction]
    /// By the server's clock: what was made in this time, and is not on the page, the server has not taken back since. A copy of it
    /// lags behind. What is to come for it, a clock that was ahead has stamped, and that says nothing.
    let recent: ClosedRange<Timestamp>
    /// Rows that a hint was about.
    let announced: Set<TransactionRow.ID>
    let settlements: [HintBook.Settlement]
    let intents: IntentCommit
    let absence: AbsenceCommit
    let now: Timestamp

    /// Returns what came of it, and what is born marked; `nil` if nothing was stored, for the login is another person's.
    func run(in transaction: borrowing StoreTransaction) throws -> (result: Outcome?, born: [BornDelivery]) {
        guard let account = try transaction.account(of: context) else { return (nil, []) }
        var (outcome, told) = (Outcome(), Telling())
        guard var row = try knownChild(of: account, in: transaction) else { return (outcome, []) }
        let balance = row.balance
        outcome.isBehind = try isBehind(row, in: transaction)
        // Such a copy's balance is from before those rows as well.
        if let listed, !outcome.isBehind { row.take(listed.child, seenAt: listed.seenAt) }
        var position = try transaction.nextPosition(of: child, on: row.server)
        let absences = try absence.absences(in: page, of: row, transaction)
        for listed in page.reversed() {
            let place = Place(child: row, account: account, position: position, absence: absences[listed.rowID])
            let replaced = outcome.replaced
            guard let added = try store(listed, at: place, in: transaction, &outcome) else { continue }
            position += 1
            outcome.added.append(added)
            guard added.source != .baseline else { continue }
            told += try tell(added, of: row, isAnother: outcome.replaced > replaced, in: transaction)
            try transaction.resolveReported(added.id, on: row.server, at: now)
        }
        told += try tell(outcome.edited, of: row, in: transaction)
        outcome.absent = try absence.run(on: page, of: row, in: transaction)
        let wasNew = row.baselineAt == nil
        row.baselineAt = row.baselineAt ?? now
        try transaction.upsert(row)
        try intents.run(in: transaction, row, heads: outcome.isBehind ? [] : heads)
        outcome.unannounced = try outcome.added.filter { added in
            try added.source == .scan && !added.isLate && !transaction.wasEnteredHere(added.id, on: row.server)
        }
        try transaction.setRead(child, by: account.id, at: now)
        if wasNew {
            // What was there first explains no balance to come.
            try transaction.setExplained(row, upTo: position - 1)
        } else {
            told += try BalanceChange(context: context, from: balance, now: now).tell(row, in: transaction)
        }
        try transaction.write(settlements, at: now)
        outcome.alerts = told.alerts
        return (outcome, told.born)
    }

    private func isBehind(_ child: ChildRow, in transaction: borrowing StoreTransaction) throws -> Bool {
        let newest = try transaction.transactions(of: child.id, on: child.server, limit: BalanceChange.tieLimit)
        // The page's last second may go on behind it.
        let end = max(recent.lowerBound, page.last?.createdAt ?? recent.lowerBound)
        return newest.contains { row in
            row.createdAt > end && row.createdAt <= recent.upperBound && !page.contains { $0.rowID == row.id }
        }
    }

    /// What the newest row ended at. Those of one second come in any order: one at whose end another of them began was not the last.
    /// Empty where none is left, for they have gone there and back: the balance that is asked for next decides.
    private var heads: Set<Decimal> {
        let newest = page.prefix { $0.createdAt == page.first?.createdAt }
        return Set(newest.map(\.balanceAfter))
            .subtracting(newest.compactMap { $0.balanceAfter.subtracting($0.signedAmount) })
    }

    /// The child's row; made if the store has none. `nil` if nobody described the child.
    private func knownChild(of account: AccountRow, in transaction: borrowing StoreTransaction) throws -> ChildRow? {
        if let row = try transaction.child(child, on: account.server) {
            try transaction.link(account, to: child)
            return row
        }
        guard let listed else { return nil }
        let row = ChildRow(listed.child, on: account.server, seenAt: listed.seenAt)
        try transaction.upsert(row)
        try transaction.link(account, to: child)
        return row
    }

    /// Where a listed row goes.
    private struct Place {
        let child: ChildRow
        let account: AccountRow
        /// If it is new.
        let position: Int
        /// Whether it was missing or withdrawn until now.
        let absence: TransactionAbsence?
    }

    /// Returns the row if it is new.
    private func store(
        _ listed: Transaction, at place: Place, in transaction: borrowing StoreTransaction, _ outcome: inout Outcome
    ) throws -> TransactionRow? {
        let source = source(of: listed, place.child, place.account)
        let row = TransactionRow(
            listed, of: place.child, position: place.position, firstSeenAt: now, source: source,
            isLate: source == .scan && context.isLate(listed))
        guard let known = try transaction.transaction(listed.rowID, on: place.child.server) else {
            if try transaction.insert(row) { return row }
            // It is there and cannot be read: what the server says takes its place.
            try transaction.revise(row, at: now)
            outcome.changed += 1
            return nil
        }
        let described = TransactionRow(listed, of: place.child, like: known)
        let isAnother = described.isAnother(than: known)
        let current = isAnother ? row : described
        if place.absence?.withdrawnAt != nil {
            try transaction.takeBack(current, at: now)
            outcome.returned += 1
        } else {
            if place.absence != nil { try transaction.setMissing(known.id, on: known.server, since: nil) }
            guard current != known else { return nil }
            try transaction.revise(current, at: now)
            outcome.changed += isAnother ? 0 : 1
            if !isAnother, !current.saysTheSame(as: known) { outcome.edited.append((current, known)) }
        }
        guard isAnother else { return nil }
        outcome.replaced += 1
        return row
    }

    /// The history that a child comes with is no news, unless it was written since this account is watched.
    private func source(of row: Transaction, _ child: ChildRow, _ account: AccountRow) -> TransactionRow.Source {
        let isHistory = child.baselineAt == nil && account.baselineAt.map { row.createdAt <= $0 } ?? true
        return isHistory ? .baseline : announced.contains(row.rowID) ? .hint : .scan
    }

    private func tell(
        _ row: TransactionRow, of child: ChildRow, isAnother: Bool, in transaction: borrowing StoreTransaction
    ) throws -> Telling {
        let change = FactChange(
            kind: isAnother ? .transactionReplaced(row) : .transactionAdded(row), child: child, origin: context.origin,
            isLate: row.isLate, at: now)
        return try transaction.tell(change, planner: context.planner)
    }

    private func tell(
        _ edited: [(row: TransactionRow, former: TransactionRow)], of child: ChildRow,
        in transaction: borrowing StoreTransaction
    ) throws -> Telling {
        var told = Telling()
        for (row, former) in edited {
            guard let revision = try transaction.revisions(of: row.id, on: row.server).last?.number else { continue }
            let change = FactChange(
                kind: .transactionEdited(row, from: former, revision: revision), child: child, origin: context.origin,
                isLate: context.isAfterGap, at: now)
            told += try transaction.tell(change, planner: context.planner)
        }
        return told
    }
}
