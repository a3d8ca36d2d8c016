package import SQLite
package import Values

/// That a target took nothing when it was tried last: known after a restart too, whatever has become of the delivery.
package struct TargetFailure: Sendable, Equatable {
    /// Wall time of the first failure since it last answered as one that works.
    package let since: Timestamp
    /// Why the last attempt failed; `nil` for a word of a newer program.
    package let reason: FailureReason?
    /// What the target said last, in a sentence without secrets.
    package let detail: String?

    /// - Parameter detail: cleaned, and without secrets: it is shown as it is.
    package init(since: Timestamp, reason: FailureReason?, detail: String?) {
        self.since = since
        self.reason = reason
        self.detail = detail
    }

    /// The wall clock was set by so much.
    package func moved(by step: Duration) -> TargetFailure {
        TargetFailure(since: since.advanced(by: step), reason: reason, detail: detail)
    }
}

extension TargetFailure: RowDecodable {
    /// Since when, reason, detail.
    package init(row: borrowing Row) throws {
        since = try row.value(0)
        reason = try? row.value(1)
        detail = try row.value(2)
    }
}

extension AttemptEnd {
    /// What is known of the target's failing after this end.
    ///
    /// - Parameter former: what was known before it.
    package func failure(after former: TargetFailure?, now: Timestamp) -> TargetFailure? {
        switch sign {
        case .took, .answered: nil
        case .none: former
        case .failed: TargetFailure(since: former?.since ?? now, reason: reason, detail: detail)
        }
    }
}

extension Reading where Self: ~Copyable {
    /// `nil` if the target worked when it was tried last, or was never tried.
    package borrowing func failure(of target: String) throws -> TargetFailure? {
        try first(FailureTable.ofTarget, target)
    }
}

extension WriteTransaction {
    /// Keeps what an attempt's end shows of its target, in the commit that records it. Who was told that the target takes nothing
    /// is told that it does again only if the last that is known is that it took something.
    borrowing func note(_ end: AttemptEnd, now: Timestamp) throws {
        if end.sign == .none { return }
        guard let target = try first(FailureTable.target, end.delivery) else { return }
        try note(end.sign, of: target, reason: end.reason, detail: end.detail, now: now)
    }

    /// The same of an attempt with what is no delivery.
    package borrowing func note(
        _ sign: AttemptEnd.Sign, of target: String, reason: FailureReason? = nil, detail: String? = nil, now: Timestamp
    ) throws {
        switch sign {
        case .none: return
        case .answered: try run(FailureTable.forget, target)
        case .took:
            try run(FailureTable.forget, target)
            for event in [AlertRow.Event.targetSuspended, .targetSilent] {
                try run(FailureTable.prove, event, target, true)
            }
        case .failed:
            try run(FailureTable.keep, target, now, reason, detail)
            for event in [AlertRow.Event.targetSuspended, .targetSilent] {
                try run(FailureTable.prove, event, target, false)
            }
        }
    }
}

enum FailureTable {
    static let ofTarget = Query<TargetFailure, String>(
        "failure.ofTarget", "SELECT since, reason, detail FROM target_failure WHERE target = ?1")

    static let target = Query<String, DeliveryRow.Number>(
        "failure.target", "SELECT target FROM delivery WHERE number = ?1")

    static let keep = Update<String, Timestamp, FailureReason?, String?>(
        "failure.keep",
        """
        INSERT INTO target_failure (target, since, reason, detail) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (target) DO UPDATE SET reason = excluded.reason, detail = excluded.detail
        """)

    static let forget = Update<String>("failure.forget", "DELETE FROM target_failure WHERE target = ?1")

    static let move = Update<String, Int64>(
        "failure.move", "UPDATE target_failure SET since = since + ?2 WHERE target = ?1")

    static let prove = Update<AlertRow.Event, String, Bool>(
        "failure.prove", "UPDATE problem SET proven = ?3 WHERE event = ?1 AND subject = ?2 AND proven <> ?3")
}
