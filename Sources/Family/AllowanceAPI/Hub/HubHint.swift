package import Values

/// What a hub message says may have happened. It only makes a scan happen sooner: facts come from REST.
package enum HubHint: Sendable, Equatable {
    /// Something about this child.
    case child(Child.ID)
    /// A transaction, and whose it is if the message says so.
    case transaction(Transaction.ID, child: Child.ID?)
    /// One id in a place where builds of the server put a child's or a transaction's: only who knows the children can
    /// tell.
    case childOrTransaction(String)
    /// A child's balance, which is compared with the fact, never taken for it.
    case balance(child: Child.ID, Decimal)
    /// Money or children may have changed, nobody knows whose.
    case something
}
