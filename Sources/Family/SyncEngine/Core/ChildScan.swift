package import AllowanceAPI
package import Store
package import Values

/// Decides how far back the list of one child has to be read.
///
/// The list is newest first and knows only a limit. A row may appear below rows that were read before, because its time
/// is stamped before its commit, so the end of a full scan's reading is neither "nothing new on top" nor a time: it is a
/// run of known rows at the end of the page *and* an end older than what may still appear late. A longer page holds the
/// shorter one, so asking again with twice the limit misses nothing, whatever was inserted in between.
///
/// A hinted reading ends at what was hinted: what may be below is the next full scan's business, which looks as far back
/// as before.
package struct ChildScan: Sendable, Equatable {
    /// What a reading is after.
    package enum Aim: Sendable, Equatable {
        /// Every row that the server has; ends at ``ceiling`` at the latest.
        case wholeHistory
        /// Whatever may have appeared since the last complete scan: its start less the lookback.
        case since(Timestamp)
        /// These rows, and whatever is above known ones; without one of them as far back as a full scan.
        case hinted(Set<TransactionRow.ID>, since: Timestamp)
    }

    /// How a page ends the scan, or why it does not.
    package enum Verdict: Sendable, Equatable {
        /// The page ends too early; the next one holds it and more.
        case readAgain(limit: Int)
        /// - Parameter isWholeHistory: no row of the child is older than the page.
        case finished(isWholeHistory: Bool)
    }

    /// Known rows that have to end a page.
    package static let overlap = 5
    /// Rows of the shortest page; one that turns out too short is asked for again, twice as long.
    package static let firstLimit = 20
    /// Rows of the first page where all are wanted and none is known.
    package static let firstLimitOfHistory = 320
    /// The longest page that is asked for: what an answer may have in bytes holds about as many rows.
    package static let ceiling = 163_840

    /// Rows to ask for now; it only grows, and never beyond ``ceiling``.
    package private(set) var limit: Int
    /// What the next reading should ask for: as much as would have ended this one, and a little more.
    package private(set) var sufficient = Self.firstLimit
    /// It ended at the ceiling: older rows are not known.
    package private(set) var isCut = false
    private let aim: Aim

    /// - Parameters:
    ///   - knownRows: how many rows of the child the store has.
    ///   - sufficient: what a reading of this child said last.
    package init(aim: Aim, knownRows: Int, sufficient: Int = Self.firstLimit) {
        self.aim = aim
        let wanted =
            switch aim {
            case .wholeHistory: max(Self.firstLimitOfHistory, knownRows + Self.firstLimit)
            case .since: sufficient
            case .hinted(let rows, _): rows.count + Self.overlap * 2
            }
        limit = min(Self.ceiling, max(Self.firstLimit, wanted))
    }

    /// Judges a page.
    ///
    /// - Parameters:
    ///   - page: newest first.
    ///   - known: those of the page's ids that the store has.
    package mutating func read(_ page: [Transaction], known: Set<TransactionRow.ID>) -> Verdict {
        let isWhole = page.count < limit
        if isWhole || isEnough(page, known) {
            sufficient = min(Self.ceiling, needed(page, known) * 5 / 4 + Self.overlap)
            return .finished(isWholeHistory: isWhole)
        }
        if limit >= Self.ceiling {
            isCut = aim == .wholeHistory
            return .finished(isWholeHistory: false)
        }
        limit = min(limit * 2, Self.ceiling)
        return .readAgain(limit: limit)
    }

    private func isEnough(_ page: [Transaction], _ known: Set<TransactionRow.ID>) -> Bool {
        guard let last = page.last, page.suffix(Self.overlap).allSatisfy({ known.contains($0.rowID) }) else {
            return false
        }
        switch aim {
        case .wholeHistory: return false
        case .since(let horizon): return last.createdAt < horizon
        case .hinted(let rows, let horizon):
            return last.createdAt < horizon || rows.isSubset(of: page.lazy.map(\.rowID))
        }
    }

    /// The rows after which this page could have ended.
    private func needed(_ page: [Transaction], _ known: Set<TransactionRow.ID>) -> Int {
        guard case .since(let horizon) = aim else { return 0 }
        var run = 0
        for (index, row) in page.enumerated() {
            run = known.contains(row.rowID) ? run + 1 : 0
            if run >= Self.overlap, row.createdAt < horizon { return index + 1 }
        }
        // It ended because there was no more; one row more has to be asked for to see that.
        return page.count + 1
    }
}
