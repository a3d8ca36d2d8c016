/// What the server answered to a new transaction.
package enum CreatedTransaction: Sendable, Equatable {
    /// The row that was made.
    case row(Transaction)
    /// The row was made, but the answer describes the child's newest row, which somebody else made at the same moment.
    /// Only a scan finds the right one.
    case anotherRow(Transaction)
}
