package import Values

/// A row of the simulated family's books.
package struct SimulatedTransaction: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case credit = "Credit"
        case debit = "Debit"
    }

    package let id: String
    package let child: String
    package let amount: Decimal
    package let kind: Kind
    package let category: String
    package let description: String
    package let notes: String?
    package let balanceAfter: Decimal
    package let createdAt: Timestamp
    package let createdBy: String
    package let createdByName: String
}

/// A row before it is written.
package struct SimulatedDraft: Sendable, Equatable {
    package let child: String
    package let amount: Decimal
    package let kind: SimulatedTransaction.Kind
    package let category: String
    package let description: String
    package let notes: String?

    package init(
        child: String, amount: Decimal, kind: SimulatedTransaction.Kind, category: String, description: String,
        notes: String? = nil
    ) {
        self.child = child
        self.amount = amount
        self.kind = kind
        self.category = category
        self.description = description
        self.notes = notes
    }
}
