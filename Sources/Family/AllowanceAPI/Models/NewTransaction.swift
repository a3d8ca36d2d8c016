package import Values

/// A transaction to be made.
package struct NewTransaction: Sendable, Equatable {
    /// Whose money moves.
    package let child: Child.ID
    /// Above zero, with two decimal places; ``kind`` has the sign.
    package let amount: Decimal
    /// Whether the child gets or gives.
    package let kind: Transaction.Kind
    /// `nil` lets the server choose.
    package let category: String?
    /// 1 to 500 UTF-16 units, which is how the server counts characters.
    package let description: String
    /// For the parents; unchecked, the server takes any length.
    package let notes: String?

    /// The largest amount that the server's column holds.
    package static let maximumAmount = Decimal("99999999.99") ?? .zero

    /// Refuses what the server would take and misunderstand, since it validates nothing.
    ///
    /// - Throws: kind `invalidRequest` unless the amount is above zero, at most 99,999,999.99 and of whole cents, and the
    ///   description has 1 to 500 characters as the server counts them (UTF-16 units).
    package init(
        child: Child.ID, amount: Decimal, kind: Transaction.Kind, category: String? = nil, description: String,
        notes: String? = nil
    ) throws(AllowanceError) {
        guard let cents = amount.rescaled(to: 2), Decimal.zero < cents, cents <= Self.maximumAmount else {
            throw .invalidRequest("An amount is more than 0, at most \(Self.maximumAmount), and in whole cents.")
        }
        guard 1...500 ~= description.utf16.count else {
            throw .invalidRequest("A description has 1 to 500 characters.")
        }
        self.child = child
        self.amount = cents
        self.kind = kind
        self.category = category
        self.description = description
        self.notes = notes
    }

    /// Whether a row can be the one that this made; the server's answer may describe another one.
    package func matches(_ row: Transaction) -> Bool {
        row.child == child && row.amount == amount && row.kind == kind && row.description == description
    }
}

/// What the server answered to a new transaction.
package enum CreatedTransaction: Sendable, Equatable {
    /// The row that was made.
    case row(Transaction)
    /// The row was made, but the answer describes the child's newest row, which somebody else made at the same moment.
    /// Only a scan finds the right one.
    case anotherRow(Transaction)
}
