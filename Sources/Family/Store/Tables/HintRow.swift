package import SQLite
package import Values

/// An announcement that has to end as a fact or as a report.
package struct HintRow: Sendable, Hashable {
    /// Of this store alone.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        /// The row's `INTEGER PRIMARY KEY`.
        package let rawValue: Int

        /// For rows; nobody else makes ids.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The one that came first is the smaller.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// How far it has come; SQL compares the words.
    package enum State: String, Sendable, DatabaseValue, CaseIterable {
        /// Nothing answered it yet.
        case open
        /// A fact answered it.
        case resolved
        /// Announced but not found, and said so.
        case reported
    }

    /// By which a scan settles it.
    package let id: ID
    /// Whose hub said it.
    package let account: AccountRow.ID
    /// What the hub called it.
    package let target: String
    /// The child that the message named, if it did.
    package let child: ChildRow.ID?
    /// The transaction that the message named, if it did; it may never turn up.
    package let transaction: TransactionRow.ID?
    /// Where the message's bytes are; `nil` once they are purged.
    package let journal: JournalRow.Sequence?
    /// Wall time of the message's arrival.
    package let receivedAt: Timestamp
    /// `resolved` is final; `reported` becomes `resolved` when the transaction turns up after all.
    package let state: State
    /// Complete scans that began after it and did not answer it.
    package let scans: Int
    /// Wall time at which a fact or a report answered it.
    package let settledAt: Timestamp?
}

extension HintRow: RowDecodable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        id = try row.value(0)
        account = try row.value(1)
        target = try row.value(2)
        child = try row.value(3)
        transaction = try row.value(4)
        journal = try row.value(5)
        receivedAt = try row.value(6)
        state = try row.value(7)
        scans = try row.value(8)
        settledAt = try row.value(9)
    }
}
