package import SQLite
package import Values

extension HintRow {
    static let insert = Query<
        HintRow.ID, AccountRow.ID, String, ChildRow.ID?, TransactionRow.ID?, JournalRow.Sequence?, Timestamp
    >(
        "hint.insert",
        """
        INSERT INTO hint (account, target, child, txn, journal, received_at, state)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open') RETURNING id
        """)
    static let open = Query<HintRow, AccountRow.ID>(
        "hint.open",
        """
        SELECT id, account, target, child, txn, journal, received_at, state, scans, settled_at FROM hint
        WHERE account = ?1 AND state = 'open' ORDER BY id
        """)
    static let reported = Query<HintRow, AccountRow.ID>(
        "hint.reported",
        """
        SELECT id, account, target, child, txn, journal, received_at, state, scans, settled_at FROM hint
        WHERE account = ?1 AND state = 'reported' ORDER BY id
        """)
    static let settle = Update<HintRow.ID, State, Timestamp>(
        "hint.settle", "UPDATE hint SET state = ?2, settled_at = ?3 WHERE id = ?1 AND state <> 'resolved'")
    static let count = Update<HintRow.ID, Int>("hint.count", "UPDATE hint SET scans = ?2 WHERE id = ?1")
    static let reportAll = Update<AccountRow.ID, Timestamp>(
        "hint.reportAll",
        "UPDATE hint SET state = 'reported', settled_at = ?2 WHERE account = ?1 AND state = 'open'")
    static let purge = Update<Timestamp, Int>(
        "hint.purge",
        """
        DELETE FROM hint WHERE id IN (
          SELECT id FROM hint WHERE state <> 'open' AND settled_at < ?1 ORDER BY settled_at LIMIT ?2)
        """)
    // A reported hint whose transaction turns up after all. The plus keeps the account out of the choice of an index.
    static let resolveReported = Update<ServerRow.ID, TransactionRow.ID, Timestamp>(
        "hint.resolveReported",
        """
        UPDATE hint SET state = 'resolved', settled_at = ?3 WHERE state = 'reported' AND txn = ?2
          AND +account IN (SELECT id FROM account WHERE server = ?1)
        """)
}

extension Reading where Self: ~Copyable {
    /// In the order in which they came.
    package borrowing func openHints(of account: AccountRow.ID) throws -> [HintRow] {
        try readable(HintRow.open, account)
    }
    /// In the order in which they came; those that were purged are not among them.
    package borrowing func reportedHints(of account: AccountRow.ID) throws -> [HintRow] {
        try readable(HintRow.reported, account)
    }
}

extension WriteTransaction {
    /// Opens a hint.
    package borrowing func openHint(
        account: AccountRow.ID, target: String, child: ChildRow.ID? = nil, transaction: TransactionRow.ID? = nil,
        journal: JournalRow.Sequence?, at moment: Timestamp
    ) throws -> HintRow.ID {
        guard let id = try first(HintRow.insert, account, target, child, transaction, journal, moment) else {
            throw DatabaseError(.other, "hint.insert", "the new number was not returned")
        }
        return id
    }

    /// Ends a hint as a fact (`resolved`) or as a report (`reported`).
    package borrowing func settle(_ hint: HintRow.ID, as state: HintRow.State, at moment: Timestamp) throws {
        try run(HintRow.settle, hint, state, moment)
    }

    /// Notes how many complete scans did not answer the hint.
    package borrowing func setScans(of hint: HintRow.ID, to count: Int) throws { try run(HintRow.count, hint, count) }

    /// Resolves what was reported missing and has turned up, whichever account heard of it.
    package borrowing func resolveReported(
        _ transaction: TransactionRow.ID, on server: ServerRow.ID, at moment: Timestamp
    ) throws {
        try run(HintRow.resolveReported, server, transaction, moment)
    }
}
