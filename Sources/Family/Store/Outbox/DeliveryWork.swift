package import SQLite
import Values

/// A delivery with all that is needed to carry it out, or to show it to a person.
package struct DeliveryWork: Sendable, Equatable {
    /// As of the moment of the reading.
    package let delivery: DeliveryRow
    /// What is told; its words are made when it is sent.
    package let alert: AlertRow
    /// As the child is now, perhaps renamed since the alert; `nil` for an alert about the program itself.
    package let child: ChildRow?
    /// The transaction that the alert tells of, or that caused the low balance, as the server had it then.
    package let transaction: TransactionRow?
    /// The name of the account that reads the child's list; of several the one that was here first, so that the same alert
    /// names the same account at every attempt. `nil` if no account sees the child any more.
    package let account: String?
    /// The target's own id of the message that shows the matter which this one ends, or the child as it was; `nil` where there is none.
    package let message: String?
    /// It is told by a message that shows the child as it is now, and not by one of its own.
    package let isLiving: Bool
    /// The child's newest transactions, newest first, as of the moment of the reading; of what is not living none.
    package var newest: [TransactionRow] = []
    /// Where people have seen the alert, the first look at the beginning; only where a delivery is read for people.
    package var sightings: [SeenRow] = []
    /// Whom its rule told first of it, also where this tells it again or to others; only where a delivery is read for people.
    package var toldFirst: [String] = []
}

extension DeliveryWork {
    /// So many of its child are in a living message.
    static let shownTransactions = 5

    /// A delivery's rows: all that they say, or which column says nothing.
    enum Rows: Sendable {
        case whole(DeliveryWork)
        case unreadable(fault: String)
    }

    static let byNumber = Query<Rows, DeliveryRow.Number>(
        "delivery.work",
        """
        SELECT d.number, d.alert, d.target, d.rule, d.template, d.state, d.due_at, d.attempts,
          CASE d.attempts WHEN 0 THEN NULL ELSE (
            SELECT min(started_at) FROM attempt WHERE delivery = d.number
              AND number > (SELECT max(number) FROM attempt WHERE delivery = d.number) - d.attempts) END,
          CASE WHEN d.attempts < 2 THEN 0 ELSE (
            SELECT coalesce(sum(min(max(later.started_at - sooner.started_at, 0), 21600000000)), 0)
            FROM attempt later JOIN attempt sooner
              ON sooner.delivery = later.delivery AND sooner.number = later.number - 1
            WHERE later.delivery = d.number
              AND later.number > (SELECT max(number) FROM attempt WHERE delivery = d.number) - d.attempts + 1) END,
          d.repeat, d.body, d.reason, d.detail, d.created_at, d.updated_at, d.digest,
          a.event, a.rule, a.threshold, a.balance, a.late, a.created_at, a.subject, a.sentence, a.since, a.over,
          c.server, c.id, c.first_name, c.last_name, c.balance, c.seen_at, c.gone, c.baseline_at,
          t.id, ifnull(v.amount, t.amount) AS amount, ifnull(v.kind, t.kind) AS kind,
          ifnull(v.category, t.category) AS category, ifnull(v.description, t.description) AS description,
          ifnull(v.balance_after, t.balance_after) AS balance_after, ifnull(v.created_at, t.created_at) AS created_at,
          t.created_by, iif(v.number IS NULL, t.notes, v.notes) AS notes,
          t.position, t.first_seen_at, t.source, t.late, d.style,
          (SELECT name FROM account WHERE id = (
            SELECT account FROM account_child WHERE server = c.server AND child = c.id
            ORDER BY read_at IS NULL, account LIMIT 1)),
          h.until, a.thread, a.closes, a.details,
          CASE
            WHEN d.living IS NOT NULL THEN (
              SELECT remote FROM message WHERE thread = d.living AND target = d.target
                AND created_at > d.created_at - 86400000000)
            WHEN a.closes = 1 THEN (
              SELECT remote FROM message WHERE thread = a.thread AND target = d.target AND state = 'open') END,
          d.living IS NOT NULL,
          m.kind, m.step, m.times, h.span
        FROM delivery d JOIN alert a ON a.key = d.alert
          LEFT JOIN child c ON c.server = a.server AND c.id = a.child
          LEFT JOIN txn t ON t.server = a.server AND t.id = a.txn
          LEFT JOIN txn_revision v ON v.server = a.server AND v.txn = a.txn AND v.number = (
            SELECT number FROM txn_revision WHERE server = a.server AND txn = a.txn AND number >= a.revision
            ORDER BY number LIMIT 1)
          LEFT JOIN reminder m ON m.alert = a.key
          LEFT JOIN held h ON h.delivery = d.number
        WHERE d.number = ?1
        """)
}

