import Store
package import Values

/// Notices a hub that is connected and says nothing of what scans then find.
///
/// Many hubs tell a login only some of what happens, or nothing: such a hub is quiet, not deaf. So only transactions of a kind count that it
/// has announced to this login before, made while it was connected. After three in a row its connection is renewed; after three more
/// a person is told. Whatever it says of money proves that it is heard. It costs three transactions to have the connection renewed,
/// and it is renewed once an hour at most: nothing goes round in a circle.
package struct HubHearing: Sendable, Equatable {
    /// How the hub does. The number counts transactions in a row that it should have announced.
    package enum Phase: Sendable, Equatable {
        case hearing(missed: Int)
        /// Its connection was renewed.
        case renewed(since: Timestamp, missed: Int)
        /// The renewed connection is no better.
        case deaf(since: Timestamp, missed: Int)
    }

    /// So many transactions in a row.
    package static let limit = 3
    /// A message may come so long after its transaction, whose time is cut to seconds.
    package static let grace: Duration = .seconds(3)
    /// From one renewal to the next at least.
    package static let spacing: Duration = .seconds(3_600)

    /// See ``Phase``.
    package private(set) var phase = Phase.hearing(missed: 0)
    /// When the hub last said anything about money; wall time.
    package private(set) var heardAt: Timestamp?
    private var renewedAt: Duration?

    /// Of a hub of which nothing is known.
    package init() {}

    /// The hub has said something about money.
    package mutating func heard(at wall: Timestamp) {
        phase = .hearing(missed: 0)
        heardAt = wall
    }

    /// A scan has found transactions that the hub should have announced.
    ///
    /// - Parameter now: since the engine was made.
    /// - Returns: Whether the connection is to be renewed.
    package mutating func missed(_ count: Int, wall: Timestamp, now: Duration) -> Bool {
        guard count > 0 else { return false }
        let mayRenew = renewedAt.map { now - $0 >= Self.spacing } ?? true
        switch phase {
        case .hearing(let missed):
            // Of one that may not be renewed yet nobody says that it was.
            guard missed + count >= Self.limit, mayRenew else {
                phase = .hearing(missed: min(missed + count, Self.limit))
                return false
            }
            phase = .renewed(since: wall, missed: 0)
        case .renewed(let since, let missed):
            guard missed + count >= Self.limit else {
                phase = .renewed(since: since, missed: missed + count)
                return false
            }
            phase = .deaf(since: since, missed: 0)
        case .deaf(let since, let missed):
            guard missed + count >= Self.limit else {
                phase = .deaf(since: since, missed: missed + count)
                return false
            }
            phase = .deaf(since: since, missed: 0)
        }
        guard mayRenew else { return false }
        renewedAt = now
        return true
    }

    /// Whether a hub should have announced a transaction by now, had it been heard.
    ///
    /// - Parameters:
    ///   - age: since the transaction was made.
    ///   - connected: for how long the hub has been connected; `nil` if it is not.
    package static func shouldHaveHeard(age: Duration, connected: Duration?) -> Bool {
        guard let connected, age >= grace else { return false }
        return age + grace <= connected
    }
}

extension Set<AnnouncedKind> {
    /// Takes the kinds of those rows that were announced; returns what is news, as far as there is room.
    mutating func learn(from rows: [TransactionRow]) -> Set<AnnouncedKind> {
        var news: Set<AnnouncedKind> = []
        for row in rows where row.source == .hint && count < AnnouncedKind.limit {
            let kind = AnnouncedKind(of: row)
            if insert(kind).inserted { news.insert(kind) }
        }
        return news
    }
}
