package import SQLite
package import Values

/// An announcement that has to end as a fact or as a report.
package struct HintRow: Sendable, Hashable {
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package enum State: String, Sendable, DatabaseValue, CaseIterable {
        /// Nothing answered it yet.
        case open
        /// A fact answered it.
        case resolved
        /// Announced but not found, and said so.
        case reported
    }

    package let id: ID
    package let account: AccountRow.ID
    /// What the hub called it.
    package let target: String
    package let child: ChildRow.ID?
    package let transaction: TransactionRow.ID?
    package let journal: JournalRow.Sequence?
    package let receivedAt: Timestamp
    package let state: State
    /// Complete scans that began after it and did not answer it.
    package let scans: Int
    package let settledAt: Timestamp?
}

extension HintRow: RowDecodable {
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
