package import SQLite
package import Values

/// Something that arrived, byte for byte, before anything was made of it.
package struct JournalRow: Sendable, Hashable {
    /// Never used twice, also after rows were purged.
    package struct Sequence: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        /// Grows in the order of arrival.
        package let rawValue: Int

        /// For rows; nobody else makes them.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The one that arrived first is the smaller.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// By which way something arrived; SQL keeps the words.
    package enum Source: String, Sendable, DatabaseValue, CaseIterable { case hub, rest }

    /// How many bytes of one entry are kept.
    package static let byteLimit = 65_536

    /// What a hint refers to its bytes by.
    package let sequence: Sequence
    /// Whose connection brought it.
    package let account: AccountRow.ID
    /// The hub's messages, or answers to questions.
    package let source: Source
    /// Wall time of the arrival, not of the commit.
    package let receivedAt: Timestamp
    /// At most ``byteLimit``.
    package let bytes: [UInt8]
    /// How many there were.
    package let size: Int
}

extension JournalRow: RowDecodable {
    /// Columns in the order of this file's query.
    package init(row: borrowing Row) throws {
        sequence = try row.value(0)
        account = try row.value(1)
        source = try row.value(2)
        receivedAt = try row.value(3)
        bytes = try row.value(4)
        size = try row.value(5)
    }

    static let insert = Query<JournalRow.Sequence, AccountRow.ID, Source, Timestamp, [UInt8], Int>(
        "journal.insert",
        "INSERT INTO journal (account, source, received_at, bytes, size) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING seq")
    static let newest = Query<JournalRow, Int>(
        "journal.newest",
        "SELECT seq, account, source, received_at, bytes, size FROM journal ORDER BY seq DESC LIMIT ?1")
    static let purge = Update<Timestamp, Int>(
        "journal.purge",
        """
        DELETE FROM journal WHERE seq IN (
          SELECT seq FROM journal WHERE received_at < ?1
            AND NOT EXISTS (SELECT 1 FROM hint WHERE hint.journal = journal.seq AND hint.state = 'open')
          ORDER BY received_at LIMIT ?2)
        """)
}

extension Reading where Self: ~Copyable {
    /// Newest first, at most `limit`.
    package borrowing func journal(limit: Int) throws -> [JournalRow] { try readable(JournalRow.newest, max(limit, 0)) }
}

extension WriteTransaction {
    /// Keeps what arrived, cut at ``JournalRow/byteLimit``; without its bytes while what open hints rest on, which is not
    /// purged, fills the journal's room.
    package borrowing func journal(
        _ bytes: [UInt8], from source: JournalRow.Source, account: AccountRow.ID, at moment: Timestamp,
        limits: StoreLimits = StoreLimits()
    ) throws -> JournalRow.Sequence {
        let left = max(limits.journalRoom - (try journalRoom()), 0)
        let kept = min(bytes.count, JournalRow.byteLimit) <= left ? Array(bytes.prefix(JournalRow.byteLimit)) : []
        guard let sequence = try first(JournalRow.insert, account, source, moment, kept, bytes.count) else {
            throw DatabaseError(.other, "journal.insert", "the new number was not returned")
        }
        return sequence
    }
}

/// How much of what only explains the past is kept. The server's rows have no limit but the server's own, and what was told is
/// remembered for ever.
package struct StoreLimits: Sendable {
    /// How long raw bytes and settled hints are kept.
    package var age: Duration = .seconds(14 * 86_400)
    /// Room for raw bytes, with 100 bytes for each entry.
    package var journalRoom = 64 << 20
    /// Settled hints beyond this go before their time.
    package var settledHints = 100_000
    /// How long it is kept what records and transactions said before, and what became of records that are gone.
    package var recordAge: Duration = .seconds(90 * 86_400)
    /// How long it is kept what was made of a conflict, from then on.
    package var conflictAge: Duration = .seconds(366 * 86_400)
    /// How long deliveries, alerts and entries are kept that are at their end.
    package var history: Duration = .seconds(90 * 86_400)
    /// How long it is kept what had to be done to the store.
    static let recoveryAge: Duration = .seconds(365 * 86_400)
    /// Rows that one transaction removes at most: lanes and scans want the writer too.
    package var step = 1_000

    /// Two weeks, 64 MiB, 100,000 hints; 90 days of records, deliveries and entries.
    package init() {}

    /// Where there is little room: a day, 1 MiB.
    package static var scarce: StoreLimits {
        var limits = StoreLimits()
        (limits.age, limits.journalRoom, limits.settledHints) = (.seconds(86_400), 1 << 20, 1_000)
        return limits
    }
}
