package import SQLite

/// A transaction with its place in the order in which this process learned of transactions.
package struct ArrivedTransaction: Sendable, Equatable {
    /// A place in that order; it means nothing after the process has ended.
    package struct Place: RawRepresentable, DatabaseValue, Hashable, Sendable {
        /// SQLite's `rowid`, which a `VACUUM` may give out anew.
        package let rawValue: Int64

        /// 0 is before the first.
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// What the next question begins after.
    package let place: Place
    /// As it stands now, not as it was when it came.
    package let transaction: TransactionRow
}

extension ArrivedTransaction: RowDecodable {
    /// A transaction's 15 columns, then its place.
    package init(row: borrowing Row) throws {
        transaction = try TransactionRow(row: row)
        place = try row.value(15)
    }

    static let last = Query<Place>("txn.lastPlace", "SELECT ifnull(max(rowid), 0) FROM txn")
    static let after = Query<ArrivedTransaction, Place, Int>(
        "txn.after",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late, rowid FROM txn
        WHERE rowid > ?1 AND withdrawn_at IS NULL ORDER BY rowid LIMIT ?2
        """)
}
