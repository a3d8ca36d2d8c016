package import SQLite
package import Values

/// What a server's answer makes of an intent.
package enum PushOutcome: Sendable, Equatable {
    /// The server describes the row that it made, and it is what was asked for.
    case made(TransactionRow.ID)
    /// The server has done what was ordered; the record that it describes, if it describes one.
    case done(RecordRow.ID?)
    /// The server did nothing, since what it has does not allow it: its list says what that is.
    case disputed(String)
    /// The server did nothing, since it has no such record: its list says whether that is so.
    case missing(String)
    /// It may have been made.
    case unclear(String)
    /// It was certainly not made, and would not be if it were sent again.
    case refused(String)
    /// It was certainly not made, and may be later: after this time, or whenever facts can be read again.
    case notMade(String, wait: Duration?)
}

private enum IntentTable {
    // The state is in the condition: whoever discards or edits it meanwhile comes first or last, never between. Neither does
    // another's login send it, nor two of one child be under way together, whichever accounts they are of: but one of somebody who is
    // not signed in may stay in doubt for ever, and what is sent after its time can't be taken for it. Of several in doubt the first is
    // sent again once the time of all is over: a person can bring two back.
    static let mark = Update<IntentRow.ID, Timestamp, Timestamp?>(
        "intent.mark",
        """
        UPDATE intent SET state = 'sending', attempts = attempts + 1,
          before = CASE deed WHEN 'transaction' THEN ifnull(
            before, (SELECT last_position FROM child c WHERE c.server = intent.server AND c.id = child)) END,
          first_sent_at = ifnull(first_sent_at, ?2), last_attempt_at = ?2, reason = NULL
        WHERE id = ?1 AND state IN ('accepted', 'sending', 'unknown', 'acked') AND txn IS NULL AND fact IS NULL
          AND (state <> 'acked' OR deed <> 'transaction')
          AND (server, accepted_by) = (SELECT a.server, a.user_id FROM account a WHERE a.id = intent.account)
          AND NOT EXISTS (
            SELECT 1 FROM intent o WHERE o.server = intent.server AND o.child = intent.child AND o.id <> intent.id
              AND o.state IN ('sending', 'unknown', 'acked')
              AND (?3 IS NULL OR o.last_attempt_at > ?3
                OR o.accepted_by = (SELECT a.user_id FROM account a WHERE a.id = o.account)
                  AND (o.state <> 'unknown' OR o.number < intent.number)))
        """)
    // A list that was quicker than the answer may have claimed the row that is named; what is known of that one stays.
    static let ack = Update<IntentRow.ID, String?, Timestamp>(
        "intent.ack",
        """
        UPDATE intent SET state = 'acked', answered = ?2, txn = CASE WHEN txn = ?2 THEN txn END, due_at = ?3, reason = NULL,
          uncovered = CASE WHEN txn = ?2 THEN uncovered ELSE 0 END
        WHERE id = ?1 AND state = 'sending'
        """)
    static let doubt = Update<IntentRow.ID, String, Timestamp>(
        "intent.doubt",
        "UPDATE intent SET state = 'unknown', reason = ?2, due_at = ?3 WHERE id = ?1 AND state = 'sending'")
    // An earlier attempt that nobody can say anything of leaves its traces.
    static let refuse = Update<IntentRow.ID, String, State, Timestamp, Int>(
        "intent.refuse",
        """
        UPDATE intent SET state = ?3, reason = ?2, due_at = ?4, attempts = attempts - ?5, txn = NULL, uncovered = 0, fact = NULL,
          contested = 0,
          before = CASE WHEN first_sent_at = last_attempt_at THEN NULL ELSE before END,
          first_sent_at = CASE WHEN first_sent_at = last_attempt_at THEN NULL ELSE first_sent_at END,
          last_attempt_at = CASE WHEN first_sent_at = last_attempt_at THEN NULL ELSE last_attempt_at END
        WHERE id = ?1 AND state = 'sending'
        """)
    static let park = Update<IntentRow.ID, String, Timestamp, Bool>(
        "intent.park",
        """
        UPDATE intent SET state = 'parked', reason = ?2, due_at = ?3, contested = ?4, txn = NULL, uncovered = 0, fact = NULL,
          settled_at = NULL
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
        UPDATE intent SET state = 'confirmed', reason = ?2, settled_at = ?3 WHERE id = ?1 AND (txn IS NOT NULL OR fact IS NOT NULL)
          AND state IN ('accepted', 'sending', 'unknown', 'acked')
        """)
    static let know = Update<IntentRow.ID, String>(
        "intent.know", "UPDATE intent SET known = ?2 WHERE id = ?1 AND first_sent_at IS NULL AND state = 'accepted'")
    static let claimFact = Update<IntentRow.ID, RecordRow.ID>(
        "intent.claimFact",
        "UPDATE intent SET fact = ?2 WHERE id = ?1 AND state IN ('accepted', 'sending', 'unknown', 'acked')")
    static let releaseFact = Update<IntentRow.ID>(
        "intent.releaseFact", "UPDATE intent SET fact = NULL WHERE id = ?1 AND state <> 'confirmed'")
    static let supersede = Update<IntentRow.ID, String, Timestamp>(
        "intent.supersede",
        """
        UPDATE intent SET state = 'superseded', reason = ?2, settled_at = ?3, fact = NULL
        WHERE id = ?1 AND state IN ('accepted', 'sending', 'unknown', 'acked')
        """)
    static let amend = Update<IntentRow.ID, String, String?, String>(
        "intent.amend", "UPDATE intent SET payload = ?2, base = ?3, sum = ?4 WHERE id = ?1 AND deed <> 'transaction'")
    static let takeUp = Update<IntentRow.ID, Timestamp>(
        "intent.takeUp",
        """
        UPDATE intent SET state = CASE WHEN first_sent_at IS NULL THEN 'accepted' ELSE 'unknown' END, due_at = ?2,
          attempts = 0, reason = NULL, settled_at = NULL
        WHERE id = ?1 AND state = 'parked'
        """)
    static let endParked = Update<IntentRow.ID, String, Timestamp>(
        "intent.endParked",
        """
        UPDATE intent SET state = 'superseded', reason = ?2, settled_at = ?3, txn = NULL, uncovered = 0, fact = NULL
        WHERE id = ?1 AND state = 'parked'
        """)
    // A row of money's list says what the balance was after it; a movement without one is in a balance that was asked for later. What
    // was settled in the future was so before the clock was set back.
    static let cover = Update<ServerRow.ID, ChildRow.ID, Bool, Timestamp?, Timestamp?>(
        "intent.cover",
        """
        UPDATE intent SET uncovered = 0 WHERE server = ?1 AND child = ?2 AND uncovered = 1
          AND CASE deed WHEN 'transaction' THEN ?3 ELSE settled_at <= ?4 OR settled_at > ?5 END
        """)
    static let uncover = Update<IntentRow.ID>("intent.uncover", "UPDATE intent SET uncovered = 1 WHERE id = ?1")

