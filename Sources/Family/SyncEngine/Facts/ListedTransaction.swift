package import Store
package import Values

/// A transaction as a server listed it.
package struct ListedTransaction: Sendable, Equatable {
    /// As the server has it; a row is known by it and its server.
    package let id: TransactionRow.ID
    /// Never negative.
    package let amount: Decimal
    /// Whether the balance grows or shrinks by the amount.
    package let kind: TransactionRow.Kind
    /// Empty where the server named none.
    package let category: String
    /// Typed by people: cleaned only where it is shown.
    package let description: String
    /// The balance right after this row, as the server computed it; never computed here.
    package let balanceAfter: Decimal
    /// By the server's clock, to the second. It is stamped before the commit, so a row can appear below others.
    package let createdAt: Timestamp
    /// Who made it, in words; `nil` where the server doesn't say.
    package let createdBy: String?
    /// Typed by people; `nil` where there are none.
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
