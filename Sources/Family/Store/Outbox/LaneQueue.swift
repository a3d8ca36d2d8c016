package import SQLite
package import Values

/// What one target's lane may do next, of one moment.
///
/// What was never tried is due at once, whatever the clock said when it was caused. A digest stands here once, as the first of its
/// members.
package struct LaneQueue: Sendable, Equatable {
    /// One delivery that is not at its end.
    package struct Entry: Sendable, Equatable {
        /// Its place in the lane, too: numbers grow in the order in which deliveries were caused.
        package let number: DeliveryRow.Number
        /// Since it was queued or put back; those under way count.
        package let attempts: Int
        /// It may have arrived already.
        package let isInDoubt: Bool
        /// It tells of what is over, and hurries nobody.
        package let isLate: Bool
        /// Wall time of the commit that caused it.
        package let createdAt: Timestamp

        /// For tests of the lane's machine; the store reads entries from its rows.
        package init(
            number: DeliveryRow.Number, attempts: Int, isInDoubt: Bool, isLate: Bool = false,
            createdAt: Timestamp = Timestamp(microseconds: 0)
        ) {
            self.number = number
            self.attempts = attempts
            self.isInDoubt = isInDoubt
            self.isLate = isLate
            self.createdAt = createdAt
        }
    }

    /// Marked, and not sent by this process yet: born marked, or left over when the store failed. In order.
    package let marked: [Entry]
    /// The oldest that are due, in order.
    package let due: [Entry]
    /// The oldest that was never tried, however many others are before it.
    package let fresh: Entry?
    /// Due as well, but failed so often that they stepped out of the order; those that are due longest.
    package let aside: [Entry]
    /// When the next of those is due that are not, or of those that are held; `nil` if there is none.
    package let nextDueAt: Timestamp?
    /// When the first of those is to be let go that are held; `nil` if none is.
    package let heldUntil: Timestamp?
    /// So many have waited that they are to be told together: `WriteTransaction.gather`.
    package let gathers: Bool

    /// - Parameter fresh: looked at only where `due` has none.
    package init(
        marked: [Entry] = [], due: [Entry] = [], fresh: Entry? = nil, aside: [Entry] = [], nextDueAt: Timestamp? = nil,
        heldUntil: Timestamp? = nil, gathers: Bool = false
    ) {
        self.gathers = gathers
        self.marked = marked
        self.due = due
        self.fresh = due.first { $0.attempts == 0 } ?? fresh
        self.aside = aside
        self.nextDueAt = [nextDueAt, heldUntil].compactMap(\.self).min()
        self.heldUntil = heldUntil
    }
}

/// Which part of a lane is looked at.
package struct LaneLook: Sendable {
    /// The lane's target, by name.
    package let target: String
    /// Attempts after which a delivery steps out of the order.
    package let patience: Int
    /// Entries that are looked at; at least 1.
    package let limit: Int
    /// Attempts that this process has ended, though the store doesn't have their outcomes yet.
    package let ended: Set<DeliveryRow.Number>
    /// When deliveries are told together.
    package let digest: DigestPolicy

    /// - Parameter limit: at least 1; what is `aside` has a limit of its own.
    package init(
        target: String, patience: Int, limit: Int, ended: Set<DeliveryRow.Number> = [],
        digest: DigestPolicy = DigestPolicy(threshold: 0)
    ) {
        self.digest = digest
        self.target = target
        self.patience = patience
        self.limit = limit
        self.ended = ended
    }
}

extension LaneQueue.Entry: RowDecodable {
    /// Number, attempts, whether it is in doubt, whether it is late, when it was caused.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        // What of these cannot be read is found out when the delivery is loaded whole; until then it takes its turn.
        attempts = DeliveryRow.counted((try? row.value(1)) ?? 0)
        isInDoubt = (try? row.value(2)) ?? true
        isLate = (try? row.value(3)) ?? false
        createdAt = (try? row.value(4)) ?? Timestamp(microseconds: 0)
    }
}

extension Store {
    /// Looks at a lane, decides, and loads what was decided about, all of one moment.
    ///
    /// - Parameters:
    ///   - now: in the time in which the lane counts what is due.
    ///   - decide: gives the decision, and which deliveries it needs whole.
    /// - Returns: Also the digests that deliveries of these are in, and what could not be loaded, and would be in the way for ever:
    ///   ``giveUp(_:now:)``.
    package func lane<Decision: Sendable>(
        _ look: LaneLook, now: Timestamp,
        decide: @escaping @Sendable (LaneQueue) -> (Decision, [DeliveryRow.Number])
    ) async throws(StoreError) -> (
        decision: Decision, works: [DeliveryWork], digests: [DigestWork], unreadable: [UnreadableDelivery]
    ) {
        try await read("lane") { snapshot in
            let next = try snapshot.first(LaneTable.nextDue, look.target, now)
            let (decision, numbers) = decide(try snapshot.queue(look, next, now: now))
            var (works, digests, unreadable) = ([DeliveryWork](), [DigestWork](), [UnreadableDelivery]())
            // One whose moment cannot be read would never be due.
            let waiting = next.flatMap { $0.dueAt == nil ? $0.number : nil }
            for number in numbers + (waiting.map { [$0] } ?? []) {
                switch try snapshot.delivery(number) {
                case .whole(let work)?:
                    works.append(work)
                    guard let digest = work.delivery.digest else { continue }
                    let (whole, unread) = try snapshot.digest(digest)
                    unreadable += unread
                    if let whole { digests.append(whole) }
                case .unreadable(let remains)?: unreadable.append(remains)
                case nil: break
                }
            }
            return (decision, works, digests, unreadable)
        }
    }

