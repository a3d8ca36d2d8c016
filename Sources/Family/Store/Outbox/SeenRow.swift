package import SQLite
package import Values

/// That a person has seen an alert: the first time, however it was shown.
package struct SeenRow: Sendable, Equatable {
    /// What was seen.
    package let alert: AlertRow.Key
    /// Wall time at which this program was told of it.
    package let at: Timestamp
    /// Where: a target's name, or what else a person used.
    package let by: String
}

extension SeenRow: RowDecodable {
    /// Alert, moment, where.
    package init(row: borrowing Row) throws {
        alert = try row.value(0)
        at = try row.value(1)
        by = try row.value(2)
    }
}

extension WriteTransaction {
    /// ``Sightings`` is the way in for all others.
    ///
    /// - Returns: Whether it is news: not of an alert that was seen before, or that there is none of.
    borrowing func markSeen(_ alert: AlertRow.Key, by place: String, at now: Timestamp) throws -> Bool {
        guard try run(SeenTable.insert, alert, now, place) == 1 else { return false }
        try run(SeenTable.skipReminders, alert, .handled, "somebody had seen it before it was told again", now)
        return true
    }
}

private enum SeenTable {
    /// Those that wait.
    static let skipReminders = Update<AlertRow.Key, FailureReason, String, Timestamp>(
        "seen.skipReminders",
        """
        UPDATE delivery SET state = 'skipped', reason = ?2, detail = ?3, updated_at = ?4
        WHERE number IN (
          SELECT d.number FROM reminder r CROSS JOIN delivery d ON d.alert = r.alert
          WHERE r.root = ifnull((SELECT root FROM reminder WHERE alert = ?1), ?1)
            AND d.state = 'queued' AND d.digest IS NULL)
        """)

    static let insert = Update<AlertRow.Key, Timestamp, String>(
        "seen.insert",
        """
        INSERT INTO seen (alert, at, by) SELECT key, ?2, ?3 FROM alert WHERE key = ?1 ON CONFLICT (alert) DO NOTHING
        """)
}
