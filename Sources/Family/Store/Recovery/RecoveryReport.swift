package import SQLite
package import Values

/// What had to be done to the store at a start, and what it came to.
package struct RecoveryReport: Sendable, Equatable {
    /// Why.
    package enum Reason: String, Sendable, DatabaseValue, CaseIterable {
        /// Its own checks found it damaged: it was set aside, and what could be read of it taken over.
        case damaged
        /// It was gone.
        case deleted
        /// It is not the one that the ledger followed: an older copy, or another store.
        case replaced
        /// A person put a copy in its place by `restore`.
        case restored
    }

    /// Wall time.
    package let at: Timestamp
    package let reason: Reason
    /// Where the former files are; `nil` where there were none.
    package var folder: String?
    /// Rows taken over, of all tables together.
    package var rows = 0
    /// Of these, deliveries.
    package var deliveries = 0
    /// Of these, what people entered.
    package var intents = 0
    /// What the ledger knows to have been told, so that it is not told again.
    package var told = 0
    /// What people entered that the ledger brought back or up to date.
    package var intentsFromLedger = 0
    /// What people entered that could not be brought back.
    package var lost = 0
    /// Tables that could not be read to their ends.
    package var unreadable: [String] = []
    /// Lines of the ledger that could not be read: what they alone knew is missing, and nobody can say what that was.
    package var damagedLines = 0

    /// Whether nothing is known to be missing.
    package var isWhole: Bool { lost == 0 && unreadable.isEmpty && damagedLines == 0 }

    /// With nothing taken over yet.
    package init(_ reason: Reason, at moment: Timestamp) {
        self.reason = reason
        at = moment
    }

    mutating func take(_ tables: [SalvagedTable]) {
        rows += tables.reduce(0) { $0 + $1.taken }
        deliveries += tables.first { $0.name == "delivery" }?.taken ?? 0
        intents += tables.first { $0.name == "intent" }?.taken ?? 0
        unreadable += tables.filter { !$0.isWhole }.map(\.name)
    }
}

extension RecoveryReport: RowDecodable, Bindable {
    /// Columns in the order of the query.
    package init(row: borrowing Row) throws {
        at = try row.value(0)
        reason = try row.value(1)
        folder = try row.value(2)
        rows = try row.value(3)
        deliveries = try row.value(4)
        intents = try row.value(5)
        told = try row.value(6)
        intentsFromLedger = try row.value(7)
        lost = try row.value(8)
        unreadable = try row.value(9, as: String.self).split(separator: ",").map(String.init)
        damagedLines = try row.value(10)
    }

    /// Binds ?1 to ?11 in that order.
    package func bind(to binder: inout Binder) {
        binder.append(at)
        binder.append(reason)
        binder.append(folder)
        binder.append(rows)
        binder.append(deliveries)
        binder.append(intents)
        binder.append(told)
        binder.append(intentsFromLedger)
        binder.append(lost)
        binder.append(unreadable.joined(separator: ","))
        binder.append(damagedLines)
    }

    static let insert = Update<RecoveryReport>(
        "recovery.insert",
        """
        INSERT INTO recovery (
          at, reason, folder, rows, deliveries, intents, told, intents_from_ledger, lost, unreadable, damaged_lines)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """)
    static let last = Query<RecoveryReport>(
        "recovery.last",
        """
        SELECT at, reason, folder, rows, deliveries, intents, told, intents_from_ledger, lost, unreadable, damaged_lines
        FROM recovery ORDER BY number DESC LIMIT 1
        """)
}
