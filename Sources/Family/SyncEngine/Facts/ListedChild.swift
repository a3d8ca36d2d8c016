package import Store
package import Values

/// A child as a server listed it.
package struct ListedChild: Sendable, Equatable {
    package let id: ChildRow.ID
    package let firstName: String
    package let lastName: String
    package let balance: Decimal

    package init(id: ChildRow.ID, firstName: String, lastName: String, balance: Decimal) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.balance = balance
    }
}
