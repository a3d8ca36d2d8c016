package import SQLite

/// A delivery that a rule wanted and the target's reader must not get: it is never made, and this is why.
package struct DroppedDelivery: Sendable, Hashable {
    /// SQL keeps the words.
    package enum Reason: String, Sendable, CaseIterable, DatabaseValue {
        /// The target is a child's, and it is about another one.
        case otherChild = "other-child"
        /// The target is a child's, and this is told to parents alone.
        case forParents = "for-parents"
        /// The target is a child's, and it is about the program itself.
        case aboutProgram = "about-program"
        /// It was to be told later, and by then the target was not configured any more.
        case notConfigured = "not-configured"
    }

    /// The target's name in the configuration.
    package let target: String
    /// The rule that named it; `nil` where none was needed.
    package let rule: String?
    package let reason: Reason

    package init(target: String, rule: String?, reason: Reason) {
        (self.target, self.rule, self.reason) = (target, rule, reason)
    }
}

extension DroppedDelivery: RowDecodable {
    /// Target, rule, reason.
    package init(row: borrowing Row) throws {
        target = try row.value(0)
        rule = try row.value(1)
        reason = try row.value(2)
    }
}

extension Reading where Self: ~Copyable {
    /// Whom rules wanted to tell of an alert who may not know of it.
    package borrowing func dropped(of alert: AlertRow.Key) throws -> [DroppedDelivery] {
        try readable(DroppedTable.ofAlert, alert)
    }
}

extension WriteTransaction {
    borrowing func keep(_ dropped: [DroppedDelivery], of alert: AlertRow.Key) throws {
        for delivery in dropped { try run(DroppedTable.insert, alert, delivery.target, delivery.rule, delivery.reason) }
    }
}

private enum DroppedTable {
    static let insert = Update<AlertRow.Key, String, String?, DroppedDelivery.Reason>(
        "dropped.insert",
        "INSERT INTO dropped (alert, target, rule, reason) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING")

    static let ofAlert = Query<DroppedDelivery, AlertRow.Key>(
        "dropped.ofAlert", "SELECT target, rule, reason FROM dropped WHERE alert = ?1 ORDER BY target")
}
