import JSON
package import Store

extension ControlAPI {
    /// A transaction that has just become known.
    package struct NewTransaction: Sendable {
        package let transaction: TransactionRow
        package let child: ChildRow

        package init(_ transaction: TransactionRow, child: ChildRow) {
            self.transaction = transaction
            self.child = child
        }

        var json: JSONValue { JSONValue(transaction, child: child) }
    }
}
