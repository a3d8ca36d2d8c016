package import Values

/// A notification as the server stores it and the hub announces it.
package struct FamilyNotification: Sendable, Equatable {
    package typealias ID = Identifier<FamilyNotification>

    package let id: ID
    package let kind: Kind
    package let title: String
    /// Written by the server in its own culture: amounts in it can't be relied on.
    package let body: String
    package let createdAt: Timestamp?
    package let isRead: Bool
    /// The transaction it tells of, from its data or its related entity.
    package let transaction: Transaction.ID?
    package let child: Child.ID?
    /// What its data says of money; a hint only.
    package let amount: Decimal?

    package init(
        id: ID, kind: Kind, title: String, body: String, createdAt: Timestamp? = nil, isRead: Bool = false,
        transaction: Transaction.ID? = nil, child: Child.ID? = nil, amount: Decimal? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.body = body
        self.createdAt = createdAt
        self.isRead = isRead
        self.transaction = transaction
        self.child = child
        self.amount = amount
    }
}
