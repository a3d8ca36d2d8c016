import SQLite
package import Values

/// What was forgotten.
package struct Cleared: Sendable, Equatable {
    /// Rows of the store.
    package let rows: Int
    /// Pictures, and what they held in bytes.
    package let pictures: MediaUsage
}

extension StoreCare {
    /// Forgets what its ages and caps say, now.
    package func purge(now: Timestamp) async throws(StoreError) -> Cleared {
        Cleared(rows: try await store.purge(now: now), pictures: try await MediaStore(store).tidy(now: now))
    }

    /// Forgets what can be read from a server again at any time, and what only explains the past: records and how their lists were read,
    /// pictures that were fetched, raw messages that nothing open rests on. Transactions stay, because alerts were made of them, and so
    /// does everything that waits or was told, and each record that something waits for.
    ///
    /// In small transactions, beside whatever runs; what runs reads the lists anew by itself.
    package func clear(now: Timestamp) async throws(StoreError) -> Cleared {
        var limits = StoreLimits()
        limits.age = .zero
        // One that arrived just now is as old as any.
        var rows = try await store.purge(keeping: limits, now: now.advanced(by: .microseconds(1)))
        for statement in ClearingTable.all {
            var gone = 0
            repeat {
                gone = try await store.write("clear") { try $0.run(statement, ClearingTable.step) }
                rows += gone
            } while gone > 0
        }
        let pictures = try await MediaStore(store).clear(Set(MediaClass.allCases), now: now)
        try await emptyLog()
        return Cleared(rows: rows, pictures: pictures)
    }
}

private enum ClearingTable {
    static let step = 1_000
    /// Those that refer to others before these.
    static let all: [Update<Int>] = [sight, revisions, records, lists]

    // An open entry is about a record, or shown in its list.
    private static let sight = Update<Int>(
        "clearing.sight",
        """
        DELETE FROM account_record WHERE (account, kind, id) IN (
          SELECT account, kind, id FROM account_record a WHERE NOT EXISTS (
            SELECT 1 FROM intent i WHERE i.state IN ('accepted', 'sending', 'unknown', 'acked', 'parked')
              AND i.server = a.server AND (i.record = a.id OR i.owner = a.id OR i.fact = a.id))
          LIMIT ?1)
        """)
    private static let revisions = Update<Int>(
        "clearing.revisions",
        """
        DELETE FROM record_revision WHERE (server, kind, id, number) IN (
          SELECT server, kind, id, number FROM record_revision v WHERE NOT EXISTS (
            SELECT 1 FROM account_record a WHERE a.server = v.server AND a.kind = v.kind AND a.id = v.id)
          LIMIT ?1)
        """)
    private static let records = Update<Int>(
        "clearing.records",
        """
        DELETE FROM record WHERE (server, kind, id) IN (
          SELECT server, kind, id FROM record r
          WHERE NOT EXISTS (
              SELECT 1 FROM account_record a WHERE a.server = r.server AND a.kind = r.kind AND a.id = r.id)
            AND NOT EXISTS (
              SELECT 1 FROM record_revision v WHERE v.server = r.server AND v.kind = r.kind AND v.id = r.id)
          LIMIT ?1)
        """)
    private static let lists = Update<Int>(
        "clearing.lists",
        """
        DELETE FROM record_list WHERE (account, kind, owner) IN (
          SELECT account, kind, owner FROM record_list LIMIT ?1)
        """)
}
