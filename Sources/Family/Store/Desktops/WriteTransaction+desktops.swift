import SQLite
package import Values

extension WriteTransaction {
    /// Notes that a person has seen these at a desktop of the target; what was never told there, nobody has.
    ///
    /// - Returns: those of them that are news.
    package borrowing func seen(
        _ alerts: [AlertRow.Key], at target: String, now: Timestamp
    ) throws -> [AlertRow.Key] {
        var news: [AlertRow.Key] = []
        for alert in alerts where try first(DesktopTable.isFor, alert, target) != nil {
            if try markSeen(alert, by: target, at: now) { news.append(alert) }
        }
        return news
    }
}

private enum DesktopTable {
    static let isFor = Query<Int64, AlertRow.Key, String>(
        "desktop.isFor",
        """
        SELECT number FROM delivery
        WHERE alert = ?1 AND target = ?2 AND (state IN ('attempting', 'in-doubt', 'delivered') OR repeat = 1)
        """)
}
