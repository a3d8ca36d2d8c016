package import Values

/// What a hub message says may have happened. It only makes a scan happen sooner: facts come from REST.
package enum HubHint: Sendable, Equatable {
    /// Something about this child.
    case child(Child.ID)
    /// A transaction, and whose it is if the message says so.
    case transaction(Transaction.ID, child: Child.ID?)
    /// One id in a place where builds of the server put a child's or a transaction's: only who knows the children can
    /// tell. See ``resolved(children:)``.
    case childOrTransaction(String)
    /// A child's balance, which is compared with the fact, never taken for it.
    case balance(child: Child.ID, Decimal)
    /// Money or children may have changed, nobody knows whose.
    case something

    /// The hint without `childOrTransaction`.
    package func resolved(children: Set<Child.ID>) -> HubHint {
        guard case .childOrTransaction(let text) = self else { return self }
        if let child = Child.ID(rawValue: text), children.contains(child) { return .child(child) }
        return Transaction.ID(rawValue: text).map { .transaction($0, child: nil) } ?? .something
    }
}
