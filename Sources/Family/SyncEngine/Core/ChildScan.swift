package import Store
package import Values

/// Decides how far back the list of one child has to be read.
///
/// The list is newest first and knows only a limit. A row may appear below rows that were read before, because its time
/// is stamped before its commit, so the end is neither "nothing new on top" nor a time: it is a run of known rows at the
/// end of the page *and* an end older than what may still appear late. A longer page holds the shorter one, so asking
/// again with twice the limit misses nothing, whatever was inserted in between.
package struct ChildScan: Sendable, Equatable {
    /// How a page ends the scan, or why it does not.
    package enum Verdict: Sendable, Equatable {
        case readAgain(limit: Int)
        /// - Parameter isWholeHistory: no row of the child is older than the page.
        case finished(isWholeHistory: Bool)
    }

    /// Known rows that have to end a page.
    package static let overlap = 5
    package static let firstLimit = 20
    package static let firstLimitOfHistory = 320
    /// The longest page that is asked for.
    package static let ceiling = 40_960

    package private(set) var limit: Int
    /// The page's last row must be older; `nil` reads the whole history.
    private let horizon: Timestamp?

    /// - Parameters:
    ///   - horizon: what the last complete scan must have seen: its start less the lookback. `nil` for the whole history.
    ///   - knownRows: how many rows of the child the store has.
    package init(horizon: Timestamp?, knownRows: Int) {
        self.horizon = horizon
        limit =
            horizon != nil
            ? Self.firstLimit : min(Self.ceiling, max(Self.firstLimitOfHistory, knownRows + Self.firstLimit))
    }

    /// Judges a page.
    ///
    /// - Parameters:
    ///   - page: newest first.
    ///   - known: those of the page's ids that the store has.
    package mutating func read(_ page: [ListedTransaction], known: Set<TransactionRow.ID>) -> Verdict {
        if page.count < limit { return .finished(isWholeHistory: true) }
        if let horizon, let last = page.last, last.createdAt < horizon,
            page.suffix(Self.overlap).allSatisfy({ known.contains($0.id) })
        {
            return .finished(isWholeHistory: false)
        }
        // More than anybody writes: what is older stays unknown, but nothing new can hide there for long.
        if limit >= Self.ceiling { return .finished(isWholeHistory: false) }
        limit = min(limit * 2, Self.ceiling)
        return .readAgain(limit: limit)
    }
}
