package import Values

/// One change of a fact, inside the transaction that makes it; what rules see.
package struct FactChange: Sendable, Equatable {
    /// What changed.
    package enum Kind: Sendable, Equatable {
        /// The server listed a transaction that the store did not know.
        case transactionAdded(TransactionRow)
        /// The server lists another transaction under an id that the store knew as something else; that one is a revision now.
        case transactionReplaced(TransactionRow)
        /// The server lists it no longer.
        case transactionWithdrawn(TransactionRow)
        /// The server describes it differently than before.
        ///
        /// - Parameter revision: the number of what it said before.
        case transactionEdited(TransactionRow, from: TransactionRow, revision: Int)
        /// Something has become of a record, or of the money for it.
        case record(RecordNews)
        /// The server gave another balance. The cause is the child's newest transaction if it ends at that balance.
        case balanceChanged(from: Decimal, to: Decimal, cause: TransactionRow.ID?)
    }

    /// Decides which rules look at it.
    package let kind: Kind
    /// The child as it stands after the change.
    package let child: ChildRow
    /// The server's origin, the part of an alert's key that tells servers apart.
    package let origin: String
    /// Found afterwards: after a gap in the watch, or by a scan that came too late for it.
    package let isLate: Bool
    /// Names of the accounts that read the child's list, whichever of them found it.
    package var accounts: [String] = []
    /// When this program saw it.
    package let at: Timestamp

    /// Made inside the commit that stores the fact; tests of rules make them by hand.
    package init(kind: Kind, child: ChildRow, origin: String, isLate: Bool, at: Timestamp) {
        self.kind = kind
        self.child = child
        self.origin = origin
        self.isLate = isLate
        self.at = at
    }
}
