package import SQLite
package import Values

extension WriteTransaction {
    /// Puts what waited for a target into one digest: the oldest that it has not refused by themselves, ``DigestRow/bound`` at most.
    ///
    /// It is told whole or not at all: its members are marked and settled together from now on.
    ///
    /// - Parameter now: in the time in which the lane counts what is due.
    /// - Returns: How many; 0 if fewer than the policy's threshold have waited, and then nothing was changed.
    @discardableResult
    package borrowing func gather(_ target: String, _ policy: DigestPolicy, now: Timestamp) throws -> Int {
        let members = try gatherable(target, policy, now: now)
        guard !members.isEmpty, let digest = try first(DigestTable.make, target, now) else { return 0 }
        for member in members { try run(DigestTable.join, member, digest) }
        return members.count
    }
}

extension Reading where Self: ~Copyable {
    /// What a digest would be made of, in order; empty if too few have waited.
    borrowing func gatherable(
        _ target: String, _ policy: DigestPolicy, now: Timestamp
    ) throws -> [DeliveryRow.Number] {
        guard let threshold = policy.threshold else { return [] }
        let horizon = now.advanced(by: .zero - policy.patience)
        let numbers = try all(DigestTable.gatherable, target, horizon, DigestRow.bound + 64)
        return numbers.count < threshold ? [] : Array(numbers.sorted().prefix(DigestRow.bound))
    }

    /// The digest with those of its members that are not at their end, and what of these cannot be read; `nil` if there are none.
    borrowing func digest(
        _ number: DigestRow.Number
    ) throws -> (work: DigestWork?, unreadable: [UnreadableDelivery]) {
        var (members, unreadable) = ([DeliveryWork](), [UnreadableDelivery]())
        for member in try all(DigestTable.open, number) {
            switch try delivery(member) {
            case .whole(let work)?: members.append(work)
            case .unreadable(let remains)?: unreadable.append(remains)
            case nil: break
            }
        }
        guard !members.isEmpty, let row = try first(DigestTable.byNumber, number) else { return (nil, unreadable) }
        return (DigestWork(row: row, members: members), unreadable)
    }
}

enum DigestTable {
    static let make = Query<DigestRow.Number, String, Timestamp>(
        "digest.make", "INSERT INTO digest (target, created_at) VALUES (?1, ?2) RETURNING number")

    static let join = Update<DeliveryRow.Number, DigestRow.Number>(
        "digest.join", "UPDATE delivery SET digest = ?2 WHERE number = ?1")

    static let setBody = Update<DigestRow.Number, [UInt8]?>(
        "digest.setBody", "UPDATE digest SET body = ?2 WHERE number = ?1")

    static let byNumber = Query<DigestRow, DigestRow.Number>(
        "digest.byNumber", "SELECT number, body, created_at FROM digest WHERE number = ?1")

    /// Of the oldest that wait, so that a look costs the same however many there are; but for what is held, which each look passes over.
    /// What changes a message goes by itself: a digest can change none. So does a drill, which proves the way that alerts take, and whatever a
    /// digest was refused with; what an outage met first waits with those behind it.
    static let gatherable = Query<DeliveryRow.Number, String, Timestamp, Int>(
        "digest.gatherable",
        """
        SELECT number FROM (
          SELECT number, alert, state, attempts, reason, digest, late, created_at, living FROM delivery
          WHERE target = ?1 AND state IN ('queued', 'in-doubt')
            AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number)
          ORDER BY number LIMIT ?3) waiting
        WHERE state = 'queued' AND digest IS NULL AND (late = 1 OR created_at <= ?2)
          AND (attempts = 0 OR reason IN ('unreachable', 'tls', 'server-error', 'rate-limited', 'off'))
          AND living IS NULL
          AND NOT EXISTS (SELECT 1 FROM alert WHERE key = waiting.alert AND event = 'drill')
          AND NOT EXISTS (
            SELECT 1 FROM alert a JOIN message m ON m.thread = a.thread AND m.target = ?1 AND m.state = 'open'
            WHERE a.key = waiting.alert AND a.closes = 1)
        """)

    static let open = Query<DeliveryRow.Number, DigestRow.Number>(
        "digest.open",
        """
        SELECT number FROM delivery WHERE digest = ?1 AND state IN ('queued', 'in-doubt', 'attempting')
        ORDER BY number LIMIT 100
        """)

    static let waiting = Query<DeliveryRow.Number, DigestRow.Number>(
        "digest.waiting",
        """
        SELECT number FROM delivery WHERE digest = ?1 AND state IN ('queued', 'in-doubt') ORDER BY number LIMIT 100
        """)

    static let marked = Query<DeliveryRow.Number, DigestRow.Number>(
        "digest.marked",
        "SELECT number FROM delivery WHERE digest = ?1 AND state = 'attempting' ORDER BY number LIMIT 100")

    static let dissolve = Update<DigestRow.Number>(
        "digest.dissolve", "UPDATE delivery SET digest = NULL WHERE digest = ?1")

    /// Once nothing is in it: its bytes would stay for ever.
    static let remove = Update<DigestRow.Number>("digest.remove", "DELETE FROM digest WHERE number = ?1")
}
