import JSON
package import Store

extension ControlAPI {
    /// A transaction that has just become known.
    package struct NewTransaction: Sendable {
        /// As it stands in the store, whatever has changed of it since.
        package let transaction: TransactionRow
        /// Whose it is, for its name.
        package let child: ChildRow

        /// - Parameter child: the one that the transaction names.
        package init(_ transaction: TransactionRow, child: ChildRow) {
            self.transaction = transaction
            self.child = child
        }

        var json: JSONValue { JSONValue(transaction, child: child) }
    }
}
