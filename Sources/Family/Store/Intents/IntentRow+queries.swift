package import SQLite
package import Values

extension IntentRow {
    static let byID = Query<IntentRow, IntentRow.ID>(
        "intent.byID",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent WHERE id = ?1
        """)
    static let newest = Query<IntentRow, Int>(
        "intent.newest",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent ORDER BY number DESC LIMIT ?1
        """)
    static let inState = Query<IntentRow, State>(
        "intent.inState",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent WHERE state = ?1 ORDER BY number
        """)
    static let uncovered = Query<IntentRow>(
        "intent.uncovered",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent WHERE uncovered = 1
        """)
    // Whoever signed in afterwards sends nothing of it.
    static let toSend = Query<IntentRow, AccountRow.ID>(
        "intent.toSend",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent WHERE state IN ('accepted', 'sending', 'unknown', 'acked') AND account = ?1
          AND (server, accepted_by) = (SELECT server, user_id FROM account WHERE id = ?1) ORDER BY number
        """)
    static let sent = Query<IntentRow, ServerRow.ID, ChildRow.ID>(
        "intent.sent",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent WHERE server = ?1 AND child = ?2 AND state IN ('accepted', 'sending', 'unknown', 'acked')
          AND first_sent_at IS NOT NULL ORDER BY number
        """)
    static let withPrefix = Query<IntentRow, String>(
        "intent.withPrefix",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at
        FROM intent WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 2
        """)
    static let waitingCount = Query<Int>(
        "intent.waitingCount",
        """
        SELECT sum(count) FROM tally
        WHERE name IN ('intent.accepted', 'intent.sending', 'intent.unknown', 'intent.acked')
        """)
    // Rows that count as no other intent.
    static let candidates = Query<TransactionRow, IntentRow.ID, Timestamp>(
        "intent.candidates",
        """
        SELECT t.server, t.id, t.child, t.amount, t.kind, t.category, t.description, t.balance_after, t.created_at,
          t.created_by, t.notes, t.position, t.first_seen_at, t.source, t.late
        FROM intent i JOIN txn t ON t.server = i.server AND t.child = i.child
        WHERE i.id = ?1 AND t.created_at >= ?2
          AND NOT EXISTS (SELECT 1 FROM intent o WHERE o.server = t.server AND o.txn = t.id AND o.id <> i.id)
        ORDER BY t.created_at, t.position
        """)
}

extension Reading where Self: ~Copyable {
    /// `nil` for an id that nobody ever used.
    package borrowing func intent(_ id: IntentRow.ID) throws -> IntentRow? { try firstReadable(IntentRow.byID, id) }

    /// Those whose id begins so, at most two: enough to say that there are several.
    package borrowing func intents(startingWith prefix: String) throws -> [IntentRow] {
        try readable(IntentRow.withPrefix, prefix)
    }

    /// The newest first, whatever became of them.
    package borrowing func newestIntents(limit: Int) throws -> [IntentRow] { try readable(IntentRow.newest, limit) }

    /// What is not at its end, in the order of acceptance.
    package borrowing func openIntents() throws -> [IntentRow] {
        let states = IntentRow.State.allCases.filter { $0.isWaiting || $0 == .parked }
        return try states.flatMap { try readable(IntentRow.inState, $0) }.sorted { $0.number < $1.number }
    }

    /// What lists and balances of children have to add, in the order of acceptance: what waits, and what is a row already
    /// that the child's balance does not have.
    package borrowing func overlay() throws -> [IntentRow] {
        let waiting = try IntentRow.State.allCases.filter(\.isWaiting).flatMap { try readable(IntentRow.inState, $0) }
        let uncovered = try readable(IntentRow.uncovered).filter { !$0.state.isWaiting }
        return (waiting + uncovered).sorted { $0.number < $1.number }
    }

    /// What the account's login, as it is now, has yet to send or to see, in the order of acceptance.
    package borrowing func intentsToSend(by account: AccountRow.ID) throws -> [IntentRow] {
        try readable(IntentRow.toSend, account)
    }

    /// Those of the child that a row of the server's may be, whoever sent them; in the order of acceptance.
    package borrowing func sentIntents(of child: ChildRow.ID, on server: ServerRow.ID) throws -> [IntentRow] {
        try readable(IntentRow.sent, server, child)
    }

    /// The child's rows since a moment of the server's clock that count as no other intent; the earliest first.
    package borrowing func candidates(for intent: IntentRow, since moment: Timestamp) throws -> [TransactionRow] {
        try readable(IntentRow.candidates, intent.id, moment)
    }
}
