package import SQLite
package import Values

/// What is not told at a target any more, because of who reads it by now.
extension WriteTransaction {
    /// Ends a delivery before its first byte, because its target's people may not know of it. One that is marked was not sent, so its
    /// mark is taken back; the others of its digest are told without it.
    ///
    /// - Parameter detail: why, for people.
    package borrowing func bar(_ number: DeliveryRow.Number, detail: String, now: Timestamp) throws {
        if try run(AttemptTable.takeBack, number, now) == 1 { try run(AttemptTable.removeOpen, number) }
        try run(BarringTable.forgetDigest, number)
        try run(BarringTable.skip, number, .barred, detail, now)
        try letGo(number)
    }

    /// Forgets the words that what is not delivered was sent in before: the next attempt, also one that a person orders later, is put into
    /// words anew.
    borrowing func forgetBodies(of target: String) throws {
        try run(BarringTable.forgetBodies, target)
        try run(BarringTable.forgetDigests, target)
    }
}

private enum BarringTable {
    /// It names what is in it.
    static let forgetDigest = Update<DeliveryRow.Number>(
        "barring.forgetDigest",
        "UPDATE digest SET body = NULL WHERE number = (SELECT digest FROM delivery WHERE number = ?1)")

    static let skip = Update<DeliveryRow.Number, FailureReason, String, Timestamp>(
        "barring.skip",
        """
        UPDATE delivery
        SET state = 'skipped', reason = ?2, detail = ?3, updated_at = ?4, body = NULL, digest = NULL
        WHERE number = ?1 AND state IN ('queued', 'in-doubt')
        """)

    static let forgetBodies = Update<String>(
        "barring.forgetBodies",
        """
        UPDATE delivery SET body = NULL
        WHERE target = ?1 AND state IN ('queued', 'in-doubt', 'skipped', 'dead', 'discarded') AND body IS NOT NULL
        """)

    static let forgetDigests = Update<String>(
        "barring.forgetDigests", "UPDATE digest SET body = NULL WHERE target = ?1 AND body IS NOT NULL")
}