    typealias State = IntentRow.State
}

extension WriteTransaction {
    /// Marks an attempt: when this is on the disk, the first byte may go.
    ///
    /// - Parameters:
    ///   - serverNow: by the server's clock.
    ///   - settled: what was sent before this has had its time at the server: of another person, who is not signed in now, it is not
    ///     waited for, nor of what is in doubt and came later.
    /// - Returns: `nil` where it must not be sent now: a person has taken it in hand, the login is another's, it is a row by now,
    ///   another of the child is under way, or it is damaged.
    package borrowing func markAttempt(
        _ id: IntentRow.ID, serverNow: Timestamp, settled: Timestamp? = nil
    ) throws -> IntentRow? {
        guard let intent = try intent(id), !intent.isDamaged,
            try run(IntentTable.mark, id, serverNow, settled) > 0
        else { return nil }
        return try self.intent(id)
    }

    /// Writes down what became of a marked attempt.
    ///
    /// - Parameter due: when it may be sent, or looked for, next.
    package borrowing func record(_ outcome: PushOutcome, of id: IntentRow.ID, due: Timestamp) throws {
        switch outcome {
        case .made(let row): try run(IntentTable.ack, id, row.rawValue, due)
        case .done(let record): try run(IntentTable.ack, id, record?.rawValue, due)
        case .disputed(let reason), .missing(let reason), .unclear(let reason):
            try run(IntentTable.doubt, id, reason, due)
        case .refused(let reason): try run(IntentTable.refuse, id, reason, .parked, due, 0)
        case .notMade(let reason, _): try run(IntentTable.refuse, id, reason, .accepted, due, 1)
        }
    }

