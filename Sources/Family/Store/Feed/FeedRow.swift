package import SQLite
import Values

/// An alert at its place in the order in which alerts became known, for those who follow them.
///
/// What is told again because nobody has seen it is none: it was here the first time.
package struct FeedRow: Sendable, Equatable {
    /// Never comes twice, and grows from commit to commit; with gaps.
    package struct Number: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Before all there are.
        package static let beginning = Number(rawValue: 0)

        package static func < (one: Number, other: Number) -> Bool { one.rawValue < other.rawValue }
    }

    package let number: Number
    package let alert: AlertRow
    /// As the child is now; `nil` for an alert about no single one.
    package let child: ChildRow?
    /// What it tells of, as the server had it then.
    package let transaction: TransactionRow?
    /// The name of the account that reads the child's list, as a delivery has it.
    package let account: String?
}

/// A child of a server, where a token names it.
package struct FeedChild: Sendable, Hashable {
    package let server: ServerRow.ID
    package let id: ChildRow.ID

    package init(server: ServerRow.ID, id: ChildRow.ID) { (self.server, self.id) = (server, id) }
}

/// How far the order goes.
package struct FeedStanding: Sendable, Equatable {
    /// The last number that was given; what comes is after it.
    package let last: FeedRow.Number
    /// What is no longer kept, or was known to another store in whose place this one is, has no higher number;
    /// ``FeedRow/Number/beginning`` for nothing.
    package let forgotten: FeedRow.Number

    package init(last: FeedRow.Number, forgotten: FeedRow.Number) { (self.last, self.forgotten) = (last, forgotten) }
}

extension FeedStanding: RowDecodable {
    /// Both numbers.
    package init(row: borrowing Row) throws { self.init(last: try row.value(0), forgotten: try row.value(1)) }
}

extension Reading where Self: ~Copyable {
    package borrowing func feedStanding() throws -> FeedStanding {
        try first(FeedTable.standing) ?? FeedStanding(last: .beginning, forgotten: .beginning)
    }

    /// What became known after a number, oldest first.
    ///
    /// - Parameter limit: of alerts that are looked at, so the answer may have fewer.
    /// - Returns: Those that can be read, and the number up to which they were looked at; `nil` where nothing is after that.
    package borrowing func feed(
        after number: FeedRow.Number, limit: Int
    ) throws -> (rows: [FeedRow], last: FeedRow.Number)? {
        let entries = try readable(FeedTable.after, number, limit)
        guard let last = entries.last?.number else { return nil }
        var rows: [FeedRow] = []
        for entry in entries where !entry.isReminder {
            if let row = try feedRow(entry) { rows.append(row) }
        }
        return (rows, last)
    }

    /// `nil` for one that cannot be read.
    private borrowing func feedRow(_ entry: FeedTable.Entry) throws -> FeedRow? {
        guard let found = try firstReadable(PlacedAlert.withKey, entry.alert) else { return nil }
        var whose: ChildRow?
        if let id = found.child, let server = found.server {
            // Of one that cannot be read nobody could say whose it is.
            guard let row = try child(id, on: server) else { return nil }
            whose = row
        }
        return FeedRow(
            number: entry.number, alert: found.alert, child: whose,
            transaction: try firstReadable(FeedTable.transaction, entry.alert),
            account: try whose.flatMap { try first(FeedTable.account, $0.server, $0.id) })
    }
}

extension WriteTransaction {
    /// Numbers that were given by a store in whose place this one is are not given again, and whoever has one of them can be told that
    /// something may be missing after it.
    borrowing func raiseFeed(at now: Timestamp) throws {
        try run(FeedTable.raise, now.microseconds)
        try run(FeedTable.forget)
    }
}

private enum FeedTable {
    struct Entry: RowDecodable {
        let number: FeedRow.Number
        let alert: AlertRow.Key
        let isReminder: Bool

        init(row: borrowing Row) throws {
            (number, alert, isReminder) = (try row.value(0), try row.value(1), try row.value(2))
        }
    }

    static let standing = Query<FeedStanding>(
        "feed.standing",
        """
        SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'feed'),
          (SELECT count FROM tally WHERE name = 'feed.forgotten')
        """)

    static let after = Query<Entry, FeedRow.Number, Int>(
        "feed.after",
        """
        SELECT number, alert, EXISTS (SELECT 1 FROM reminder WHERE reminder.alert = feed.alert) FROM feed
        WHERE number > ?1 ORDER BY number LIMIT ?2
        """)

    static let transaction = Query<TransactionRow, AlertRow.Key>(
        "feed.transaction",
        """
        SELECT t.server, t.id, t.child, ifnull(v.amount, t.amount), ifnull(v.kind, t.kind),
          ifnull(v.category, t.category), ifnull(v.description, t.description),
          ifnull(v.balance_after, t.balance_after), ifnull(v.created_at, t.created_at), t.created_by,
          iif(v.number IS NULL, t.notes, v.notes), t.position, t.first_seen_at, t.source, t.late
        FROM alert a JOIN txn t ON t.server = a.server AND t.id = a.txn
          LEFT JOIN txn_revision v ON v.server = a.server AND v.txn = a.txn AND v.number = (
            SELECT number FROM txn_revision WHERE server = a.server AND txn = a.txn AND number >= a.revision
            ORDER BY number LIMIT 1)
        WHERE a.key = ?1
        """)

    static let account = Query<String, ServerRow.ID, ChildRow.ID>(
        "feed.account",
        """
        SELECT name FROM account WHERE id = (
          SELECT account FROM account_child WHERE server = ?1 AND child = ?2
          ORDER BY read_at IS NULL, account LIMIT 1)
        """)

    static let raise = Update<Int64>(
        "feed.raise", "UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'feed'")

    static let forget = PlainUpdate(
        "feed.forget",
        """
        UPDATE tally SET count = (SELECT seq FROM sqlite_sequence WHERE name = 'feed') WHERE name = 'feed.forgotten'
        """)
}
