package import AllowanceAPI
package import Store
package import Values

/// Decides which of a child's rows a complete reading of its history proves to be listed no longer.
///
/// The list is newest first, so a row that is newer than the page's last one has to be in it. What is older than that is proven to
/// be gone only by a page that no server's limit has cut: those are round numbers, and what is longer than any reading is one too.
package enum AbsenceCheck {
    /// - Parameters:
    ///   - page: as far back as the history is read, newest first.
    ///   - known: the child's rows that count.
    /// - Returns: Those of `known` that the server lists no longer, the earliest first.
    package static func absent(from page: [Transaction], among known: [ListedBefore]) -> [ListedBefore] {
        let listed = Set(page.map(\.rowID))
        let isMaybeCut = !page.isEmpty && page.count.isMultiple(of: 10)
        let end = isMaybeCut ? page.last?.createdAt : nil
        return known.filter { row in !listed.contains(row.id) && (end.map { row.createdAt > $0 } ?? true) }
            .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// What becomes of a row that is absent.
    package enum Verdict: Sendable, Equatable {
        /// It is absent since this reading, by the server's clock: another one decides.
        case missing(since: Timestamp)
        /// It was absent before, and not for long enough.
        case stillMissing
        /// Two readings, far enough apart, lack it.
        case gone
    }

    /// - Parameters:
    ///   - readAt: when the reading began, by the server's clock.
    ///   - wait: from the first reading without the row to the one that decides.
    package static func verdict(on row: ListedBefore, readAt: Timestamp, wait: Duration) -> Verdict {
        // A server's clock that was set back begins anew.
        guard let since = row.missingAt, since <= readAt else { return .missing(since: readAt) }
        return readAt.duration(since: since) >= wait ? .gone : .stillMissing
    }
}

/// What rows that are gone mean.
package enum Disappearance: Sendable, Equatable {
    /// Somebody took them back: each is told.
    case withdrawn
    /// The server knows less than it did, as after its restore from a backup: nobody is told of each.
    case restored

    /// Fewer than this are taken back one by one, wherever they stood.
    package static let least = 3
    /// As many at once are no family's doing.
    package static let many = 10

    /// - Parameters:
    ///   - count: rows that are gone at once.
    ///   - remaining: rows of the same children that are listed and were made within the time of those that are gone.
    package init(of count: Int, remaining: Int) {
        self = count >= Self.many || count >= Self.least && remaining == 0 ? .restored : .withdrawn
    }
}
