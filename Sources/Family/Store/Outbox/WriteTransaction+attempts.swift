package import SQLite
package import Values

/// The marks and outcomes of attempts. Each works inside the caller's transaction, so many can share one commit.
extension WriteTransaction {
    /// Marks an attempt, of a digest that of each member; false if nothing of it waits any longer, because a person discarded it
    /// in between.
    borrowing func begin(_ start: AttemptStart, now: Timestamp) throws -> Bool {
        guard let digest = start.digest else { return try begin(start.delivery, body: start.body, now: now) }
        try run(DigestTable.setBody, digest, start.body)
        var isBegun = false
        for member in try all(DigestTable.waiting, digest) {
            isBegun = try begin(member, body: nil, now: now) || isBegun
        }
        return isBegun
    }

    private borrowing func begin(_ number: DeliveryRow.Number, body: [UInt8]?, now: Timestamp) throws -> Bool {
        guard try run(AttemptTable.begin, number, body, now) == 1 else { return false }
        try run(AttemptTable.insert, number, now)
        return true
    }

    /// Records what became of a marked attempt, of a digest that of each member.
    borrowing func finish(_ end: AttemptEnd, now: Timestamp) throws {
        try note(end, now: now)
        guard let digest = end.digest else { return try finish(end.delivery, end, now: now) }
        for member in try all(DigestTable.marked, digest) { try finish(member, end, now: now) }
        if end.dissolves {
            try run(DigestTable.dissolve, digest)
            try run(DigestTable.remove, digest)
        }
    }

    private borrowing func finish(_ number: DeliveryRow.Number, _ end: AttemptEnd, now: Timestamp) throws {
        if end.outcome == .notSent {
            guard try run(AttemptTable.takeBack, number, now) == 1 else { return }
            try run(AttemptTable.removeOpen, number)
            return
        }
        let changed = try run(
            AttemptTable.finish, number, end.outcome.state, end.outcome.dueAt, end.outcome.mayHaveArrived, end.reason,
            end.detail, now)
        guard changed == 1 else { return }
        try run(AttemptTable.close, number, now, end.outcome.word, end.reason, end.detail)
        try noteMessage(of: number, end, now: now)
        if end.outcome == .delivered { try countFollowUps(from: number, at: now) }
    }

    /// Makes everything due that waits for a target; if that has taken something, it is proven to work.
    borrowing func wake(_ target: String, isProven: Bool, now: Timestamp) throws -> Int {
        if isProven { try note(.took, of: target, now: now) }
        return try run(AttemptTable.wake, target, now)
    }

    /// Makes due now what waits because its target could not be reached. What is in doubt, and what the target wanted later or
    /// refused, keeps its time.
    ///
    /// - Parameter now: in the time in which the lane counts what is due.
    @discardableResult
    package borrowing func wakeUnreached(_ target: String, now: Timestamp) throws -> Int {
        try run(AttemptTable.wakeUnreached, target, now, .unreachable)
    }

    /// Records outcomes and takes back every other mark of the target.
    borrowing func endLane(_ target: String, finish ends: [AttemptEnd], now: Timestamp) throws {
        for end in ends { try finish(end, now: now) }
        for number in try all(AttemptTable.marked, target) {
            try finish(AttemptEnd(number, .notSent), now: now)
        }
    }
}

enum AttemptTable {
    static let marked = Query<DeliveryRow.Number, String>(
        "attempt.marked", "SELECT number FROM delivery WHERE target = ?1 AND state = 'attempting' ORDER BY number")

    static let begin = Update<DeliveryRow.Number, [UInt8]?, Timestamp>(
        "attempt.begin",
        """
        UPDATE delivery SET state = 'attempting', attempts = min(max(attempts, 0), 1000000) + 1, body = ?2, updated_at = ?3
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
        SET state = CASE repeat WHEN 1 THEN 'in-doubt' ELSE 'queued' END, attempts = max(attempts, 1) - 1, updated_at = ?2
        WHERE number = ?1 AND state = 'attempting'
        """)

    static let removeOpen = Update<DeliveryRow.Number>(
        "attempt.removeOpen", "DELETE FROM attempt WHERE delivery = ?1 AND finished_at IS NULL")

    static let skip = Update<DeliveryRow.Number, FailureReason, String, Timestamp>(
        "attempt.skip",
        """
        UPDATE delivery SET state = 'skipped', reason = ?2, detail = ?3, updated_at = ?4
        WHERE state = 'in-doubt'
          AND (number = ?1 OR digest = (SELECT digest FROM delivery WHERE number = ?1))
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

    static let wakeUnreached = Update<String, Timestamp, FailureReason>(
        "attempt.wakeUnreached",
        """
        UPDATE delivery SET due_at = ?2, updated_at = ?2
        WHERE target = ?1 AND state = 'queued' AND attempts > 0 AND reason = ?3 AND due_at <> ?2
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