    /// Leaves it to a person.
    ///
    /// - Parameter isContested: somebody else has changed the same, and the conflicts say what.
    package borrowing func park(
        _ id: IntentRow.ID, because reason: String, at moment: Timestamp, isContested: Bool = false
    ) throws {
        try run(IntentTable.park, id, reason, moment, isContested)
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

    /// Remembers what the list had before an order about a record is sent for the first time.
    package borrowing func know(_ ids: Set<String>, before id: IntentRow.ID) throws {
        try run(IntentTable.know, id, ids.sorted().joined(separator: " "))
    }

    /// The same for the record or the movement that an order made, or the record that it changed. One that makes something is
    /// given none that counts as another's.
    package borrowing func claim(_ fact: RecordRow.ID, for intent: IntentRow) throws {
        try run(IntentTable.claimFact, intent.id, fact)
    }

    /// What it was taken for is not it after all.
    package borrowing func release(_ intent: IntentRow) throws { try run(IntentTable.releaseFact, intent.id) }

    /// Ends the intent because what it was about is no longer there.
    package borrowing func supersede(_ id: IntentRow.ID, because reason: String, at moment: Timestamp) throws {
        try run(IntentTable.supersede, id, reason, moment)
    }

    /// Changes what an order about a record says, and what it takes the record to say; one that is damaged stays as it is.
    package borrowing func amend(_ id: IntentRow.ID, to order: RecordOrder) throws {
        guard let row = try intent(id), !row.isDamaged else { return }
        let edited = EditedOrder(id: id, order: .record(order), child: row.child, acceptedBy: row.acceptedBy)
        try run(IntentTable.amend, id, order.payload, order.base, edited.sum)
    }

    /// A person has decided about all that kept it: it goes on, after a look where it was sent before.
    package borrowing func takeUp(_ id: IntentRow.ID, at moment: Timestamp) throws {
        try run(IntentTable.takeUp, id, moment)
    }

    /// A person has decided that the server's counts: nothing of it is left to send.
    package borrowing func endParked(_ id: IntentRow.ID, because reason: String, at moment: Timestamp) throws {
        try run(IntentTable.endParked, id, reason, moment)
    }

    /// Ends the intent as the row that it claims.
    ///
    /// - Parameter remark: what a person should know of how it was found.
    package borrowing func confirm(_ id: IntentRow.ID, remark: String? = nil, at moment: Timestamp) throws {
        try run(IntentTable.confirm, id, remark, moment)
    }

    /// The child's balance has what orders have moved.
    ///
    /// - Parameters:
    ///   - child: whose.
    ///   - server: the child's.
    ///   - rows: whether it has all of the child's rows.
    ///   - moment: when the balance was asked for, by this machine's clock: what moved it without a row before that is in it
    ///     as well; `nil` where that is not known.
    ///   - now: this machine's clock now; `nil` where the moment is not known.
    package borrowing func coverIntents(
        of child: ChildRow.ID, on server: ServerRow.ID, rows: Bool, askedAt moment: Timestamp? = nil,
        now: Timestamp? = nil
    ) throws {
        try run(IntentTable.cover, server, child, rows, moment, now)
    }

    /// An order about a record has moved the balance, and the child's is from before that.
    package borrowing func uncover(_ id: IntentRow.ID) throws { try run(IntentTable.uncover, id) }
}

extension IntentRow {
    fileprivate static let owner = Query<IntentRow.ID, ServerRow.ID, TransactionRow.ID>(
        "intent.owner", "SELECT id FROM intent WHERE server = ?1 AND txn = ?2")
}
