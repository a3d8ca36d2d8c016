package import SQLite
package import Values

// Nobody sees what another person has ordered under the same account's name.
extension ConflictRow {
    static let byNumber = Query<ConflictRow, Number>(
        "conflict.byNumber",
        """
        SELECT c.number, c.intent, c.account, c.server, c.child, c.kind, c.record, c.title, c.field, c.base, c.local,
          c.remote, c.rule, c.found_at, c.result, c.value, c.resolver, c.resolved_at
        FROM conflict c JOIN account a ON a.id = c.account AND a.server = c.server AND a.user_id = c.accepted_by
        WHERE c.number = ?1
        """)
    static let open = Query<ConflictRow>(
        "conflict.open",
        """
        SELECT c.number, c.intent, c.account, c.server, c.child, c.kind, c.record, c.title, c.field, c.base, c.local,
          c.remote, c.rule, c.found_at, c.result, c.value, c.resolver, c.resolved_at
        FROM conflict c INDEXED BY conflict_open
          JOIN account a ON a.id = c.account AND a.server = c.server AND a.user_id = c.accepted_by
        WHERE c.result IS NULL AND EXISTS (SELECT 1 FROM intent i WHERE i.id = c.intent AND i.state = 'parked')
        ORDER BY c.number
        """)
    static let newest = Query<ConflictRow, Int>(
        "conflict.newest",
        """
        SELECT c.number, c.intent, c.account, c.server, c.child, c.kind, c.record, c.title, c.field, c.base, c.local,
          c.remote, c.rule, c.found_at, c.result, c.value, c.resolver, c.resolved_at
        FROM conflict c JOIN account a ON a.id = c.account AND a.server = c.server AND a.user_id = c.accepted_by
        ORDER BY c.number DESC LIMIT ?1
        """)
    static let ofIntent = Query<ConflictRow, IntentRow.ID>(
        "conflict.ofIntent",
        """
        SELECT c.number, c.intent, c.account, c.server, c.child, c.kind, c.record, c.title, c.field, c.base, c.local,
          c.remote, c.rule, c.found_at, c.result, c.value, c.resolver, c.resolved_at
        FROM conflict c WHERE c.intent = ?1 ORDER BY c.number
        """)
    static let openOfIntent = Query<Int, IntentRow.ID>(
        "conflict.openOfIntent", "SELECT count(*) FROM conflict WHERE intent = ?1 AND result IS NULL")
    // One that is met again is the same one, with what the server says now.
    static let insert = Update<NewConflict, Timestamp>(
        "conflict.insert",
        """
        INSERT INTO conflict (intent, account, accepted_by, server, child, kind, record, title, field, base, local,
          remote, rule, result, value, resolver, resolved_at, found_at)
        SELECT id, account, accepted_by, server, child, kind, record, description, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
        FROM intent WHERE id = ?1
        ON CONFLICT (intent, field) WHERE result IS NULL DO UPDATE SET base = excluded.base, local = excluded.local,
          remote = excluded.remote, rule = excluded.rule, result = excluded.result, value = excluded.value,
          resolver = excluded.resolver, resolved_at = excluded.resolved_at
        """)
    static let resolve = Update<Number, Result, String?, Timestamp>(
        "conflict.resolve",
        """
        UPDATE conflict SET result = ?2, value = ?3, resolver = 'person', resolved_at = ?4
        WHERE number = ?1 AND result IS NULL
        """)
    static let close = Update<IntentRow.ID, Result, Timestamp>(
        "conflict.close",
        """
        UPDATE conflict SET result = ?2, resolver = 'person', resolved_at = ?3 WHERE intent = ?1 AND result IS NULL
        """)
    // A store that was put back has conflicts of orders that have ended since.
    static let closeEnded = Update<Timestamp>(
        "conflict.closeEnded",
        """
        UPDATE conflict SET resolver = 'person', resolved_at = ?1, result = CASE WHEN EXISTS (
            SELECT 1 FROM intent i WHERE i.id = conflict.intent AND i.state IN ('discarded', 'superseded'))
          THEN 'server' ELSE 'client' END
        WHERE result IS NULL
          AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.id = conflict.intent AND i.state = 'parked')
        """)
    static let move = Update<Number, String?>(
        "conflict.move", "UPDATE conflict SET remote = ?2 WHERE number = ?1 AND result IS NULL")
    static let purge = Update<Timestamp, Int>(
        "conflict.purge",
        """
        DELETE FROM conflict WHERE number IN (
          SELECT number FROM conflict WHERE result IS NOT NULL AND resolved_at < ?1 ORDER BY resolved_at LIMIT ?2)
        """)
}

extension Reading where Self: ~Copyable {
    /// `nil` for one that there is not, or that is of another person's order.
    package borrowing func conflict(_ number: ConflictRow.Number) throws -> ConflictRow? {
        try firstReadable(ConflictRow.byNumber, number)
    }

    /// What waits for the people who are signed in now, the oldest first.
    package borrowing func openConflicts() throws -> [ConflictRow] { try readable(ConflictRow.open) }

    /// The newest first, those that are decided as well.
    package borrowing func newestConflicts(limit: Int) throws -> [ConflictRow] {
        try readable(ConflictRow.newest, limit)
    }

    /// How many of an order's wait for a person.
    package borrowing func openConflicts(of intent: IntentRow.ID) throws -> Int {
        try first(ConflictRow.openOfIntent, intent) ?? 0
    }

    /// All that an order has met, what it met first in front.
    package borrowing func conflicts(of intent: IntentRow.ID) throws -> [ConflictRow] {
        try readable(ConflictRow.ofIntent, intent)
    }

    /// What the same person has ordered of the same record before, and a fact has shown since: what the record says by it is nobody
    /// else's doing.
    ///
    /// - Parameter moment: since when; `nil` for since the order was given.
    package borrowing func ownChanges(before intent: IntentRow, since moment: Timestamp? = nil) throws -> [String] {
        try ownChanges(of: intent, before: intent.number, since: moment ?? intent.acceptedAt)
    }

    /// The same of what was ordered before or after it.
    package borrowing func ownChanges(besides intent: IntentRow, since moment: Timestamp) throws -> [String] {
        try ownChanges(of: intent, before: Int.max, since: moment)
    }

    private borrowing func ownChanges(
        of intent: IntentRow, before number: Int, since moment: Timestamp
    ) throws -> [String] {
        guard let record = intent.order.record?.record else { return [] }
        return try all(IntentRow.ownChanges, intent.server, record, number, intent.acceptedBy, moment)
    }
}

extension WriteTransaction {
    /// Writes down what an order has met.
    package borrowing func keep(_ conflict: NewConflict, at moment: Timestamp) throws {
        try run(ConflictRow.insert, conflict, moment)
    }

    /// A person has decided.
    ///
    /// - Parameter value: as JSON text, what is to be instead of both.
    /// - Returns: `false` where it was decided before.
    package borrowing func resolve(
        _ number: ConflictRow.Number, _ result: ConflictRow.Result, value: String? = nil, at moment: Timestamp
    ) throws -> Bool {
        try run(ConflictRow.resolve, number, result, value, moment) > 0
    }

    /// The server says something else by now.
    package borrowing func move(_ number: ConflictRow.Number, to remote: String?) throws {
        try run(ConflictRow.move, number, remote)
    }

    /// What was decided more than so long ago.
    ///
    /// - Returns: How many rows went.
    borrowing func purgeConflicts(_ limits: StoreLimits, now: Timestamp) throws -> Int {
        try run(ConflictRow.purge, now.advanced(by: .zero - limits.conflictAge), limits.step)
    }
}