    /// A sign for each commit that caused alerts; subscribe before the first look. The marks and outcomes of the lanes give
    /// none: a lane knows what it wrote.
    package func newAlerts() -> AsyncMapSequence<ChangeFeed, Void> {
        database.changes(to: ["alert"]).map { _ in }
    }
}

extension Reading where Self: ~Copyable {
    fileprivate borrowing func queue(
        _ look: LaneLook, _ next: LaneTable.Next?, now: Timestamp
    ) throws -> LaneQueue {
        let due = try all(LaneTable.due, look.target, look.patience, now, look.limit)
        // Fewer than were asked for are all that there are.
        let isAll = due.count < look.limit
        return LaneQueue(
            marked: try all(LaneTable.marked, look.target).filter { !look.ended.contains($0.number) }, due: due,
            fresh: isAll ? nil : try first(LaneTable.fresh, look.target),
            aside: try all(LaneTable.aside, look.target, look.patience, now), nextDueAt: next?.dueAt,
            heldUntil: try heldUntil(for: look.target), gathers: try gathers(look, due, now: now))
    }

    /// Nearly always the first line says no: few are due, or they are young.
    private borrowing func gathers(_ look: LaneLook, _ due: [LaneQueue.Entry], now: Timestamp) throws -> Bool {
        guard let threshold = look.digest.threshold, due.count >= min(look.limit, threshold) else { return false }
        let horizon = now.advanced(by: .zero - look.digest.patience)
        guard due.contains(where: { $0.isLate || $0.createdAt <= horizon }) else { return false }
        return try !gatherable(look.target, look.digest, now: now).isEmpty
    }
}

enum LaneTable {
    static let marked = Query<LaneQueue.Entry, String>(
        "lane.marked",
        """
        SELECT number, attempts, repeat, late, created_at FROM delivery
        WHERE target = ?1 AND state = 'attempting'
          AND (digest IS NULL OR number = (
            SELECT number FROM delivery other WHERE other.digest = delivery.digest AND other.state = 'attempting'
            ORDER BY number LIMIT 1))
        ORDER BY number
        """)

    static let due = Query<LaneQueue.Entry, String, Int, Timestamp, Int>(
        "lane.due",
        """
        SELECT number, attempts, state = 'in-doubt', late, created_at FROM delivery
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts < ?2 AND (attempts = 0 OR due_at <= ?3)
          AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number)
          AND (digest IS NULL OR number = (
            SELECT number FROM delivery other
            WHERE other.digest = delivery.digest AND other.state IN ('queued', 'in-doubt') ORDER BY number LIMIT 1))
        ORDER BY number LIMIT ?4
        """)

    static let fresh = Query<LaneQueue.Entry, String>(
        "lane.fresh",
        """
        SELECT number, attempts, state = 'in-doubt', late, created_at FROM delivery
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts = 0
          AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number)
          AND (digest IS NULL OR number = (
            SELECT number FROM delivery other
            WHERE other.digest = delivery.digest AND other.state IN ('queued', 'in-doubt') ORDER BY number LIMIT 1))
        ORDER BY number LIMIT 1
        """)

    static let aside = Query<LaneQueue.Entry, String, Int, Timestamp>(
        "lane.aside",
        """
        SELECT number, attempts, state = 'in-doubt', late, created_at FROM delivery
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts > 0 AND attempts >= ?2 AND due_at <= ?3
          AND (digest IS NULL OR number = (
            SELECT number FROM delivery other
            WHERE other.digest = delivery.digest AND other.state IN ('queued', 'in-doubt') ORDER BY number LIMIT 1))
        ORDER BY due_at, number LIMIT 2
        """)

    struct Next: RowDecodable {
        let number: DeliveryRow.Number
        let dueAt: Timestamp?

        init(row: borrowing Row) throws {
            number = try row.value(0)
            dueAt = try? row.value(1)
        }
    }

    static let nextDue = Query<Next, String, Timestamp>(
        "lane.nextDue",
        """
        SELECT number, due_at FROM delivery
        WHERE target = ?1 AND state IN ('queued', 'in-doubt') AND attempts > 0 AND due_at > ?2 ORDER BY due_at LIMIT 1
        """)
}