extension DeliveryWork.Rows: RowDecodable {
    init(row: borrowing Row) throws {
        var table = "delivery"
        do {
            let delivery = try DeliveryRow(row: row)
            table = "alert"
            let alert = try AlertRow(key: delivery.alert, work: row)
            table = "child"
            let child = try ChildRow(work: row)
            table = "txn"
            guard (child == nil) == (alert.notice != nil) else {
                self = .unreadable(fault: "its child is missing")
                return
            }
            let transaction = try child.flatMap { try TransactionRow(work: row, child: $0) }
            // The name of a row that is nobody's here is no reason to leave the delivery undone.
            self = .whole(
                DeliveryWork(
                    delivery: delivery, alert: alert, child: child, transaction: transaction,
                    account: try? row.value(49), message: try? row.value(54), isLiving: try row.value(55)))
        } catch let error as DatabaseError where error.kind == .decoding {
            self = .unreadable(fault: "table \(table), \(error.message)")
        }
    }
}

extension DeliveryRow: RowDecodable {
    /// Of ``DeliveryWork``'s query the columns 0 to 16, 48 (the style), 50 (until when it is held) and 59 (for how long it is gathered).
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        alert = try row.value(1)
        target = try row.value(2)
        rule = try row.value(3)
        template = try row.value(4)
        state = try row.value(5)
        dueAt = try row.value(6)
        attempts = DeliveryRow.counted(try row.value(7))
        firstAttemptAt = try row.value(8)
        triedFor = .microseconds(try row.value(9, as: Int64.self))
        isRepeat = try row.value(10)
        body = try row.value(11)
        // A word of a newer program is no reason to leave the delivery undone.
        reason = try? row.value(12)
        detail = try row.value(13)
        createdAt = try row.value(14)
        updatedAt = try row.value(15)
        digest = try row.value(16)
        style = try row.value(48)
        heldUntil = try? row.value(50)
        isGathered = (try? row.value(59, as: Int64?.self) ?? nil) != nil
    }
}

extension AlertRow {
    fileprivate init(key: Key, work row: borrowing Row) throws {
        self.key = key
        event = try row.value(17)
        rule = try row.value(18)
        threshold = try row.value(19)
        balance = try row.value(20)
        isLate = try row.value(21)
        createdAt = try row.value(22)
        notice = try Notice(work: row)
        thread = try row.value(51)
        closesThread = try row.value(52)
        details = try row.value(53)
        if let kind = try row.value(56, as: Reminder.Kind?.self) {
            reminder = Reminder(kind: kind, step: try row.value(57), times: try row.value(58))
        }
    }
}

extension AlertRow.Notice {
    fileprivate init?(work row: borrowing Row) throws {
        guard let subject = try row.value(23, as: String?.self) else { return nil }
        self.init(
            subject: subject, sentence: try row.value(24), since: try row.value(25), isOver: try row.value(26))
    }
}

extension ChildRow {
    fileprivate init?(work row: borrowing Row) throws {
        guard try row.value(27, as: ServerRow.ID?.self) != nil else { return nil }
        self.init(
            server: try row.value(27), id: try row.value(28), firstName: try row.value(29),
            lastName: try row.value(30), balance: try row.value(31), seenAt: try row.value(32),
            isGone: try row.value(33), baselineAt: try row.value(34))
    }
}

extension TransactionRow {
    fileprivate init?(work row: borrowing Row, child: ChildRow) throws {
        guard let id = try row.value(35, as: ID?.self) else { return nil }
        self.init(
            server: child.server, id: id, child: child.id, amount: try row.value(36), kind: try row.value(37),
            category: try row.value(38), description: try row.value(39), balanceAfter: try row.value(40),
            createdAt: try row.value(41), createdBy: try row.value(42), notes: try row.value(43),
            position: try row.value(44), firstSeenAt: try row.value(45), source: try row.value(46),
            isLate: try row.value(47))
    }
}
