import SQLite
import Values

/// A span that begins with a message of one rule to one target, and in which what follows is gathered. A pure value.
///
/// The first is told at once: that something has happened is never late. What follows is told together at the end; if anything was, the
/// next window begins there, so that however much happens, a message comes once in a span at most.
struct GroupWindow: Sendable, Equatable {
    let end: Timestamp
    let span: Duration
    /// Something was gathered in it.
    let holds: Bool

    /// What is done with an alert that comes now.
    ///
    /// - Parameters:
    ///   - last: the window that was opened last; `nil` if none was.
    ///   - limit: not gathered any longer.
    /// - Returns: Until when it is held, `nil` to tell it at once; and the window that there is afterwards.
    static func admit(
        at now: Timestamp, span: Duration, after last: GroupWindow?, endsBy limit: Timestamp?
    ) -> (heldUntil: Timestamp?, window: GroupWindow) {
        // One that ends later than one that begins now was opened by a clock that has been put right since.
        if let last, last.end <= now.advanced(by: span) {
            let end = now < last.end ? last.end : last.end.advanced(by: span)
            if now < end, now < last.end || last.holds {
                let until = min(end, max(limit ?? end, now))
                return (until > now ? until : nil, GroupWindow(end: end, span: span, holds: true))
            }
        }
        return (nil, GroupWindow(end: now.advanced(by: span), span: span, holds: false))
    }
}

extension GroupWindow: RowDecodable {
    /// End, span in microseconds, whether it holds something.
    init(row: borrowing Row) throws {
        end = try row.value(0)
        span = .microseconds(try row.value(1, as: Int64.self))
        holds = try row.value(2)
    }
}

extension WriteTransaction {
    /// Until when a delivery that this commit causes is gathered with others of its rule; `nil` if it is told at once.
    borrowing func gathers(
        _ delivery: PlannedDelivery, at now: Timestamp
    ) throws -> (until: Timestamp, span: Duration)? {
        guard let timing = delivery.timing, let span = timing.group, let rule = delivery.rule else { return nil }
        let last = try firstReadable(WindowTable.ofTarget, rule, delivery.target)
        let (until, window) = GroupWindow.admit(at: now, span: span, after: last, endsBy: timing.groupEndsBy)
        try run(WindowTable.set, rule, delivery.target, window.end, window.span.microseconds, window.holds)
        return until.map { ($0, span) }
    }

    /// Forgets windows that ended long ago, of rules and targets that may be configured no more.
    ///
    /// - Returns: How many went.
    borrowing func forgetWindows(before horizon: Timestamp) throws -> Int { try run(WindowTable.purge, horizon) }

    /// Moves windows along with a wall clock that was set: they are of so many minutes, whatever it says.
    borrowing func moveWindows(_ target: String, by microseconds: Int64) throws {
        try run(WindowTable.move, target, microseconds)
        try run(WindowTable.moveHeld, target, microseconds)
    }

    /// At a start, after which a clock may say less than when they were opened: none lasts longer than one that begins now.
    borrowing func shortenWindows(_ target: String, now: Timestamp) throws {
        try run(WindowTable.shortenHeld, target, now)
    }
}

private enum WindowTable {
    static let ofTarget = Query<GroupWindow, String, String>(
        "window.ofTarget", "SELECT ends_at, span, holds FROM group_window WHERE rule = ?1 AND target = ?2")

    static let set = Update<String, String, Timestamp, Int64, Bool>(
        "window.set",
        """
        INSERT INTO group_window (rule, target, ends_at, span, holds) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (rule, target) DO UPDATE SET ends_at = ?3, span = ?4, holds = ?5
        """)

    static let purge = Update<Timestamp>("window.purge", "DELETE FROM group_window WHERE ends_at < ?1")

    static let move = Update<String, Int64>(
        "window.move", "UPDATE group_window SET ends_at = ends_at + ?2 WHERE target = ?1")

    static let moveHeld = Update<String, Int64>(
        "window.moveHeld", "UPDATE held SET until = until + ?2 WHERE target = ?1 AND span IS NOT NULL")

    static let shortenHeld = Update<String, Timestamp>(
        "window.shortenHeld",
        "UPDATE held SET until = ?2 + span WHERE target = ?1 AND span IS NOT NULL AND until > ?2 + span")
}
