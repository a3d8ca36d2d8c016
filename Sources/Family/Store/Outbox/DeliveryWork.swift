package import SQLite
import Values

/// A delivery with all that is needed to carry it out, or to show it to a person.
package struct DeliveryWork: Sendable, Equatable {
    package let delivery: DeliveryRow
    package let alert: AlertRow
    package let child: ChildRow
    /// The transaction that the alert tells of, or that caused the low balance.
    package let transaction: TransactionRow?
}

extension DeliveryWork {
    static let byNumber = Query<DeliveryWork, DeliveryRow.Number>(
        "delivery.work",
        """
        SELECT d.number, d.alert, d.target, d.rule, d.template, d.state, d.due_at, d.attempts,
          CASE d.attempts WHEN 0 THEN NULL ELSE (
            SELECT min(started_at) FROM attempt WHERE delivery = d.number
              AND number > (SELECT max(number) FROM attempt WHERE delivery = d.number) - d.attempts) END,
          d.repeat, d.body, d.reason, d.detail, d.created_at, d.updated_at,
          a.event, a.rule, a.threshold, a.balance, a.late, a.created_at,
          c.server, c.id, c.first_name, c.last_name, c.balance, c.seen_at, c.gone, c.baseline_at,
          t.id, t.amount, t.kind, t.category, t.description, t.balance_after, t.created_at, t.created_by, t.notes,
          t.position, t.first_seen_at, t.source, t.late
        FROM delivery d JOIN alert a ON a.key = d.alert
          JOIN child c ON c.server = a.server AND c.id = a.child
          LEFT JOIN txn t ON t.server = a.server AND t.id = a.txn
        WHERE d.number = ?1
        """)
}

extension DeliveryWork: RowDecodable {
    package init(row: borrowing Row) throws {
        delivery = try DeliveryRow(row: row)
        alert = try AlertRow(key: delivery.alert, work: row)
        child = try ChildRow(work: row)
        transaction = try TransactionRow(work: row, child: child)
    }
}

extension DeliveryRow: RowDecodable {
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        alert = try row.value(1)
        target = try row.value(2)
        rule = try row.value(3)
        template = try row.value(4)
        state = try row.value(5)
        dueAt = try row.value(6)
        attempts = try row.value(7)
        firstAttemptAt = try row.value(8)
        isRepeat = try row.value(9)
        body = try row.value(10)
        reason = try row.value(11)
        detail = try row.value(12)
        createdAt = try row.value(13)
        updatedAt = try row.value(14)
    }
}

extension AlertRow {
    fileprivate init(key: Key, work row: borrowing Row) throws {
        self.key = key
        event = try row.value(15)
        rule = try row.value(16)
        threshold = try row.value(17)
        balance = try row.value(18)
        isLate = try row.value(19)
        createdAt = try row.value(20)
    }
}

extension ChildRow {
    fileprivate init(work row: borrowing Row) throws {
        self.init(
            server: try row.value(21), id: try row.value(22), firstName: try row.value(23),
            lastName: try row.value(24), balance: try row.value(25), seenAt: try row.value(26),
            isGone: try row.value(27), baselineAt: try row.value(28))
    }
}

extension TransactionRow {
    fileprivate init?(work row: borrowing Row, child: ChildRow) throws {
        guard let id = try row.value(29, as: ID?.self) else { return nil }
        self.init(
            server: child.server, id: id, child: child.id, amount: try row.value(30), kind: try row.value(31),
            category: try row.value(32), description: try row.value(33), balanceAfter: try row.value(34),
            createdAt: try row.value(35), createdBy: try row.value(36), notes: try row.value(37),
            position: try row.value(38), firstSeenAt: try row.value(39), source: try row.value(40),
            isLate: try row.value(41))
    }
}
