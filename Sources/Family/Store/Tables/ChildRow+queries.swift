package import SQLite
package import Values

extension ChildRow {
    static let all = Query<ChildRow>(
        "child.all",
        """
        SELECT server, id, first_name, last_name, balance, seen_at, gone, baseline_at FROM child
        ORDER BY server, first_name, last_name, id
        """)
    static let byID = Query<ChildRow, ServerRow.ID, ChildRow.ID>(
        "child.byID",
        """
        SELECT server, id, first_name, last_name, balance, seen_at, gone, baseline_at FROM child
        WHERE server = ?1 AND id = ?2
        """)
    static let ofAccount = Query<ChildRow, AccountRow.ID>(
        "child.ofAccount",
        """
        SELECT server, id, first_name, last_name, balance, seen_at, gone, baseline_at FROM child
        WHERE (server, id) IN (SELECT server, child FROM account_child WHERE account = ?1) ORDER BY id
        """)
    static let upsert = Update<ChildRow>(
        "child.upsert",
        """
        INSERT INTO child (server, id, first_name, last_name, balance, seen_at, gone, baseline_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (server, id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
          balance = excluded.balance, seen_at = excluded.seen_at, gone = excluded.gone,
          baseline_at = excluded.baseline_at
        """)
    static let rows = Query<Int, ServerRow.ID, ChildRow.ID>(
        "child.rows", "SELECT rows FROM child WHERE server = ?1 AND id = ?2")
    static let lastPosition = Query<Int, ServerRow.ID, ChildRow.ID>(
        "child.lastPosition", "SELECT last_position FROM child WHERE server = ?1 AND id = ?2")
    static let explained = Query<Int, ServerRow.ID, ChildRow.ID>(
        "child.explained", "SELECT explained FROM child WHERE server = ?1 AND id = ?2")
    static let gap = Query<Decimal?, ServerRow.ID, ChildRow.ID>(
        "child.gap", "SELECT gap FROM child WHERE server = ?1 AND id = ?2")
    static let setGap = Update<ServerRow.ID, ChildRow.ID, Decimal>(
        "child.setGap", "UPDATE child SET gap = ?3 WHERE server = ?1 AND id = ?2")
    static let explain = Update<ServerRow.ID, ChildRow.ID, Int>(
        "child.explain", "UPDATE child SET explained = max(explained, ?3) WHERE server = ?1 AND id = ?2")
    // Nobody else reads the child's list: whoever reads it next finds history, not news.
    static let forgetBaselines = Update<AccountRow.ID>(
        "child.forgetBaselines",
        """
        UPDATE child SET baseline_at = NULL
        WHERE (server, id) IN (SELECT server, child FROM account_child WHERE account = ?1)
          AND NOT EXISTS (
            SELECT 1 FROM account_child other
            WHERE other.server = child.server AND other.child = child.id AND other.account <> ?1
              AND other.read_at IS NOT NULL)
        """)
    static let setBaseline = Update<ServerRow.ID, ChildRow.ID, Timestamp>(
        "child.setBaseline",
        "UPDATE child SET baseline_at = ?3 WHERE server = ?1 AND id = ?2 AND baseline_at IS NULL")
    static let markGone = Update<ServerRow.ID, ChildRow.ID>(
        "child.markGone",
        """
        UPDATE child SET gone = 1 WHERE server = ?1 AND id = ?2 AND gone = 0
          AND NOT EXISTS (SELECT 1 FROM account_child WHERE server = ?1 AND child = ?2)
        """)
}

extension Reading where Self: ~Copyable {
    /// Of all servers, by server and name.
    package borrowing func children() throws -> [ChildRow] { try readable(ChildRow.all) }
    /// `nil` for a child that no list of this server has ever named, and for one that cannot be read: what the server says of
    /// it takes its place.
    package borrowing func child(_ id: ChildRow.ID, on server: ServerRow.ID) throws -> ChildRow? {
        try firstReadable(ChildRow.byID, server, id)
    }
    /// Whether a row at this position may explain the child's balance: one that explained an earlier balance, or was
    /// there when it did, explains no later one. Savings that come back and go again have no row.
    package borrowing func mayExplain(_ position: Int, _ child: ChildRow) throws -> Bool {
        try position > first(ChildRow.explained, child.server, child.id) ?? 0
    }

    /// How far the child's balance was from its newest row when the whole history was compared first; `nil` before that.
    package borrowing func gap(of child: ChildRow) throws -> Decimal? {
        try first(ChildRow.gap, child.server, child.id) ?? nil
    }

    /// The children that this account's login sees.
    package borrowing func children(of account: AccountRow.ID) throws -> [ChildRow] {
        try readable(ChildRow.ofAccount, account)
    }
}

extension WriteTransaction {
    /// Inserts the child, or replaces all of its columns.
    package borrowing func upsert(_ child: ChildRow) throws { try run(ChildRow.upsert, child) }

    /// Notes how far the child's balance is from its newest row, which is no news from then on.
    package borrowing func setGap(_ gap: Decimal, of child: ChildRow) throws {
        try run(ChildRow.setGap, child.server, child.id, gap)
    }

    /// Notes that rows up to this position explain no later balance.
    package borrowing func setExplained(_ child: ChildRow, upTo position: Int) throws {
        try run(ChildRow.explain, child.server, child.id, position)
    }

    /// Marks that the child's history has been taken in; a mark that is set stays.
    package borrowing func setBaseline(of child: ChildRow.ID, on server: ServerRow.ID, at moment: Timestamp) throws {
        try run(ChildRow.setBaseline, server, child, moment)
    }
}
