package import SQLite
package import Values

extension IntentRow {
    static let byID = Query<IntentRow, IntentRow.ID>(
        "intent.byID",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE id = ?1
        """)
    static let newest = Query<IntentRow, Int>(
        "intent.newest",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent ORDER BY number DESC LIMIT ?1
        """)
    static let inState = Query<IntentRow, State>(
        "intent.inState",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE state = ?1 ORDER BY number
        """)
    static let uncovered = Query<IntentRow>(
        "intent.uncovered",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE uncovered = 1
        """)
    // Whoever signed in afterwards sends nothing of it.
    static let toSend = Query<IntentRow, AccountRow.ID>(
        "intent.toSend",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE state IN ('accepted', 'sending', 'unknown', 'acked') AND account = ?1
          AND (server, accepted_by) = (SELECT server, user_id FROM account WHERE id = ?1) ORDER BY number
        """)
    static let sent = Query<IntentRow, ServerRow.ID, ChildRow.ID>(
        "intent.sent",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE server = ?1 AND child = ?2 AND state IN ('accepted', 'sending', 'unknown', 'acked')
          AND deed = 'transaction' AND first_sent_at IS NOT NULL ORDER BY number
        """)
    // A login's own lists say nothing of what another login has ordered.
    static let sentOrders = Query<IntentRow, ServerRow.ID, String, AccountRow.ID>(
        "intent.sentOrders",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE server = ?1 AND owner = ?2 AND state IN ('accepted', 'sending', 'unknown', 'acked')
          AND deed <> 'transaction' AND first_sent_at IS NOT NULL AND (owner <> '' OR account = ?3) ORDER BY number
        """)
    static let openOrders = Query<IntentRow, RecordRow.Kind>(
        "intent.openOrders",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE kind = ?1 AND state IN ('accepted', 'sending', 'unknown', 'acked', 'parked') ORDER BY number
        """)
    // What makes or moves something names what it made; what changes a record names that record, as others may.
    static let takenFacts = Query<RecordRow.ID, IntentRow.ID>(
        "intent.takenFacts",
        """
        SELECT o.fact FROM intent i JOIN intent o ON o.server = i.server AND o.kind = i.kind
        WHERE i.id = ?1 AND o.id <> i.id AND o.fact IS NOT NULL AND o.fact IS NOT o.record
        """)
    static let ownChanges = Query<String, ServerRow.ID, RecordRow.ID, Int, String, Timestamp>(
        "intent.ownChanges",
        """
        SELECT payload FROM intent WHERE server = ?1 AND record = ?2 AND number < ?3 AND accepted_by = ?4
          AND state = 'confirmed' AND settled_at >= ?5 ORDER BY number
        """)
    static let withPrefix = Query<IntentRow, String>(
        "intent.withPrefix",
        """
        SELECT number, id, account, server, child, amount, category, description, notes, accepted_by, accepted_at, state,
          attempts, before, first_sent_at, last_attempt_at, due_at, reason, answered, txn, uncovered, settled_at, deed,
          record, owner, payload, base, known, fact, sum
        FROM intent WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 2
        """)
    // Those that need a person wait too: nothing piles up without a bound.
    static let openCount = Query<Int>(
        "intent.openCount",
        """
        SELECT sum(count) FROM tally
        WHERE name IN ('intent.accepted', 'intent.sending', 'intent.unknown', 'intent.acked', 'intent.parked')
        """)
    // Rows that count as no other intent.
    static let candidates = Query<TransactionRow, IntentRow.ID, Timestamp>(
        "intent.candidates",
        """
        SELECT t.server, t.id, t.child, t.amount, t.kind, t.category, t.description, t.balance_after, t.created_at,
          t.created_by, t.notes, t.position, t.first_seen_at, t.source, t.late
        FROM intent i JOIN txn t ON t.server = i.server AND t.child = i.child
        WHERE i.id = ?1 AND t.created_at >= ?2 AND t.withdrawn_at IS NULL
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
        let states = IntentRow.State.allCases.filter { !$0.isEnded }
        return try states.flatMap { try readable(IntentRow.inState, $0) }.sorted { $0.number < $1.number }
    }

    /// What lists and balances of children have to add, in the order of acceptance: what waits, and what is a row already
    /// that the child's balance does not have.
    package borrowing func overlay() throws -> [IntentRow] {
        let waiting = try IntentRow.State.allCases.filter(\.isWaiting).flatMap { try readable(IntentRow.inState, $0) }
        let uncovered = try readable(IntentRow.uncovered).filter { !$0.state.isWaiting }
        return (waiting + uncovered).filter { $0.order.content != nil }.sorted { $0.number < $1.number }
    }

    /// Orders about records that move a balance: what waits, and what is done and not in the child's balance; in the order of
    /// acceptance.
    package borrowing func movingOrders() throws -> [IntentRow] {
        let waiting = try IntentRow.State.allCases.filter(\.isWaiting).flatMap { try readable(IntentRow.inState, $0) }
        let uncovered = try readable(IntentRow.uncovered).filter { !$0.state.isWaiting }
        return (waiting + uncovered).filter { $0.order.record?.deed.movesBalance ?? false }
            .sorted { $0.number < $1.number }
    }

    /// What the account's login, as it is now, has yet to send or to see, in the order of acceptance.
    package borrowing func intentsToSend(by account: AccountRow.ID) throws -> [IntentRow] {
        try readable(IntentRow.toSend, account)
    }

    /// Those of the child that a row of the server's may be, whoever sent them; in the order of acceptance.
    package borrowing func sentIntents(of child: ChildRow.ID, on server: ServerRow.ID) throws -> [IntentRow] {
        try readable(IntentRow.sent, server, child).filter { !$0.isDamaged }
    }

    /// Orders about records whose list this may be, which were sent, in the order of acceptance.
    ///
    /// - Parameters:
    ///   - owner: the child or the record whose list it is; empty for a login's own.
    ///   - account: by whose login the list was read.
    package borrowing func sentOrders(owner: String, by account: AccountRow) throws -> [IntentRow] {
        try readable(IntentRow.sentOrders, account.server, owner, account.id).filter { !$0.isDamaged }
    }

    /// What lists of this kind have to show besides: what waits, and what needs a person; in the order of acceptance.
    package borrowing func openOrders(_ kind: RecordRow.Kind) throws -> [IntentRow] {
        try readable(IntentRow.openOrders, kind)
    }

    /// What other orders of its kind made, so that none of it counts twice.
    package borrowing func takenFacts(besides intent: IntentRow) throws -> Set<String> {
        Set(try readable(IntentRow.takenFacts, intent.id).map(\.rawValue))
    }

    /// The child's rows since a moment of the server's clock that count as no other intent; the earliest first.
    package borrowing func candidates(for intent: IntentRow, since moment: Timestamp) throws -> [TransactionRow] {
        try readable(IntentRow.candidates, intent.id, moment)
    }
}
