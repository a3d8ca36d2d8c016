package import SQLite
package import Values

/// That a person has seen an alert at one place: the first time there, however it was shown.
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
    /// - Parameter counts: whether it counts for the people of a target that waits for a reminder.
    /// - Returns: Whether it is news: not of an alert that was seen there before, or that there is none of.
    borrowing func markSeen(
        _ alert: AlertRow.Key, by place: String, at now: Timestamp, counts: Sightings.Counting
    ) throws -> Bool {
        guard try run(SeenTable.insert, alert, now, place) == 1 else { return false }
        for waiting in try all(SeenTable.waiting, alert) {
            guard counts(place, waiting.target, try toldFirst(of: waiting.root, by: waiting.rule)) else { continue }
            try run(
                SeenTable.skip, waiting.number, .handled, "somebody had seen it before it was told again", now)
        }
        return true
    }
}

extension Reading where Self: ~Copyable {
    /// Where people have seen an alert, the one that it reminds of, or another reminder of that; the first look at the beginning.
    package borrowing func sightings(of alert: AlertRow.Key) throws -> [SeenRow] {
        try readable(SeenTable.ofMatter, alert)
    }

    /// The targets that a rule told first of an alert, or of the one that it reminds of.
    borrowing func toldFirst(of alert: AlertRow.Key, by rule: String?) throws -> [String] {
        try readable(SeenTable.toldFirst, alert, rule)
    }
}

extension [SeenRow] {
    /// The first look that counts for a target. What is told next, lists and `explain` ask here, so that they say the same.
    ///
    /// - Parameter told: who was told first, by the rule in question.
    package func first(countingFor target: String, told: [String], by counts: Sightings.Counting) -> SeenRow? {
        first { counts($0.by, target, told) }
    }
}

private enum SeenTable {
    /// A reminder that waits.
    struct Waiting: RowDecodable {
        let number: DeliveryRow.Number
        let target: String
        let rule: String?
        /// What it reminds of.
        let root: AlertRow.Key

        init(row: borrowing Row) throws {
            number = try row.value(0)
            target = try row.value(1)
            rule = try row.value(2)
            root = try row.value(3)
        }
    }

    static let waiting = Query<Waiting, AlertRow.Key>(
        "seen.waiting",
        """
        SELECT d.number, d.target, d.rule, r.root FROM reminder r CROSS JOIN delivery d ON d.alert = r.alert
        WHERE r.root = ifnull((SELECT root FROM reminder WHERE alert = ?1), ?1)
          AND d.state = 'queued' AND d.digest IS NULL
        """)

    static let toldFirst = Query<String, AlertRow.Key, String?>(
        "seen.toldFirst",
        """
        SELECT target FROM delivery WHERE alert = ifnull((SELECT root FROM reminder WHERE alert = ?1), ?1) AND rule IS ?2
        """)

    static let skip = Update<DeliveryRow.Number, FailureReason, String, Timestamp>(
        "seen.skip",
        "UPDATE delivery SET state = 'skipped', reason = ?2, detail = ?3, updated_at = ?4 WHERE number = ?1")

    static let insert = Update<AlertRow.Key, Timestamp, String>(
        "seen.insert",
        """
        INSERT INTO seen (alert, at, by) SELECT key, ?2, ?3 FROM alert WHERE key = ?1 ON CONFLICT (alert, by) DO NOTHING
        """)

    static let ofMatter = Query<SeenRow, AlertRow.Key>(
        "seen.ofMatter",
        """
        WITH root (alert) AS (SELECT ifnull((SELECT root FROM reminder WHERE alert = ?1), ?1)),
          matter (alert) AS (SELECT alert FROM root UNION ALL SELECT r.alert FROM root JOIN reminder r ON r.root = root.alert)
        SELECT s.alert, s.at, s.by FROM matter JOIN seen s ON s.alert = matter.alert ORDER BY s.at, s.by
        """)
}
