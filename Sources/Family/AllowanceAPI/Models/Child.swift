package import Values

/// A child of the family, with the balance that only the server may change.
package struct Child: Sendable, Equatable {
    /// What the server gives a child; not the id of the child's own login.
    package typealias ID = Identifier<Child>

    /// Unique on its server, and no longer.
    package let id: ID
    /// The child's own login; most lists leave it out.
    package let userID: User.ID?
    /// By which people and rules call the child. Typed by a parent: clean it before it is shown.
    package let firstName: String
    /// Empty where the server leaves it out.
    package let lastName: String
    /// The money to spend, with the digits that the server sent.
    package let balance: Decimal
    /// Beside ``balance``, not a part of it; `nil` where the server leaves it out.
    package let savingsBalance: Decimal?
    /// What the server's timer pays; `nil` where the server leaves it out.
    package let weeklyAllowance: Decimal?
    /// Changes with each weekly allowance, which no hub message tells of.
    package let lastAllowanceAt: Timestamp?

    /// Decoding makes children, and tests do.
    package init(
        id: ID, userID: User.ID? = nil, firstName: String, lastName: String = "", balance: Decimal,
        savingsBalance: Decimal? = nil, weeklyAllowance: Decimal? = nil, lastAllowanceAt: Timestamp? = nil
    ) {
        self.id = id
        self.userID = userID
        self.firstName = firstName
        self.lastName = lastName
        self.balance = balance
        self.savingsBalance = savingsBalance
        self.weeklyAllowance = weeklyAllowance
        self.lastAllowanceAt = lastAllowanceAt
    }
}
