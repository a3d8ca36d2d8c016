package import SQLite
package import Values

/// How far the store is behind what it has taken in, and how it learned of what it has: of one moment.
package struct StoreStanding: Sendable, Equatable {
    /// When the oldest announcement arrived that nothing has answered yet.
    package let oldestHint: Timestamp?
    /// When the oldest entry was accepted that is not at its end, parked ones included.
    package let oldestIntent: Timestamp?
    /// When each child's list was last part of a complete scan.
    package let scans: [ChildScanned]
    /// How many entries of each account wait for its server; none where none do.
    package let waiting: [AccountRow.ID: Int]
    /// How the last hundred transactions were learned of; without the ways that none of them came.
    package let lastFacts: [TransactionRow.Source: Int]

    /// One child and the last complete scan that had its list in it.
    package struct ChildScanned: Sendable, Equatable {
        /// On this server.
        package let server: ServerRow.ID
        /// The child.
        package let child: ChildRow.ID
        /// Wall time of the scan's end; `nil` before the first.
        package let at: Timestamp?
    }
}

extension Reading where Self: ~Copyable {
    /// How far behind the store is, and how it learned of what it has.
    package borrowing func standing() throws -> StoreStanding {
        StoreStanding(
            oldestHint: try first(StandingTable.oldestHint) ?? nil,
            oldestIntent: try first(StandingTable.oldestIntent) ?? nil, scans: try all(StandingTable.scans),
            waiting: Dictionary(try all(StandingTable.waiting).map { ($0, 1) }, uniquingKeysWith: +),
            lastFacts: Dictionary(try all(StandingTable.lastSources).map { ($0, 1) }, uniquingKeysWith: +))
    }
}

extension StoreStanding.ChildScanned: RowDecodable {
    /// Server, child, moment.
    package init(row: borrowing Row) throws {
        server = try row.value(0)
        child = try row.value(1)
        at = try row.value(2)
    }
}

private enum StandingTable {
    static let oldestHint = Query<Timestamp?>(
        "standing.oldestHint",
        """
        SELECT min(oldest) FROM (
          SELECT (SELECT received_at FROM hint WHERE account = a.id AND state = 'open' ORDER BY id LIMIT 1) AS oldest
          FROM account a)
        """)
    static let oldestIntent = Query<Timestamp?>(
        "standing.oldestIntent",
        """
        SELECT min(oldest) FROM (
          SELECT (SELECT accepted_at FROM intent WHERE state = s.state ORDER BY number LIMIT 1) AS oldest
          FROM (SELECT 'accepted' AS state UNION ALL SELECT 'sending' UNION ALL SELECT 'unknown'
            UNION ALL SELECT 'acked' UNION ALL SELECT 'parked') s)
        """)
    // A scan is complete if it had every list in it that the login had read before.
    static let scans = Query<StoreStanding.ChildScanned>(
        "standing.scans",
        """
        SELECT c.server, c.id, max(CASE WHEN s.read_at <= a.last_scan_finished_at THEN a.last_scan_finished_at END)
        FROM child c LEFT JOIN account_child s ON s.server = c.server AND s.child = c.id
          LEFT JOIN account a ON a.id = s.account
        WHERE c.gone = 0 GROUP BY c.server, c.id
        """)
    static let waiting = Query<AccountRow.ID>(
        "standing.waiting", "SELECT account FROM intent WHERE state IN ('accepted', 'sending', 'unknown', 'acked')")
    static let lastSources = Query<TransactionRow.Source>(
        "standing.lastSources", "SELECT source FROM txn ORDER BY rowid DESC LIMIT 100")
}
