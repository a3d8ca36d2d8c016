package import Values

/// One row of a child's money: it never changes, and vanishes only with the child.
package struct Transaction: Sendable, Equatable {
    /// What alerts are made unique by, together with the server's origin.
    package typealias ID = Identifier<Transaction>

    /// Unique on its server; says nothing of the order.
    package let id: ID
    /// Whose money moved.
    package let child: Child.ID
    /// As sent: the sign comes from ``kind``. The server also takes zero and negative amounts, which then count backwards.
    package let amount: Decimal
    /// Whether the amount came or went.
    package let kind: Kind
    /// The category's name; empty where none was given, digits where the number is unknown.
    package let category: String
    /// Children write this: it is hostile until shown to be harmless.
    package let description: String
    /// The spending balance after this row.
    package let balanceAfter: Decimal
    /// To the second in REST answers: many rows can share one time.
    package let createdAt: Timestamp
    /// The name of who made the row; the id where an older server sends nothing else.
    package let createdBy: String?
    /// As hostile as ``description``; `nil` where none were given.
    package let notes: String?

    /// Decoding makes rows, and tests do.
    package init(
        id: ID, child: Child.ID, amount: Decimal, kind: Kind, category: String = "", description: String,
        balanceAfter: Decimal, createdAt: Timestamp, createdBy: String? = nil, notes: String? = nil
    ) {
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
    }
}
