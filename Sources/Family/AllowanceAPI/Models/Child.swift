package import Values

/// A child of the family, with the balance that only the server may change.
package struct Child: Sendable, Equatable {
    package typealias ID = Identifier<Child>

    package let id: ID
    /// The child's own login; most lists leave it out.
    package let userID: User.ID?
    package let firstName: String
    package let lastName: String
    /// The money to spend, with the digits that the server sent.
    package let balance: Decimal
    package let savingsBalance: Decimal?
    package let weeklyAllowance: Decimal?
    /// Changes with each weekly allowance, which no hub message tells of.
    package let lastAllowanceAt: Timestamp?

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
