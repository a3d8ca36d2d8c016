import SQLite
package import Values

/// A transaction as the server lists it, and how this program came to know it.
package struct TransactionRow: Sendable, Hashable {
    /// Lower case: servers and clients spell the same id in both cases.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue.lowercased() }

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Kind: String, Sendable, DatabaseValue, CaseIterable { case credit, debit }

    /// What made this program find the row.
    package enum Source: String, Sendable, DatabaseValue, CaseIterable {
        /// Part of the history that was there first; no alert came of it.
        case baseline
        /// A hint said so.
        case hint
        /// A scan found it; nothing had hinted at it.
        case scan
    }

    package let server: ServerRow.ID
    package let id: ID
    package let child: ChildRow.ID
    /// Without a sign; see ``signedAmount``.
    package let amount: Decimal
    package let kind: Kind
    package let category: String
    package let description: String
    /// What the server says that the balance was after it. Chains of these may break; they are never repaired.
    package let balanceAfter: Decimal
    /// On the server's clock, in whole seconds.
    package let createdAt: Timestamp
    package let createdBy: String?
    package let notes: String?
    /// Grows in the order in which rows of a child became known; breaks ties of `createdAt`.
    package let position: Int
    package let firstSeenAt: Timestamp
    package let source: Source
    package let isLate: Bool

    package init(
        server: ServerRow.ID, id: ID, child: ChildRow.ID, amount: Decimal, kind: Kind, category: String,
        description: String, balanceAfter: Decimal, createdAt: Timestamp, createdBy: String? = nil,
        notes: String? = nil, position: Int, firstSeenAt: Timestamp, source: Source, isLate: Bool
    ) {
        self.server = server
        self.id = id
        self.child = child
        self.amount = amount
        self.kind = kind
        self.category = category
        self.description = description
        self.balanceAfter = balanceAfter
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.notes = notes
        self.position = position
        self.firstSeenAt = firstSeenAt
        self.source = source
        self.isLate = isLate
    }

    /// The amount as it moves the balance.
    package var signedAmount: Decimal { kind == .credit ? amount : -amount }
}
