import SQLite
import Values

/// The marks and outcomes of attempts. Each works inside the caller's transaction, so many can share one commit.
extension WriteTransaction {
    /// Marks an attempt; false if the delivery no longer waits, because a person discarded it in between.
    borrowing func begin(_ start: AttemptStart, now: Timestamp) throws -> Bool {
        guard try run(AttemptTable.begin, start.delivery, start.body, now) == 1 else { return false }
        try run(AttemptTable.insert, start.delivery, now)
        return true
    }

    /// Records what became of a marked attempt.
    borrowing func finish(_ end: AttemptEnd, now: Timestamp) throws {
        if end.outcome == .notSent {
            guard try run(AttemptTable.takeBack, end.delivery, now) == 1 else { return }
            try run(AttemptTable.removeOpen, end.delivery)
            return
        }
        let changed = try run(
            AttemptTable.finish, end.delivery, end.outcome.state, end.outcome.dueAt, end.outcome.mayHaveArrived,
            end.reason, end.detail, now)
        guard changed == 1 else { return }
        try run(AttemptTable.close, end.delivery, now, end.outcome.word, end.reason, end.detail)
    }

    /// Records outcomes and takes back every other mark of the target.
    borrowing func endLane(_ target: String, finish ends: [AttemptEnd], now: Timestamp) throws {
        for end in ends { try finish(end, now: now) }
        for entry in try all(LaneTable.marked, target) {
            try finish(AttemptEnd(entry.number, .notSent), now: now)
        }
    }
}

enum AttemptTable {
    static let begin = Update<DeliveryRow.Number, [UInt8]?, Timestamp>(
        "attempt.begin",
        """
        UPDATE delivery SET state = 'attempting', attempts = attempts + 1, body = ?2, updated_at = ?3
        WHERE number = ?1 AND state IN ('queued', 'in-doubt')
        """)

    static let insert = Update<DeliveryRow.Number, Timestamp>(
        "attempt.insert",
        """
        INSERT INTO attempt (delivery, number, started_at)
        VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM attempt WHERE delivery = ?1), ?2)
        """)

    static let finish = Update<
        DeliveryRow.Number, DeliveryRow.State, Timestamp?, Bool, FailureReason?, String?, Timestamp
    >(
        "attempt.finish",
        """
        UPDATE delivery
        SET state = ?2, due_at = coalesce(?3, due_at), repeat = max(repeat, ?4), reason = ?5, detail = ?6,
            updated_at = ?7
        WHERE number = ?1 AND state = 'attempting'
        """)

    static let close = Update<DeliveryRow.Number, Timestamp, String, FailureReason?, String?>(
        "attempt.close",
        """
        UPDATE attempt SET finished_at = ?2, outcome = ?3, reason = ?4, detail = ?5
        WHERE delivery = ?1 AND finished_at IS NULL
        """)

    static let takeBack = Update<DeliveryRow.Number, Timestamp>(
        "attempt.takeBack",
        """
        UPDATE delivery
        SET state = CASE repeat WHEN 1 THEN 'in-doubt' ELSE 'queued' END, attempts = attempts - 1, updated_at = ?2
        WHERE number = ?1 AND state = 'attempting'
        """)

    static let removeOpen = Update<DeliveryRow.Number>(
        "attempt.removeOpen", "DELETE FROM attempt WHERE delivery = ?1 AND finished_at IS NULL")

    static let skip = Update<DeliveryRow.Number, FailureReason, String, Timestamp>(
        "attempt.skip",
        """
        UPDATE delivery SET state = 'skipped', reason = ?2, detail = ?3, updated_at = ?4
        WHERE number = ?1 AND state = 'in-doubt'
        """)

    // What is of a wrong kind is set right, or the row could not be written at all.
    static let giveUp = Update<DeliveryRow.Number, FailureReason, String, Timestamp>(
        "attempt.giveUp",
        """
        UPDATE delivery
        SET state = 'dead', reason = ?2, detail = ?3, updated_at = ?4, repeat = iif(repeat IN (0, 1), repeat, 1),
          rule = iif(typeof(rule) = 'text', rule, NULL), template = iif(typeof(template) = 'text', template, NULL),
          style = iif(typeof(style) = 'text', style, NULL), body = iif(typeof(body) = 'blob', body, NULL),
          due_at = iif(typeof(due_at) = 'integer', due_at, ?4),
          attempts = iif(typeof(attempts) = 'integer', attempts, 0),
          created_at = iif(typeof(created_at) = 'integer', created_at, ?4)
        WHERE number = ?1 AND state IN ('queued', 'in-doubt', 'attempting')
        """)

    static let wake = Update<String, Timestamp>(
        "attempt.wake",
        """
        UPDATE delivery SET due_at = ?2, updated_at = ?2
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts > 0 AND due_at <> ?2
        """)

    static let moveDue = Update<String, Int64, Timestamp>(
        "attempt.moveDue",
        """
        UPDATE delivery SET due_at = due_at + ?2, updated_at = ?3
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts > 0
        """)

    static let recoverDeliveries = Update<Timestamp, FailureReason>(
        "attempt.recoverDeliveries",
        """
        UPDATE delivery
        SET state = 'in-doubt', repeat = 1, due_at = ?1, updated_at = ?1, reason = ?2,
            detail = 'the program ended while it was being sent; it may have arrived'
        WHERE number IN (SELECT delivery FROM attempt WHERE finished_at IS NULL)
        """)

    static let recoverAttempts = Update<Timestamp, FailureReason>(
        "attempt.recoverAttempts",
        """
        UPDATE attempt
        SET finished_at = ?1, outcome = 'in-doubt', reason = ?2,
            detail = 'the program ended while it was being sent; it may have arrived'
        WHERE finished_at IS NULL
        """)
}
