import SQLite
package import Values

/// What is held until quiet hours are over, or until what comes close after a message is told together: it waits, and holds up nobody.
extension WriteTransaction {
    /// Holds a delivery that this commit causes.
    ///
    /// - Parameter span: of the window in which it is gathered; `nil` for quiet hours.
    borrowing func hold(
        _ alert: AlertRow.Key, for target: String, until moment: Timestamp, gatheredFor span: Duration? = nil
    ) throws {
        try run(HeldTable.insert, alert, target, moment, span?.microseconds)
    }

    /// Lets go what was held for a target until now: of several one message is made, as far as the target takes such. What somebody wants
    /// silence about by then is skipped.
    ///
    /// - Parameter now: in the time in which the lane counts what is due.
    /// - Returns: How many; the next ones are let go by the next call.
    @discardableResult
    package borrowing func release(_ target: String, _ policy: DigestPolicy, now: Timestamp) throws -> Int {
        let held = try all(HeldTable.due, target, now, DigestRow.bound)
        var waiting: [DeliveryRow.Number] = []
        for entry in held {
            try run(HeldTable.remove, entry.delivery)
            guard entry.waits, try !skipsSilenced(entry.alert, for: target, told: now, at: now) else { continue }
            waiting.append(entry.delivery)
        }
        waiting.sort()
        if waiting.count > 1, policy.threshold != nil, let digest = try first(DigestTable.make, target, now) {
            for member in waiting { try run(DigestTable.join, member, digest) }
        }
        return held.count
    }

    /// The clock may have been put right since something was held by it, or put wrong: quiet hours of more than a week there are none, so
    /// what would wait longer waits as long as it was to wait when it was held.
    borrowing func shortenHeld(_ target: String, now: Timestamp) throws { try run(HeldTable.shorten, target, now) }

    /// A person has taken it in hand.
    borrowing func letGo(_ number: DeliveryRow.Number) throws { try run(HeldTable.remove, number) }
}

extension Reading where Self: ~Copyable {
    /// When the first is let go that is held for a target; `nil` if none is.
    borrowing func heldUntil(for target: String) throws -> Timestamp? { try first(HeldTable.next, target) }
}

private enum HeldTable {
    struct Entry: RowDecodable {
        let delivery: DeliveryRow.Number
        let alert: AlertRow.Key
        /// Nothing has become of it meanwhile.
        let waits: Bool

        init(row: borrowing Row) throws {
            delivery = try row.value(0)
            alert = try row.value(1)
            waits = try row.value(2)
        }
    }

    /// What was told before waits for nothing.
    static let insert = Update<AlertRow.Key, String, Timestamp, Int64?>(
        "held.insert",
        """
        INSERT INTO held (delivery, target, until, span)
        SELECT number, target, ?3, ?4 FROM delivery WHERE alert = ?1 AND target = ?2 AND state = 'queued'
        ON CONFLICT (delivery) DO NOTHING
        """)

    static let due = Query<Entry, String, Timestamp, Int>(
        "held.due",
        """
        SELECT h.delivery, d.alert, d.state = 'queued' AND d.digest IS NULL FROM held h JOIN delivery d ON d.number = h.delivery
        WHERE h.target = ?1 AND h.until <= ?2 ORDER BY h.until, h.delivery LIMIT ?3
        """)

    static let next = Query<Timestamp, String>(
        "held.next", "SELECT until FROM held WHERE target = ?1 ORDER BY until LIMIT 1")

    static let shorten = Update<String, Timestamp>(
        "held.shorten",
        """
        UPDATE held SET until = ?2 + min(604800000000, until - (SELECT created_at FROM delivery WHERE number = held.delivery))
        WHERE target = ?1 AND span IS NULL AND until > ?2 + 604800000000
        """)

    static let remove = Update<DeliveryRow.Number>("held.remove", "DELETE FROM held WHERE delivery = ?1")
}
