package import SQLite

/// A kept count that is not what a count gives.
package struct Miscount: Sendable, Equatable {
    /// What is counted: `txn`, `hint.open`, `delivery|chat|queued`.
    package let name: String
    /// What was shown until now.
    package let kept: Int
    /// What the rows give, and what is shown from now on.
    package let counted: Int
}

extension Store {
    /// Counts everything that is shown as a count, in one snapshot beside the writer, and puts right what differs. Takes
    /// some seconds for a million rows: for now and then.
    ///
    /// - Returns: What differed; somebody should be told, for it means that rows came or went without this program.
    package func recount() async throws(StoreError) -> [Miscount] {
        let found = try await read("recount") { try $0.all(Recount.differences) }
        guard !found.isEmpty else { return [] }
        try await write("recount") { try $0.putCountsRight() }
        return found
    }
}

extension WriteTransaction {
    /// Counts everything that is kept as a count anew.
    borrowing func putCountsRight() throws {
        for command in Recount.repairs { try run(command) }
    }
}

extension Miscount: RowDecodable {
    /// Name, kept, counted.
    package init(row: borrowing Row) throws {
        name = try row.value(0)
        kept = try row.value(1)
        counted = try row.value(2)
    }
}

/// Statements that look at every row: the check of those that don't.
private enum Recount {
    static let differences = Query<Miscount>(
        "recount.differences",
        """
        WITH counted (name, count) AS (
          SELECT 'txn', count(*) FROM txn WHERE withdrawn_at IS NULL
          UNION ALL SELECT 'txn.withdrawn', count(*) FROM txn WHERE withdrawn_at IS NOT NULL
          UNION ALL SELECT 'alert', count(*) FROM alert
          UNION ALL SELECT 'hint.' || s.state, count(h.id) + (
              SELECT count FROM tally WHERE name = 'hint.purged.' || s.state)
            FROM (SELECT 'open' AS state UNION ALL SELECT 'resolved' UNION ALL SELECT 'reported') s
              LEFT JOIN hint h ON h.state = s.state GROUP BY s.state
          UNION ALL SELECT 'hint', (SELECT count(*) FROM hint) + (
              SELECT sum(count) FROM tally WHERE name LIKE 'hint.purged.%')
          UNION ALL SELECT 'intent', count(*) FROM intent
          UNION ALL SELECT t.name, (SELECT count(*) FROM intent WHERE 'intent.' || state = t.name) FROM tally t
            WHERE t.name LIKE 'intent.%'
          UNION ALL SELECT 'journal', count(*) FROM journal
          UNION ALL SELECT 'journal.room', ifnull(sum(length(bytes) + 100), 0) FROM journal)
        SELECT name, tally.count, counted.count FROM counted JOIN tally USING (name)
          WHERE tally.count <> counted.count
        UNION ALL SELECT 'child|' || id, rows, counted FROM (
            SELECT id, rows, (
                SELECT count(*) FROM txn
                WHERE txn.server = child.server AND txn.child = child.id AND txn.withdrawn_at IS NULL) AS counted FROM child) WHERE rows <> counted
        UNION ALL SELECT 'delivery|' || target || '|' || state, sum(kept), sum(counted) FROM (
            SELECT target, state, count AS kept, 0 AS counted FROM delivery_tally
            UNION ALL SELECT target, state, 0, count(*) FROM delivery GROUP BY target, state)
          GROUP BY target, state HAVING sum(kept) <> sum(counted)
        UNION ALL SELECT 'delivery|' || target, sum(kept), sum(counted) FROM (
            SELECT target, count AS kept, 0 AS counted FROM delivery_target
            UNION ALL SELECT target, 0, count(*) FROM delivery GROUP BY target)
          GROUP BY target HAVING sum(kept) <> sum(counted)
        """)

    // swift-format-ignore
    static let repairs: [PlainUpdate] = [tallies, children, noDeliveries, noTargets, deliveries, targets]

    private static let tallies = PlainUpdate(
        "recount.tallies",
        """
        UPDATE tally SET count = CASE name
          WHEN 'txn' THEN (SELECT count(*) FROM txn WHERE withdrawn_at IS NULL)
          WHEN 'txn.withdrawn' THEN (SELECT count(*) FROM txn WHERE withdrawn_at IS NOT NULL)
          WHEN 'alert' THEN (SELECT count(*) FROM alert)
          WHEN 'journal' THEN (SELECT count(*) FROM journal)
          WHEN 'journal.room' THEN (SELECT ifnull(sum(length(bytes) + 100), 0) FROM journal)
          WHEN 'hint' THEN (SELECT count(*) FROM hint) + (SELECT sum(count) FROM tally WHERE name LIKE 'hint.purged.%')
          WHEN 'intent' THEN (SELECT count(*) FROM intent)
          ELSE CASE WHEN name LIKE 'intent.%' THEN (SELECT count(*) FROM intent WHERE 'intent.' || state = tally.name)
            ELSE (SELECT count(*) FROM hint WHERE 'hint.' || state = tally.name) + (
              SELECT count FROM tally purged WHERE purged.name = 'hint.purged.' || substr(tally.name, 6)) END END
        WHERE name NOT LIKE 'hint.purged.%' AND name NOT IN ('delivery.gone', 'feed.forgotten')
        """)
    private static let children = PlainUpdate(
        "recount.children",
        """
        UPDATE child SET rows = (
          SELECT count(*) FROM txn
          WHERE txn.server = child.server AND txn.child = child.id AND txn.withdrawn_at IS NULL)
        """)
    private static let noDeliveries = PlainUpdate("recount.noDeliveries", "DELETE FROM delivery_tally")
    private static let noTargets = PlainUpdate("recount.noTargets", "DELETE FROM delivery_target")
    private static let deliveries = PlainUpdate(
        "recount.deliveries",
        """
        INSERT INTO delivery_tally (target, state, count)
        SELECT target, state, count(*) FROM delivery GROUP BY target, state
        """)
    private static let targets = PlainUpdate(
        "recount.targets",
        "INSERT INTO delivery_target (target, count) SELECT target, count(*) FROM delivery GROUP BY target")
}
