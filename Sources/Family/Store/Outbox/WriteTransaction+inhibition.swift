import SQLite
import Values

/// What is not worth telling while something else is wrong, because a rule says so.
extension WriteTransaction {
    /// Skips a delivery that waits for its first attempt, while one of the problems that its rule names is open for an account that sees
    /// the alert's child, or for the program as a whole.
    ///
    /// - Returns: Whether it did.
    borrowing func skipsInhibited(
        _ alert: AlertRow.Key, _ delivery: PlannedDelivery, at now: Timestamp
    ) throws -> Bool {
        for event in delivery.timing?.unless ?? [] {
            guard let subject = try first(InhibitionTable.open, alert, event) else { continue }
            let sentence = "\(event.rawValue)\(subject.isEmpty ? "" : " of \(subject)") was not over"
            return try run(InhibitionTable.skip, alert, delivery.target, .inhibited, sentence, now) == 1
        }
        return false
    }
}

extension Reading where Self: ~Copyable {
    /// Whether a target is to be told of an alert, and its rule has not left it out.
    borrowing func isPlanned(_ alert: AlertRow.Key, for target: String) throws -> Bool {
        try first(InhibitionTable.planned, alert, target, .inhibited) != nil
    }
}

private enum InhibitionTable {
    static let planned = Query<Int, AlertRow.Key, String, FailureReason>(
        "inhibition.planned",
        """
        SELECT 1 FROM delivery WHERE alert = ?1 AND target = ?2 AND (state <> 'skipped' OR reason IS NOT ?3)
        """)

    // Of an alert without a server, such as one about the program, only what is about the whole program.
    static let open = Query<String, AlertRow.Key, AlertRow.Event>(
        "inhibition.open",
        """
        SELECT p.subject FROM problem p, alert a WHERE a.key = ?1 AND p.event = ?2 AND (p.subject = '' OR EXISTS (
          SELECT 1 FROM account WHERE account.name = p.subject AND account.server = a.server
            AND (NOT EXISTS (SELECT 1 FROM account_child WHERE server = a.server AND child = a.child)
              OR EXISTS (SELECT 1 FROM account_child
                WHERE account_child.account = account.id AND server = a.server AND child = a.child))))
        ORDER BY p.subject LIMIT 1
        """)

    static let skip = Update<AlertRow.Key, String, FailureReason, String, Timestamp>(
        "inhibition.skip",
        """
        UPDATE delivery SET state = 'skipped', reason = ?3, detail = ?4, updated_at = ?5
        WHERE alert = ?1 AND target = ?2 AND state = 'queued'
        """)
}
