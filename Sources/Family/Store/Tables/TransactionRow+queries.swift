package import SQLite
import Values

extension TransactionRow {
    static let byID = Query<TransactionRow, ServerRow.ID, TransactionRow.ID>(
        "txn.byID",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late FROM txn WHERE server = ?1 AND id = ?2
        """)
    static let newest = Query<TransactionRow, ServerRow.ID, ChildRow.ID, Timestamp, Timestamp>(
        "txn.newest",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late FROM txn
        WHERE server = ?1 AND child = ?2 AND created_at >= ?3 AND created_at < ?4 AND withdrawn_at IS NULL
        ORDER BY created_at DESC, position DESC
        """)
    static let newestOfAll = Query<TransactionRow, Timestamp, Timestamp>(
        "txn.newestOfAll",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late FROM txn
        WHERE created_at >= ?1 AND created_at < ?2 AND withdrawn_at IS NULL ORDER BY created_at DESC, position DESC
        """)
    static let exists = Query<Int, ServerRow.ID, TransactionRow.ID>(
        "txn.exists", "SELECT 1 FROM txn WHERE server = ?1 AND id = ?2")
    static let insert = Update<TransactionRow>(
        "txn.insert",
        """
        INSERT INTO txn (server, id, child, amount, kind, category, description, balance_after, created_at, created_by,
          notes, position, first_seen_at, source, late)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15) ON CONFLICT (server, id) DO NOTHING
        """)
    // What the server said last, column by column; how the row was found stays.
    static let update = Update<TransactionRow>(
        "txn.update",
        """
        UPDATE txn SET child = ?3, amount = ?4, kind = ?5, category = ?6, description = ?7, balance_after = ?8,
          created_at = ?9, created_by = ?10, notes = ?11, position = ?12, first_seen_at = ?13, source = ?14, late = ?15
        WHERE server = ?1 AND id = ?2
        """)
}

extension Reading where Self: ~Copyable {
    /// `nil` for one that no list of this server has ever had, and for one that cannot be read. Withdrawn ones are found.
    package borrowing func transaction(_ id: TransactionRow.ID, on server: ServerRow.ID) throws -> TransactionRow? {
        try firstReadable(TransactionRow.byID, server, id)
    }

    /// The child's newest transactions, newest first, at most `limit`; withdrawn ones are in no list.
    package borrowing func transactions(of child: ChildRow.ID, on server: ServerRow.ID, limit: Int) throws
        -> [TransactionRow]
    {
        let always = Range<Timestamp>.always
        return try readable(
            TransactionRow.newest, server, child, always.lowerBound, always.upperBound, atMost: limit)
    }

    /// Newest first. What cannot be read is left out before the limit counts.
    package borrowing func transactions(matching filter: TransactionFilter) throws -> [TransactionRow] {
        let (start, end, match) = (filter.period.lowerBound, filter.period.upperBound, filter.match)
        let isWanted: (TransactionRow) -> Bool = { match.isEmpty || match.accepts($0) }
        guard let child = filter.child else {
            return try readable(TransactionRow.newestOfAll, start, end, atMost: filter.limit, where: isWanted)
        }
        return try readable(
            TransactionRow.newest, child.server, child.id, start, end, atMost: filter.limit, where: isWanted)
    }

    /// The count that the commits keep with the child: asking costs one look-up.
    package borrowing func transactionCount(of child: ChildRow.ID, on server: ServerRow.ID) throws -> Int {
        try first(ChildRow.rows, server, child) ?? 0
    }

    /// Those of the ids that the store knows, withdrawn ones too.
    package borrowing func knownTransactions(among ids: [TransactionRow.ID], on server: ServerRow.ID) throws
        -> Set<TransactionRow.ID>
    {
        // One look-up each: it is an index search, and no id has to be written into a list of values.
        try Set(ids.filter { try first(TransactionRow.exists, server, $0) != nil })
    }

    /// The position that the next row of the child takes.
    package borrowing func nextPosition(of child: ChildRow.ID, on server: ServerRow.ID) throws -> Int {
        (try first(ChildRow.lastPosition, server, child) ?? 0) + 1
    }
}

extension WriteTransaction {
    /// Inserts the row unless the server's id is known; returns whether it is new.
    package borrowing func insert(_ row: TransactionRow) throws -> Bool {
        guard try run(TransactionRow.insert, row) > 0 else { return false }
        try count(row)
        return true
    }

    /// Replaces what the store has under the row's id.
    package borrowing func update(_ row: TransactionRow) throws {
        let former = try transaction(row.id, on: row.server)
        try run(TransactionRow.update, row)
        guard let former else { return try countAgain(row.createdAt.daysSince1970, of: row.child, on: row.server) }
        try count(former, times: -1)
        try count(row)
    }
}
