package import SQLite
package import Values

/// One try to deliver, from its mark to its outcome.
package struct AttemptRow: Sendable, Equatable {
    /// From 1, for each delivery; goes on when a person puts it back in the queue.
    package let number: Int
    /// Wall time of the mark, before the first byte.
    package let startedAt: Timestamp
    /// `nil` while it is under way.
    package let finishedAt: Timestamp?
    /// `delivered`, `retry`, `in-doubt`, `skipped` or `dead`.
    package let outcome: String?
    /// Why it failed, a word from a closed set; `nil` if it did not.
    package let reason: FailureReason?
    /// What the target said, in a sentence without secrets.
    package let detail: String?

    /// Its target took what was sent.
    package var isTaken: Bool { outcome == "delivered" }
}

extension AttemptRow: RowDecodable {
    /// Columns in the order of this file's query.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        startedAt = try row.value(1)
        finishedAt = try row.value(2)
        outcome = try row.value(3)
        // A newer program may have written it.
        reason = try? row.value(4)
        detail = try row.value(5)
    }

    static let ofDelivery = Query<AttemptRow, DeliveryRow.Number>(
        "attempt.ofDelivery",
        """
        SELECT number, started_at, finished_at, outcome, reason, detail FROM attempt WHERE delivery = ?1 ORDER BY number
        """)
}
