package import AllowanceAPI
package import Store
package import Values

/// Compares each row's balance with the one before it.
///
/// A break is no error: savings, goals and writes at the same moment move balances without a row. It is told, and never
/// repaired: only the server's numbers are stored.
package enum ChainCheck {
    /// A place in a child's history where two neighbouring rows don't fit together.
    package struct Break: Sendable, Equatable {
        /// The newer of the two rows.
        package let transaction: TransactionRow.ID
        /// What moved the balance besides the row.
        package let difference: Decimal

        /// - Parameter difference: negative where money went without a row.
        package init(transaction: TransactionRow.ID, difference: Decimal) {
            self.transaction = transaction
            self.difference = difference
        }
    }

    /// - Parameter rows: of one child, oldest first, without gaps.
    package static func breaks(in rows: [Transaction]) -> [Break] {
        zip(rows, rows.dropFirst()).compactMap { older, newer in
            guard let expected = older.balanceAfter.adding(newer.signedAmount),
                let difference = newer.balanceAfter.subtracting(expected), !difference.isZero
            else { return nil }
            return Break(transaction: newer.rowID, difference: difference)
        }
    }
}
