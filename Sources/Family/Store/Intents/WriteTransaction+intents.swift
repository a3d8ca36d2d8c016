package import SQLite
package import Values

/// What a server's answer makes of an intent.
package enum PushOutcome: Sendable, Equatable {
    /// The server describes the row that it made, and it is what was asked for.
    case made(TransactionRow.ID)
    /// It may have been made.
    case unclear(String)
    /// It was certainly not made, and would not be if it were sent again.
    case refused(String)
    /// It was certainly not made, and may be later: after this time, or whenever facts can be read again.
    case notMade(String, wait: Duration?)
}

private enum IntentTable {
    // The state is in the condition: whoever discards or edits it meanwhile comes first or last, never between. Neither does
    // another's login send it, nor two of one child be under way together, whichever accounts they are of.
    static let mark = Update<IntentRow.ID, Timestamp>(
        "intent.mark",
        """
        UPDATE intent SET state = 'sending', attempts = attempts + 1,
          before = ifnull(before, (SELECT last_position FROM child c WHERE c.server = intent.server AND c.id = child)),
          first_sent_at = ifnull(first_sent_at, ?2), last_attempt_at = ?2, reason = NULL
        WHERE id = ?1 AND state IN ('accepted', 'sending', 'unknown') AND txn IS NULL
          AND (server, accepted_by) = (SELECT a.server, a.user_id FROM account a WHERE a.id = intent.account)
          AND NOT EXISTS (
            SELECT 1 FROM intent o WHERE o.server = intent.server AND o.child = intent.child AND o.id <> intent.id
              AND o.state IN ('sending', 'unknown', 'acked'))
        """)
    static let ack = Update<IntentRow.ID, TransactionRow.ID, Timestamp>(
        "intent.ack",
        """
        UPDATE intent SET state = 'acked', answered = ?2, txn = NULL, due_at = ?3, reason = NULL
        WHERE id = ?1 AND state = 'sending'
        """)
    static let doubt = Update<IntentRow.ID, String, Timestamp>(
        "intent.doubt",
        "UPDATE intent SET state = 'unknown', reason = ?2, due_at = ?3 WHERE id = ?1 AND state = 'sending'")
    // An earlier attempt that nobody can say anything of leaves its traces.
    static let refuse = Update<IntentRow.ID, String, State, Timestamp, Int>(
        "intent.refuse",
        """
        UPDATE intent SET state = ?3, reason = ?2, due_at = ?4, attempts = attempts - ?5, txn = NULL,
          before = CASE WHEN first_sent_at = last_attempt_at THEN NULL ELSE before END,
          first_sent_at = CASE WHEN first_sent_at = last_attempt_at THEN NULL ELSE first_sent_at END,
          last_attempt_at = CASE WHEN first_sent_at = last_attempt_at THEN NULL ELSE last_attempt_at END
        WHERE id = ?1 AND state = 'sending'
        """)
    static let park = Update<IntentRow.ID, String, Timestamp>(
        "intent.park",
        """
        UPDATE intent SET state = 'parked', reason = ?2, due_at = ?3, txn = NULL
        WHERE id = ?1 AND state IN ('accepted', 'sending', 'unknown', 'acked')
        """)
    static let interrupt = Update<AccountRow.ID, Timestamp>(
        "intent.interrupt",
        """
        UPDATE intent SET state = 'unknown', due_at = ?2, reason = 'the program ended while it was being sent'
        WHERE account = ?1 AND state = 'sending'
        """)
    static let claim = Update<IntentRow.ID, TransactionRow.ID>(
        "intent.claim",
        """
        UPDATE intent SET uncovered = CASE WHEN txn = ?2 THEN uncovered ELSE 1 END, txn = ?2
        WHERE id = ?1 AND state IN ('accepted', 'sending', 'unknown', 'acked')
        """)
    static let release = Update<ServerRow.ID, TransactionRow.ID, IntentRow.ID>(
        "intent.release",
        "UPDATE intent SET txn = NULL, uncovered = 0 WHERE server = ?1 AND txn = ?2 AND id <> ?3 AND state <> 'confirmed'"
    )
    static let confirm = Update<IntentRow.ID, String?, Timestamp>(
        "intent.confirm",
        """
        UPDATE intent SET state = 'confirmed', reason = ?2, settled_at = ?3 WHERE id = ?1 AND txn IS NOT NULL
          AND state IN ('accepted', 'sending', 'unknown', 'acked')
        """)
    static let cover = Update<ServerRow.ID, ChildRow.ID>(
        "intent.cover", "UPDATE intent SET uncovered = 0 WHERE server = ?1 AND child = ?2 AND uncovered = 1")

    typealias State = IntentRow.State
}

extension WriteTransaction {
    /// Marks an attempt: when this is on the disk, the first byte may go.
    ///
    /// - Parameter serverNow: by the server's clock.
    /// - Returns: `nil` where it must not be sent now: a person has taken it in hand, the login is another's, it is a row by now,
    ///   or another of the child is under way.
    package borrowing func markAttempt(_ id: IntentRow.ID, serverNow: Timestamp) throws -> IntentRow? {
        guard try run(IntentTable.mark, id, serverNow) > 0 else { return nil }
        return try intent(id)
    }

    /// Writes down what became of a marked attempt.
    ///
    /// - Parameter due: when it may be sent, or looked for, next.
    package borrowing func record(_ outcome: PushOutcome, of id: IntentRow.ID, due: Timestamp) throws {
        switch outcome {
        case .made(let row): try run(IntentTable.ack, id, row, due)
        case .unclear(let reason): try run(IntentTable.doubt, id, reason, due)
        case .refused(let reason): try run(IntentTable.refuse, id, reason, .parked, due, 0)
        case .notMade(let reason, _): try run(IntentTable.refuse, id, reason, .accepted, due, 1)
        }
    }

    /// Leaves it to a person.
    package borrowing func park(_ id: IntentRow.ID, because reason: String, at moment: Timestamp) throws {
        try run(IntentTable.park, id, reason, moment)
    }

    /// What was being sent when the program ended may have arrived.
    ///
    /// - Parameter due: when the server has had time enough.
    package borrowing func doubtInterruptedIntents(of account: AccountRow.ID, due: Timestamp) throws {
        try run(IntentTable.interrupt, account, due)
    }

    /// Takes a row for what the intent made, as far as is known now: lists show the row from now on, and not the intent.
    ///
    /// - Returns: Whether that is possible: a row that another is confirmed by stays that one's.
    @discardableResult
    package borrowing func claim(_ row: TransactionRow.ID, for intent: IntentRow) throws -> Bool {
        if let owner = try first(IntentRow.owner, intent.server, row), owner != intent.id {
            guard try self.intent(owner)?.state != .confirmed else { return false }
            try run(IntentTable.release, intent.server, row, intent.id)
        }
        try run(IntentTable.claim, intent.id, row)
        return true
    }

    /// Ends the intent as the row that it claims.
    ///
    /// - Parameter remark: what a person should know of how it was found.
    package borrowing func confirm(_ id: IntentRow.ID, remark: String? = nil, at moment: Timestamp) throws {
        try run(IntentTable.confirm, id, remark, moment)
    }

    /// The child's balance has all of its rows.
    package borrowing func coverIntents(of child: ChildRow.ID, on server: ServerRow.ID) throws {
        try run(IntentTable.cover, server, child)
    }
}

extension IntentRow {
    fileprivate static let owner = Query<IntentRow.ID, ServerRow.ID, TransactionRow.ID>(
        "intent.owner", "SELECT id FROM intent WHERE server = ?1 AND txn = ?2")
}
