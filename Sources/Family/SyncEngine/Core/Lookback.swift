package import Values

/// How far before the last complete scan the next one looks: rows may appear with an earlier time than others that were
/// seen already.
package struct Lookback: Sendable, Equatable {
    private let least: Duration
    private let most: Duration
    /// The largest lateness that a row had.
    package private(set) var worst: Duration

    /// - Parameters:
    ///   - least: how far is looked back in any case.
    ///   - most: how far at most, however late a row was.
    ///   - worst: what an earlier run had learned.
    package init(least: Duration, most: Duration, worst: Duration = .zero) {
        self.least = least
        self.most = most
        self.worst = worst
    }

    /// Twice the worst lateness, within the bounds.
    package var duration: Duration { min(most, max(least, worst * 2)) }

    /// What a page's end has to be older than.
    package func horizon(watermark: Timestamp) -> Timestamp { watermark.advanced(by: .zero - duration) }

    /// Learns from a row that the scan before had not seen though it was made earlier; returns whether that is news.
    package mutating func found(createdAt: Timestamp, watermark: Timestamp) -> Bool {
        let lateness = watermark.duration(since: createdAt)
        guard lateness > worst, duration < most else { return false }
        worst = lateness
        return true
    }
}
