import SQLite
package import Values

/// A transaction as the server lists it, and how this program came to know it.
package struct TransactionRow: Sendable, Hashable {
    /// Lower case: servers and clients spell the same id in both cases.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        /// In lower case.
        package let rawValue: String

        /// Makes letters lower case; otherwise unchecked.
        package init(rawValue: String) {
            // Servers write lower case, and lists are long.
            let isLower = rawValue.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A ~= $0) }
            self.rawValue = isLower ? rawValue : rawValue.lowercased()
        }

        /// By the text: says nothing of time.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The sign of the amount; SQL keeps the words.
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

    /// With ``id`` the table's key.
    package let server: ServerRow.ID
    /// Unique only on its server.
    package let id: ID
    /// Whose money moved.
    package let child: ChildRow.ID
    /// Without a sign; see ``signedAmount``.
    package let amount: Decimal
    /// A credit adds the amount to the balance, a debit takes it away.
    package let kind: Kind
    /// In the server's words; may be empty.
    package let category: String
    /// Typed by people: cleaned only where it is shown.
    package let description: String
    /// What the server says that the balance was after it. Chains of these may break; they are never repaired.
    package let balanceAfter: Decimal
    /// On the server's clock, in whole seconds.
    package let createdAt: Timestamp
    /// Who made it, as the server says; `nil` where it doesn't.
    package let createdBy: String?
    /// Typed by people; `nil` where there are none.
    package let notes: String?
    /// Grows in the order in which rows of a child became known; breaks ties of `createdAt`.
    package let position: Int
    /// Wall time of this machine when the row was stored.
    package let firstSeenAt: Timestamp
    /// As of the finding: a hint that comes afterwards changes nothing.
    package let source: Source
    /// Found afterwards: after a gap in the watch, or by a scan that came too late for it.
    package let isLate: Bool

    /// - Parameter amount: not negative; the kind has the sign.
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

    /// Whether it brought an allowance: the server's timer files it so, and so do parents who pay it by hand.
    package var isAllowance: Bool { kind == .credit && category.lowercased() == "allowance" }

    /// Whether it says to people what the other one says. What the balance was after it, others decide as well.
    package func saysTheSame(as other: TransactionRow) -> Bool {
        (amount, kind, category, description) == (other.amount, other.kind, other.category, other.description)
            && (createdAt, notes) == (other.createdAt, other.notes)
    }
}
