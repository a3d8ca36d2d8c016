package import SQLite
package import Values

/// A piece of the list of transactions, the newest first, and where it goes on.
package struct StoredTransactionPage: Sendable, Equatable {
    /// A place in the list, behind a row. What comes anew stands before it, so whoever goes on from here misses nothing and gets nothing
    /// twice, also if the row itself goes.
    package struct Place: Sendable, Hashable, LosslessStringConvertible {
        fileprivate let createdAt: Timestamp
        fileprivate let position: Int
        /// SQLite's `rowid`: tells rows of several children apart whose other two are alike. A `VACUUM` may give it out anew, in the same order.
        fileprivate let row: Int64

        fileprivate init(createdAt: Timestamp, position: Int, row: Int64) {
            (self.createdAt, self.position, self.row) = (createdAt, position, row)
        }

        /// `nil` for what ``description`` never says.
        package init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let moment = Int64(parts[0]), let position = Int(parts[1]),
                let row = Int64(parts[2])
            else { return nil }
            self.init(createdAt: Timestamp(microseconds: moment), position: position, row: row)
        }

        /// Three numbers, fit for an address.
        package var description: String { "\(createdAt.microseconds).\(position).\(row)" }
    }

    /// As many as were asked for, or fewer where the look ended before.
    package let rows: [TransactionRow]
    /// Behind the last row that was looked at; `nil` where there is no more.
    package let next: Place?
    /// When the last row was made that was looked at, where the look ended before there were as many as asked for; else `nil`.
    package let stoppedAt: Timestamp?
}

private struct PlacedTransaction: RowDecodable {
    let transaction: TransactionRow
    let place: StoredTransactionPage.Place

    /// A transaction's 15 columns, then its row's number.
    init(row: borrowing Row) throws {
        transaction = try TransactionRow(row: row)
        place = StoredTransactionPage.Place(
            createdAt: transaction.createdAt, position: transaction.position, row: try row.value(15))
    }

    static let ofChild = Query<
        PlacedTransaction, ServerRow.ID, ChildRow.ID, Timestamp, Timestamp, Int, Int64, Int
    >(
        "txn.pageOfChild",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late, rowid FROM txn
        WHERE server = ?1 AND child = ?2 AND created_at >= ?3 AND (created_at, position, rowid) < (?4, ?5, ?6)
          AND withdrawn_at IS NULL
        ORDER BY created_at DESC, position DESC, rowid DESC LIMIT ?7
        """)
    static let ofAll = Query<PlacedTransaction, Timestamp, Timestamp, Int, Int64, Int>(
        "txn.pageOfAll",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late, rowid FROM txn
        WHERE created_at >= ?1 AND (created_at, position, rowid) < (?2, ?3, ?4) AND withdrawn_at IS NULL
        ORDER BY created_at DESC, position DESC, rowid DESC LIMIT ?5
        """)
}

extension Reading where Self: ~Copyable {
    /// The filter's rows from a place on.
    ///
    /// - Parameters:
    ///   - place: `nil` for the beginning.
    ///   - most: rows to look at, wanted or not.
    package borrowing func transactionPage(
        matching filter: TransactionFilter, after place: StoredTransactionPage.Place?, lookingAt most: Int
    ) throws -> StoredTransactionPage {
        var last: StoredTransactionPage.Place?
        let match = filter.match
        var found = try placed(filter, after: place, lookingAt: most, atMost: filter.limit + 1) { row in
            last = row.place
            return match.isEmpty || match.accepts(row.transaction)
        }
        if found.count > filter.limit {
            // It is the next page's first: this one ends before it.
            found.removeLast()
            return StoredTransactionPage(rows: found.map(\.transaction), next: found.last?.place, stoppedAt: nil)
        }
        let more = try last.map { try !placed(filter, after: $0, lookingAt: most, atMost: 1) { _ in true }.isEmpty }
        let next = more == true ? last : nil
        let isShort = found.count < filter.limit
        return StoredTransactionPage(
            rows: found.map(\.transaction), next: next, stoppedAt: isShort ? next?.createdAt : nil)
    }

    private borrowing func placed(
        _ filter: TransactionFilter, after place: StoredTransactionPage.Place?, lookingAt most: Int, atMost limit: Int,
        where isWanted: (PlacedTransaction) -> Bool
    ) throws -> [PlacedTransaction] {
        let (start, end) = (filter.period.lowerBound, filter.period.upperBound)
        // Before the end of the period: no row has so small a position.
        var from = StoredTransactionPage.Place(createdAt: end, position: .min, row: .min)
        if let place, place.createdAt < end { from = place }
        guard let child = filter.child else {
            return try readable(
                PlacedTransaction.ofAll, start, from.createdAt, from.position, from.row, most, atMost: limit,
                where: isWanted)
        }
        return try readable(
            PlacedTransaction.ofChild, child.server, child.id, start, from.createdAt, from.position, from.row, most,
            atMost: limit, where: isWanted)
    }
}
