package import Store
package import Values

/// A child as a server listed it.
package struct ListedChild: Sendable, Equatable {
    /// As the server has it; two servers may use the same.
    package let id: ChildRow.ID
    /// Typed by people: cleaned only where it is shown.
    package let firstName: String
    /// May be empty.
    package let lastName: String
    /// The money to spend; compared with what the rows add up to.
    package let balance: Decimal

    /// A source makes them of answers; tests make them by hand.
    package init(id: ChildRow.ID, firstName: String, lastName: String, balance: Decimal) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.balance = balance
    }
}
