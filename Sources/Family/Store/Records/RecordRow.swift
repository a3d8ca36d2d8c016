package import SQLite
package import Values

/// What a server keeps beside children and transactions: one record of one kind, as it was last described.
///
/// What it says is the family's business, not the store's: one JSON object in one spelling, which is compared, kept and given out.
package struct RecordRow: Sendable, Hashable {
    /// What records there are; SQL compares the words.
    package enum Kind: String, Sendable, DatabaseValue, CaseIterable {
        case goal, wish, chore
        /// A chore that was done, or is said to be.
        case completion
        /// Somebody with a login of their own.
        case member
        /// What parents have decided for a child.
        case settings
        case allowanceChange = "allowance-change"
        /// What a child has put aside.
        case savings
        case savingsMovement = "savings-movement"
        case budget, notification
        /// Money that waits for a parent.
        case gift
        /// What money is filed under; the server's own words.
        case category
    }

    /// In lower case; unique among its kind on its server.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable {
        package let rawValue: String

        /// Unchecked.
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// With ``kind`` and ``id`` the table's key.
    package let server: ServerRow.ID
    package let kind: Kind
    package let id: ID
    /// Whose it is; `nil` of what is the whole family's or a login's own.
    package var child: ChildRow.ID?
    /// Where it stands in its list: the smaller the earlier.
    package var rank: Int
    /// One JSON object; two are the same if the records are.
    package var content: String
    /// Counts from 1; each other content, and being withdrawn, is the next.
    package var revision: Int
    /// Wall time of the commit that made it known.
    package let firstSeenAt: Timestamp
    /// Wall time of the commit that made this revision.
    package var changedAt: Timestamp
    /// No login sees it any more. The row stays, and comes back with the record.
    package var isGone: Bool

    /// - Parameter moment: wall time of the commit that makes it known.
    package init(
        server: ServerRow.ID, kind: Kind, id: ID, child: ChildRow.ID?, rank: Int, content: String, at moment: Timestamp
    ) {
        self.server = server
        self.kind = kind
        self.id = id
        self.child = child
        self.rank = rank
        self.content = content
        (revision, firstSeenAt, changedAt, isGone) = (1, moment, moment, false)
    }
}

extension RecordRow: RowDecodable, Bindable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        server = try row.value(0)
        kind = try row.value(1)
        id = try row.value(2)
        child = try row.value(3)
        rank = try row.value(4)
        content = try row.value(5)
        revision = try row.value(6)
        firstSeenAt = try row.value(7)
        changedAt = try row.value(8)
        isGone = try row.value(9)
    }

    /// Binds ?1 to ?10, in the order of the queries' columns.
    package func bind(to binder: inout Binder) {
        binder.append(server)
        binder.append(kind)
        binder.append(id)
        binder.append(child)
        binder.append(rank)
        binder.append(content)
        binder.append(revision)
        binder.append(firstSeenAt)
        binder.append(changedAt)
        binder.append(isGone)
    }
}

extension RecordRow {
    static let byID = Query<RecordRow, ServerRow.ID, Kind, ID>(
        "record.byID",
        """
        SELECT server, kind, id, child, rank, content, revision, first_seen_at, changed_at, gone FROM record
        WHERE server = ?1 AND kind = ?2 AND id = ?3
        """)
    static let ofKind = Query<RecordRow, Kind, String>(
        "record.ofKind",
        """
        SELECT server, kind, id, child, rank, content, revision, first_seen_at, changed_at, gone FROM record
        WHERE kind = ?1 AND gone = 0 AND (?2 = '' OR child = ?2) ORDER BY rank, id
        """)
    static let withPrefix = Query<RecordRow, ServerRow.ID, Kind, String>(
        "record.withPrefix",
        """
        SELECT server, kind, id, child, rank, content, revision, first_seen_at, changed_at, gone FROM record
        WHERE server = ?1 AND kind = ?2 AND id >= ?3 AND id < ?3 || '~' AND gone = 0 ORDER BY id LIMIT 2
        """)
    static let upsert = Update<RecordRow>(
        "record.upsert",
        """
        INSERT INTO record (server, kind, id, child, rank, content, revision, first_seen_at, changed_at, gone)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (server, kind, id) DO UPDATE SET child = ?4, rank = ?5, content = ?6, revision = ?7, changed_at = ?9,
          gone = ?10
        """)
    // Its revisions go before it, and whoever sees it keeps it.
    static let purge = Update<Timestamp, Int>(
        "record.purge",
        """
        DELETE FROM record WHERE (server, kind, id) IN (
          SELECT server, kind, id FROM record r WHERE gone = 1 AND changed_at < ?1
            AND NOT EXISTS (SELECT 1 FROM record_revision v WHERE v.server = r.server AND v.kind = r.kind AND v.id = r.id)
            AND NOT EXISTS (SELECT 1 FROM account_record a WHERE a.server = r.server AND a.kind = r.kind AND a.id = r.id)
          ORDER BY changed_at LIMIT ?2)
        """)
}

extension Reading where Self: ~Copyable {
    /// `nil` for one that no list of this server has ever had.
    package borrowing func record(_ id: RecordRow.ID, _ kind: RecordRow.Kind, on server: ServerRow.ID) throws
        -> RecordRow?
    {
        try firstReadable(RecordRow.byID, server, kind, id)
    }

    /// Those that some login sees and whose id begins so, at most two: enough to say that there are several.
    package borrowing func records(
        _ kind: RecordRow.Kind, startingWith prefix: String, on server: ServerRow.ID
    ) throws -> [RecordRow] {
        try readable(RecordRow.withPrefix, server, kind, prefix)
    }

    /// Those that some login sees, in the order of their lists; of all servers.
    ///
    /// - Parameter child: only this one's; ids of children are unique among servers for all that is known of them.
    package borrowing func records(
        _ kind: RecordRow.Kind, of child: ChildRow.ID? = nil, limit: Int = .max
    ) throws -> [RecordRow] {
        try readable(RecordRow.ofKind, kind, child?.rawValue ?? "", atMost: limit)
    }
}

extension WriteTransaction {
    /// Makes the record known, or keeps what it said so far as a revision and takes what it says now.
    ///
    /// - Returns: Whether it is new, or says something else than before.
    @discardableResult
    package borrowing func take(_ row: RecordRow) throws -> Bool {
        guard var known = try record(row.id, row.kind, on: row.server) else {
            try run(RecordRow.upsert, row)
            return true
        }
        let isSame = known.content == row.content && !known.isGone
        if isSame, known.rank == row.rank, known.child == row.child { return false }
        if !isSame {
            try run(RecordRevision.keep, row.server, row.kind, row.id, row.changedAt)
            (known.content, known.revision, known.changedAt) = (row.content, known.revision + 1, row.changedAt)
        }
        (known.child, known.rank, known.isGone) = (row.child, row.rank, false)
        try run(RecordRow.upsert, known)
        return !isSame
    }

    /// No login sees it any more, which is a revision as well.
    borrowing func withdraw(_ id: RecordRow.ID, _ kind: RecordRow.Kind, on server: ServerRow.ID, at moment: Timestamp)
        throws
    {
        guard var known = try record(id, kind, on: server), !known.isGone else { return }
        try run(RecordRevision.keep, server, kind, id, moment)
        (known.isGone, known.revision, known.changedAt) = (true, known.revision + 1, moment)
        try run(RecordRow.upsert, known)
    }
}
