package import SQLite
package import Values

/// What a target shows of a matter, where it can change what it shows.
package struct MessageRow: Sendable, Equatable {
    /// As alerts have it.
    package let thread: String
    /// The target's name.
    package let target: String
    /// The target's own id of the message, as its answer had it.
    package let remote: String
    /// By which it was made, or changed last.
    package let delivery: DeliveryRow.Number
    /// The matter was not over when it was made or changed.
    package let isOpen: Bool
    /// Wall time of that.
    package let updatedAt: Timestamp
}

extension MessageRow: RowDecodable {
    /// Thread, target, id, delivery, whether it is open, moment.
    package init(row: borrowing Row) throws {
        thread = try row.value(0)
        target = try row.value(1)
        remote = try row.value(2)
        delivery = try row.value(3)
        isOpen = try row.value(4)
        updatedAt = try row.value(5)
    }
}

extension Reading where Self: ~Copyable {
    /// `nil` where a target shows nothing of a matter that it could change.
    package borrowing func message(of thread: String, at target: String) throws -> MessageRow? {
        try firstReadable(MessageTable.byThread, thread, target)
    }
}

extension WriteTransaction {
    /// Notes what a target shows since an attempt has ended; in the commit that has the outcome.
    borrowing func noteMessage(of number: DeliveryRow.Number, _ end: AttemptEnd, now: Timestamp) throws {
        if end.reason == .messageGone { try run(MessageTable.forget, number) }
        // A digest tells of several matters, and none of them can change it.
        guard end.outcome == .delivered, end.digest == nil, let message = end.message else { return }
        try run(MessageTable.keep, number, message, now)
    }

    /// Whether a living message can take up what is told now: it is there, and not older than a day.
    borrowing func livesOn(_ delivery: PlannedDelivery, at now: Timestamp) throws -> Bool {
        guard let living = delivery.living else { return false }
        return try first(MessageTable.living, living, delivery.target, now) != nil
    }

    /// A step of forgetting what was last changed long ago.
    ///
    /// - Returns: How many went.
    borrowing func forgetMessages(before horizon: Timestamp, _ step: Int) throws -> Int {
        try run(MessageTable.purge, horizon, step)
    }
}

private enum MessageTable {
    static let byThread = Query<MessageRow, String, String>(
        "message.byThread",
        """
        SELECT thread, target, remote, delivery, state = 'open', updated_at FROM message WHERE thread = ?1 AND target = ?2
        """)

    static let living = Query<Int, String, String, Timestamp>(
        "message.living",
        "SELECT 1 FROM message WHERE thread = ?1 AND target = ?2 AND created_at > ?3 - 86400000000")

    static let keep = Update<DeliveryRow.Number, String, Timestamp>(
        "message.keep",
        """
        INSERT INTO message (thread, target, remote, delivery, state, created_at, updated_at)
        SELECT coalesce(d.living, a.thread), d.target, ?2, d.number, iif(d.living IS NULL AND a.closes, 'closed', 'open'),
          ?3, ?3
        FROM delivery d JOIN alert a ON a.key = d.alert
        WHERE d.number = ?1 AND coalesce(d.living, a.thread) IS NOT NULL
        ON CONFLICT (thread, target) DO UPDATE SET remote = excluded.remote, delivery = excluded.delivery,
          state = excluded.state, updated_at = excluded.updated_at,
          created_at = iif(remote = excluded.remote, created_at, excluded.created_at)
        """)

    static let forget = Update<DeliveryRow.Number>(
        "message.forget",
        """
        DELETE FROM message WHERE (thread, target) IN (
          SELECT coalesce(d.living, a.thread), d.target FROM delivery d JOIN alert a ON a.key = d.alert
          WHERE d.number = ?1)
        """)

    static let purge = Update<Timestamp, Int>(
        "message.purge",
        """
        DELETE FROM message WHERE (thread, target) IN (
          SELECT thread, target FROM message WHERE updated_at < ?1 ORDER BY updated_at LIMIT ?2)
        """)
}
