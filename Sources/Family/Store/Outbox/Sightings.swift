import SQLite
package import Values

/// What people have seen: the only way to write it down, by which ``news()`` tells of all of it.
package struct Sightings: Sendable {
    /// Whether what was seen at a place counts for a target, where the same rule told these first: who looks at the one may have no
    /// say for the people at the other.
    package typealias Counting = @Sendable (_ place: String, _ target: String, _ told: [String]) -> Bool

    /// For what people say themselves: it counts for all.
    package static let everybody: Counting = { _, _, _ in true }

    private let store: Store

    /// Of this store.
    package init(_ store: Store) { self.store = store }

    /// Notes that a person has seen these.
    ///
    /// - Parameters:
    ///   - place: a target's name, or what else the person used.
    ///   - mustBeTold: what was never told there, nobody can have seen there.
    ///   - counts: decides which reminders that wait are told nobody any more.
    /// - Returns: How many of them nobody had seen there before.
    @discardableResult
    package func mark(
        _ alerts: [AlertRow.Key], by place: String, mustBeTold: Bool = false, at now: Timestamp,
        counts: @escaping Counting
    ) async throws(StoreError) -> Int {
        let feed = store.seenFeed
        return try await store.write("seen.mark", onCommit: { feed.tell($0.news) }) { transaction in
            var (count, news) = (0, SeenNews(place: place))
            for alert in alerts {
                let told = try transaction.readable(Told.ofMatter, alert).filter(\.mayHaveArrived)
                if mustBeTold, !told.contains(where: { $0.target == place && $0.alert == alert }) { continue }
                guard try transaction.markSeen(alert, by: place, at: now, counts: counts) else { continue }
                count += 1
                for told in told { news.told[told.target, default: []].insert(told.alert.rawValue) }
            }
            return (count: count, news: news)
        }.count
    }

    /// What is seen from now on.
    package func news() -> AsyncStream<SeenNews> { store.seenFeed.subscribe() }
}

/// A delivery of an alert, or of a reminder.
private struct Told: RowDecodable {
    let target: String
    let alert: AlertRow.Key
    let mayHaveArrived: Bool

    init(row: borrowing Row) throws {
        target = try row.value(0)
        alert = try row.value(1)
        mayHaveArrived = try DeliveryRow.State.mayHaveArrived(row.value(2), isRepeat: row.value(3))
    }

    static let ofMatter = Query<Told, AlertRow.Key>(
        "seen.told",
        """
        WITH root (alert) AS (SELECT ifnull((SELECT root FROM reminder WHERE alert = ?1), ?1)),
          matter (alert) AS (SELECT alert FROM root UNION ALL SELECT r.alert FROM root JOIN reminder r ON r.root = root.alert)
        SELECT d.target, d.alert, d.state, d.repeat FROM matter JOIN delivery d ON d.alert = matter.alert
        """)
}
