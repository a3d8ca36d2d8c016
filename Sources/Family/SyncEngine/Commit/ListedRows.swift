import AllowanceAPI
import Store
import Values

extension TransactionRow {
    /// A row that the store has not seen.
    init(
        _ listed: Transaction, of child: ChildRow, position: Int, firstSeenAt: Timestamp, source: Source,
        isLate: Bool
    ) {
        // A kind without a meaning moves the balance as a debit does, and an amount below zero turns the kind around.
        let isCredit = (listed.kind == .credit) != listed.amount.isNegative
        self.init(
            server: child.server, id: listed.rowID, child: child.id, amount: listed.amount.magnitude,
            kind: isCredit ? .credit : .debit, category: listed.category, description: listed.description,
            balanceAfter: listed.balanceAfter,
            createdAt: Timestamp(microseconds: listed.createdAt.microseconds), createdBy: listed.createdBy,
            notes: listed.notes, position: position, firstSeenAt: firstSeenAt, source: source, isLate: isLate)
    }

    /// A known row as the server describes it now; how it was found stays.
    init(_ listed: Transaction, of child: ChildRow, like known: TransactionRow) {
        self.init(
            listed, of: child, position: known.position, firstSeenAt: known.firstSeenAt, source: known.source,
            isLate: known.isLate)
    }

    /// Whether it is another transaction than the one that the store has under the same id, and not that one described differently:
    /// another child's, or one of another time and another amount.
    func isAnother(than known: TransactionRow) -> Bool {
        child != known.child || createdAt != known.createdAt && signedAmount != known.signedAmount
    }
}

extension ChildRow {
    /// A child that the store has not seen.
    init(_ listed: Child, on server: ServerRow.ID, seenAt: Timestamp) {
        self.init(
            server: server, id: listed.rowID, firstName: listed.firstName, lastName: listed.lastName,
            balance: listed.balance, seenAt: seenAt)
    }

    /// Two accounts may read the same child at once: the answer to the later request stands. A wall clock that was set
    /// back must not freeze the row, so that only holds for a while.
    static let orderWindow: Duration = .seconds(600)

    ///
    /// - Returns: Whether it did: an answer to an earlier request says nothing of the balance now.
    @discardableResult
    mutating func take(_ listed: Child, seenAt moment: Timestamp) -> Bool {
        isGone = false
        if moment < seenAt, seenAt.duration(since: moment) < Self.orderWindow { return false }
        firstName = listed.firstName
        lastName = listed.lastName
        balance = listed.balance
        seenAt = moment
        return true
    }
}
