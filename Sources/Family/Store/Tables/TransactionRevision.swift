package import SQLite
package import Values

/// What the server said of a transaction before it said something else of it.
package struct TransactionRevision: Sendable, Hashable, RowDecodable {
    /// Counts from 1.
    package let number: Int
    /// As ``TransactionRow`` has it, like all that follow.
    package let amount: Decimal
    package let kind: TransactionRow.Kind
    package let category: String
    package let description: String
    package let balanceAfter: Decimal
    package let createdAt: Timestamp
    package let notes: String?
    /// Wall time of the commit that replaced it.
    package let until: Timestamp
    /// The server did not list it from then until ``until``; `nil` where it did.
    package let withdrawnAt: Timestamp?

    /// Columns in the order of the query.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        amount = try row.value(1)
        kind = try row.value(2)
        category = try row.value(3)
        description = try row.value(4)
        balanceAfter = try row.value(5)
        createdAt = try row.value(6)
        notes = try row.value(7)
        until = try row.value(8)
        withdrawnAt = try row.value(9)
    }

    static let ofTransaction = Query<TransactionRevision, ServerRow.ID, TransactionRow.ID>(
        "txnRevision.ofTransaction",
        """
        SELECT number, amount, kind, category, description, balance_after, created_at, notes, until, withdrawn_at
        FROM txn_revision WHERE server = ?1 AND txn = ?2 ORDER BY number
        """)
    static let keep = Update<ServerRow.ID, TransactionRow.ID, Timestamp>(
        "txnRevision.keep",
        """
        INSERT INTO txn_revision (server, txn, number, amount, kind, category, description, balance_after, created_at,
          notes, until, withdrawn_at)
        SELECT server, id,
          ifnull((SELECT number FROM txn_revision WHERE server = ?1 AND txn = ?2 ORDER BY number DESC LIMIT 1), 0) + 1,
          amount, kind, category, description, balance_after, created_at, notes, ?3, withdrawn_at
        FROM txn WHERE server = ?1 AND id = ?2
        """)
    static let purge = Update<Timestamp, Int>(
        "txnRevision.purge",
        """
        DELETE FROM txn_revision WHERE (server, txn, number) IN (
          SELECT server, txn, number FROM txn_revision WHERE until < ?1 ORDER BY until LIMIT ?2)
        """)
}

extension Reading where Self: ~Copyable {
    /// What the server said of the transaction before, the oldest first, as far back as is kept.
    package borrowing func revisions(
        of id: TransactionRow.ID, on server: ServerRow.ID
    ) throws -> [TransactionRevision] {
        try readable(TransactionRevision.ofTransaction, server, id)
    }
}

extension WriteTransaction {
    /// Replaces what the store has under the row's id, and keeps that as a revision.
    package borrowing func revise(_ row: TransactionRow, at moment: Timestamp) throws {
        try run(TransactionRevision.keep, row.server, row.id, moment)
        try update(row)
    }
}
