package import SQLite
package import Values

/// A silence that a person has ordered: what it is about is not told, and recorded as skipped.
package struct SilenceRow: Sendable, Equatable {
    /// What nobody is told of.
    package enum Subject: Sendable, Equatable {
        /// All alerts about this child's money, everywhere.
        case child(ServerRow.ID, ChildRow.ID)
        /// All that goes to the target with this name.
        case target(String)
    }

    /// By which a person ends it.
    package let number: Int64
    /// See ``Subject``.
    package let subject: Subject
    /// On this machine's clock.
    package let until: Timestamp
    /// On this machine's clock.
    package let createdAt: Timestamp
}

extension SilenceRow {
    /// What a delivery that it keeps back says of it, which stays after the silence is forgotten.
    fileprivate var sentence: String {
        let subject = if case .target(let name) = subject { "the target \(name)" } else { "the child" }
        return "somebody wanted silence about \(subject) (silence \(number), from \(createdAt) until \(until))"
    }
}

extension SilenceRow: RowDecodable {
    /// Number, server, child, target, until, moment.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        if let server = try row.value(1, as: ServerRow.ID?.self) {
            subject = .child(server, try row.value(2))
        } else {
            subject = .target(try row.value(3))
        }
        until = try row.value(4)
        createdAt = try row.value(5)
    }
}

extension Reading where Self: ~Copyable {
    /// Those that are not over, the one that ends first at the beginning.
    package borrowing func silences(at now: Timestamp) throws -> [SilenceRow] { try readable(SilenceTable.open, now) }
}

extension WriteTransaction {
    /// Begins a silence; one about the same gives way to it. Those that are over are forgotten.
    package borrowing func silence(
        _ subject: SilenceRow.Subject, until moment: Timestamp, at now: Timestamp
    ) throws -> SilenceRow? {
        let (server, child, target): (ServerRow.ID?, ChildRow.ID?, String?) =
            switch subject {
            case .child(let server, let child): (server, child, nil)
            case .target(let name): (nil, nil, name)
            }
        try run(SilenceTable.forget, now, server, child, target)
        return try first(SilenceTable.begin, server, child, target, moment, now)
    }

    /// - Returns: Whether there was one with this number.
    package borrowing func endSilence(_ number: Int64) throws -> Bool { try run(SilenceTable.end, number) == 1 }

    /// Skips a delivery that waits for its first attempt, if somebody wants silence about it. What is wrong with the program itself is told
    /// all the same: nobody would hear of it again.
    ///
    /// - Parameter moment: when it would be told; a target that is silent until before that is not by then.
    /// - Returns: Whether it did.
    borrowing func skipsSilenced(
        _ alert: AlertRow.Key, for target: String, told moment: Timestamp, at now: Timestamp
    ) throws -> Bool {
        guard let silence = try first(SilenceTable.about, alert, target, now, moment) else { return false }
        return try run(SilenceTable.skip, alert, target, .silenced, silence.sentence, now) == 1
    }
}

private enum SilenceTable {
    // One that began in the future was ordered by a clock that has been put right since: a minute it may be out.
    static let open = Query<SilenceRow, Timestamp>(
        "silence.open",
        """
        SELECT number, server, child, target, until, created_at FROM silence
        WHERE until > ?1 AND created_at <= ?1 + 60000000 ORDER BY until, number
        """)

    static let forget = Update<Timestamp, ServerRow.ID?, ChildRow.ID?, String?>(
        "silence.forget",
        "DELETE FROM silence WHERE until <= ?1 OR (server IS ?2 AND child IS ?3 AND target IS ?4)")

    static let begin = Query<SilenceRow, ServerRow.ID?, ChildRow.ID?, String?, Timestamp, Timestamp>(
        "silence.begin",
        """
        INSERT INTO silence (server, child, target, until, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
        RETURNING number, server, child, target, until, created_at
        """)

    static let end = Update<Int64>("silence.end", "DELETE FROM silence WHERE number = ?1")

    static let about = Query<SilenceRow, AlertRow.Key, String, Timestamp, Timestamp>(
        "silence.about",
        """
        SELECT s.number, s.server, s.child, s.target, s.until, s.created_at FROM silence s, alert a
        WHERE a.key = ?1 AND (a.child IS NOT NULL OR a.event IN ('summary', 'drill')) AND s.until > ?3 AND s.created_at <= ?3 + 60000000
          AND (s.target = ?2 AND s.until > ?4 OR s.server = a.server AND s.child = a.child)
        ORDER BY s.until DESC LIMIT 1
        """)

    static let skip = Update<AlertRow.Key, String, FailureReason, String, Timestamp>(
        "silence.skip",
        """
        UPDATE delivery SET state = 'skipped', reason = ?3, detail = ?4, updated_at = ?5
        WHERE alert = ?1 AND target = ?2 AND state = 'queued'
        """)
}
