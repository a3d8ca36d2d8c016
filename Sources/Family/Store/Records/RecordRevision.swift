package import SQLite
package import Values

/// What a record said before it said something else, or was withdrawn.
package struct RecordRevision: Sendable, Hashable, RowDecodable {
    /// Counts from 1.
    package let number: Int
    /// One JSON object.
    package let content: String
    /// Wall time of the commit that made it.
    package let since: Timestamp
    /// Wall time of the commit that made the next.
    package let until: Timestamp
    /// No login saw it then.
    package let isGone: Bool

    /// Columns in the order of the query.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        content = try row.value(1)
        since = try row.value(2)
        until = try row.value(3)
        isGone = try row.value(4)
    }

    static let ofRecord = Query<RecordRevision, ServerRow.ID, RecordRow.Kind, RecordRow.ID>(
        "recordRevision.ofRecord",
        """
        SELECT number, content, since, until, gone FROM record_revision WHERE server = ?1 AND kind = ?2 AND id = ?3
        ORDER BY number
        """)
    // What is said now becomes what was said before.
    static let keep = Update<ServerRow.ID, RecordRow.Kind, RecordRow.ID, Timestamp>(
        "recordRevision.keep",
        """
        INSERT INTO record_revision (server, kind, id, number, content, since, until, gone)
        SELECT server, kind, id, revision, content, changed_at, ?4, gone FROM record
        WHERE server = ?1 AND kind = ?2 AND id = ?3
        """)
    static let purge = Update<Timestamp, Int>(
        "recordRevision.purge",
        """
        DELETE FROM record_revision WHERE (server, kind, id, number) IN (
          SELECT server, kind, id, number FROM record_revision WHERE until < ?1 ORDER BY until LIMIT ?2)
        """)
}

extension Reading where Self: ~Copyable {
    /// What the record said before, the oldest first, as far back as is kept.
    package borrowing func revisions(
        of id: RecordRow.ID, _ kind: RecordRow.Kind, on server: ServerRow.ID
    ) throws -> [RecordRevision] {
        try readable(RecordRevision.ofRecord, server, kind, id)
    }
}

extension WriteTransaction {
    /// A step of forgetting: what was said long ago, then what is long gone.
    ///
    /// - Returns: How many rows went.
    borrowing func purgeRecords(_ limits: StoreLimits, now: Timestamp) throws -> Int {
        let horizon = now.advanced(by: .zero - limits.recordAge)
        return try run(RecordRevision.purge, horizon, limits.step)
            + run(TransactionRevision.purge, horizon, limits.step) + run(RecordRow.purge, horizon, limits.step)
    }
}
