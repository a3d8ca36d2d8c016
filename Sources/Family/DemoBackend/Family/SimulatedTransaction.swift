package import Values

/// A row of the simulated family's books.
package struct SimulatedTransaction: Sendable, Equatable {
    /// Whether the amount comes or goes, in the words of the API.
    package enum Kind: String, Sendable, CaseIterable {
        case credit = "Credit"
        case debit = "Debit"
    }

    /// In the form of a GUID, from the server's seed.
    package let id: String
    /// The child's id, in lower case.
    package let child: String
    /// In whole cents, and above zero except in the real dialect; the kind has the sign.
    package let amount: Decimal
    /// Has the amount's sign: a debit lowers the balance.
    package let kind: Kind
    let category: String
    /// At most 500 UTF-16 units; may hold what a formatter must escape.
    package let description: String
    let notes: String?
    let balanceAfter: Decimal
    let createdAt: Timestamp
    let createdBy: String
    let createdByName: String
}

/// A row before it is written.
package struct SimulatedDraft: Sendable, Equatable {
    /// The child's id, in any letter case.
    package let child: String
    /// Checked when it is written: above zero except in the real dialect, in whole cents.
    package let amount: Decimal
    /// A debit above the balance is refused.
    package let kind: SimulatedTransaction.Kind
    let category: String
    /// Checked when it is written: 1 to 500 UTF-16 units; may be empty in the real dialect.
    package let description: String
    let notes: String?

    /// Anything goes here; the refusal comes with the writing.
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

extension Decimal {
    /// Written with two decimals.
    var twoDecimals: Decimal { rescaled(to: 2) ?? self }

    /// Rounded to two decimals, halves away from zero, as the real server's column does; `nil` if it doesn't fit.
    var cents: Decimal? {
        guard scale > 2 else { return rescaled(to: 2) }
        let power = (2..<scale).reduce(Int128(1)) { power, _ in power * 10 }
        let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: power)
        let isHalfOrMore = remainder.magnitude >= power.magnitude - remainder.magnitude
        let rounded = isHalfOrMore ? quotient + (coefficient < 0 ? -1 : 1) : quotient
        return Decimal(coefficient: rounded, scale: 2)
    }
}
