package import SQLite
package import Values

/// A transaction that the server has listed and that is not withdrawn: what a complete reading has to have.
package struct ListedBefore: Sendable, Hashable, RowDecodable {
    package let id: TransactionRow.ID
    /// On the server's clock.
    package let createdAt: Timestamp
    /// When the first of the complete readings began that lacked it, by the server's clock; `nil` while it is listed.
    package let missingAt: Timestamp?

    /// - Parameter missingAt: `nil` while it is listed.
    package init(id: TransactionRow.ID, createdAt: Timestamp, missingAt: Timestamp?) {
        self.id = id
        self.createdAt = createdAt
        self.missingAt = missingAt
    }

    /// Columns in the order of the query.
    package init(row: borrowing Row) throws {
        id = try row.value(0)
        createdAt = try row.value(1)
        missingAt = try row.value(2)
    }
}

/// Why the store takes a transaction for one that the server lists no longer, or nearly so.
package struct TransactionAbsence: Sendable, Hashable, RowDecodable {
    /// See ``ListedBefore/missingAt``; `nil` also for what is withdrawn.
    package let missingAt: Timestamp?
    /// Wall time since which it does not count; `nil` while it does.
    package let withdrawnAt: Timestamp?

    /// Columns in the order of the query.
    package init(row: borrowing Row) throws {
        missingAt = try row.value(0)
        withdrawnAt = try row.value(1)
    }
}

private enum AbsenceTable {
    static let ofTransaction = Query<TransactionAbsence, ServerRow.ID, TransactionRow.ID>(
        "txn.absence",
        """
        SELECT missing_at, withdrawn_at FROM txn
        WHERE server = ?1 AND id = ?2 AND (missing_at IS NOT NULL OR withdrawn_at IS NOT NULL)
        """)
    static let any = Query<Int, ServerRow.ID, ChildRow.ID>(
        "txn.anyAbsent",
        """
        SELECT EXISTS (SELECT 1 FROM txn WHERE server = ?1 AND child = ?2 AND missing_at IS NOT NULL)
          OR EXISTS (SELECT 1 FROM txn WHERE server = ?1 AND child = ?2 AND withdrawn_at IS NOT NULL)
        """)
    static let listed = Query<ListedBefore, ServerRow.ID, ChildRow.ID>(
        "txn.listedBefore",
        "SELECT id, created_at, missing_at FROM txn WHERE server = ?1 AND child = ?2 AND withdrawn_at IS NULL")
    static let firstMissing = Query<Timestamp?, AccountRow.ID>(
        "txn.firstMissing",
        """
        SELECT min(t.missing_at) FROM account_child c JOIN txn t ON t.server = c.server AND t.child = c.child
        WHERE c.account = ?1 AND t.missing_at IS NOT NULL
        """)
    static let setMissing = Update<ServerRow.ID, TransactionRow.ID, Timestamp?>(
        "txn.setMissing", "UPDATE txn SET missing_at = ?3 WHERE server = ?1 AND id = ?2")
    static let setWithdrawn = Update<ServerRow.ID, TransactionRow.ID, Timestamp?>(
        "txn.setWithdrawn", "UPDATE txn SET missing_at = NULL, withdrawn_at = ?3 WHERE server = ?1 AND id = ?2")
    static let entered = Query<Int, ServerRow.ID, TransactionRow.ID>(
        "intent.entered", "SELECT 1 FROM intent WHERE server = ?1 AND txn = ?2")
    static let claimant = Query<Int, ServerRow.ID, TransactionRow.ID>(
        "intent.claimant",
        """
        SELECT 1 FROM intent WHERE server = ?1 AND txn = ?2 AND state IN ('accepted', 'sending', 'unknown', 'acked')
        """)
}

extension Reading where Self: ~Copyable {
    /// `nil` for one that the server lists, as far as is known.
    package borrowing func absence(of id: TransactionRow.ID, on server: ServerRow.ID) throws -> TransactionAbsence? {
        try first(AbsenceTable.ofTransaction, server, id)
    }

    /// Whether one of the child's rows is missing or withdrawn.
    package borrowing func hasAbsentees(_ child: ChildRow.ID, on server: ServerRow.ID) throws -> Bool {
        try first(AbsenceTable.any, server, child) == 1
    }

    /// All of the child's rows that count, in any order.
    package borrowing func listedBefore(_ child: ChildRow.ID, on server: ServerRow.ID) throws -> [ListedBefore] {
        try readable(AbsenceTable.listed, server, child)
    }

    /// Since when the longest missing row of the account's children is missing, by the server's clock; `nil` for none.
    package borrowing func firstMissing(of account: AccountRow.ID) throws -> Timestamp? {
        try first(AbsenceTable.firstMissing, account) ?? nil
    }

    /// Whether it was entered here, as far as is known.
    package borrowing func wasEnteredHere(_ id: TransactionRow.ID, on server: ServerRow.ID) throws -> Bool {
        try first(AbsenceTable.entered, server, id) != nil
    }

    /// Whether an entry that is not at its end takes the row for its own.
    package borrowing func isClaimedByWaitingIntent(_ id: TransactionRow.ID, on server: ServerRow.ID) throws -> Bool {
        try first(AbsenceTable.claimant, server, id) != nil
    }
}

extension WriteTransaction {
    /// - Parameter moment: when the first complete reading began that lacked the row, by the server's clock; `nil`: it is listed.
    package borrowing func setMissing(_ id: TransactionRow.ID, on server: ServerRow.ID, since moment: Timestamp?) throws
    {
        try run(AbsenceTable.setMissing, server, id, moment)
    }

    /// Takes a row for withdrawn: it stays with all that it said, which is a revision from now on, and counts nowhere.
    package borrowing func withdraw(_ row: TransactionRow, at moment: Timestamp) throws {
        try run(TransactionRevision.keep, row.server, row.id, moment)
        try run(AbsenceTable.setWithdrawn, row.server, row.id, moment)
        try count(row, times: -1)
    }

    /// Takes a withdrawn row back, as the server describes it now: that it was withdrawn is a revision from now on.
    package borrowing func takeBack(_ row: TransactionRow, at moment: Timestamp) throws {
        try run(TransactionRevision.keep, row.server, row.id, moment)
        try run(TransactionRow.update, row)
        try run(AbsenceTable.setWithdrawn, row.server, row.id, nil)
        try count(row)
    }
}
