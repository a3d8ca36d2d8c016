package import Store
package import Values

/// A transaction as a server listed it.
package struct ListedTransaction: Sendable, Equatable {
    package let id: TransactionRow.ID
    /// Never negative.
    package let amount: Decimal
    package let kind: TransactionRow.Kind
    package let category: String
    package let description: String
    package let balanceAfter: Decimal
    package let createdAt: Timestamp
    package let createdBy: String?
    package let notes: String?

    /// - Parameter amount: one below zero moves the balance the other way, so it turns the kind around.
    package init(
        id: TransactionRow.ID, amount: Decimal, kind: TransactionRow.Kind, category: String = "", description: String,
        balanceAfter: Decimal, createdAt: Timestamp, createdBy: String? = nil, notes: String? = nil
    ) {
        self.id = id
        self.amount = amount.magnitude
        self.kind = amount.isNegative ? (kind == .credit ? .debit : .credit) : kind
        self.category = category
        self.description = description
        self.balanceAfter = balanceAfter
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.notes = notes
    }

    /// The amount as it moves the balance.
    package var signedAmount: Decimal { kind == .credit ? amount : -amount }
}
