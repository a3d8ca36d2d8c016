import Store
import Values

/// What scans have learned with one person's login. Somebody else's sees other children, and begins with an empty one.
struct LoginMemory: Sendable {
    /// The hints that nothing has answered yet.
    var book: HintBook
    /// What became of hints since balances were compared; the next scan that compares them writes it.
    var owed: [HintBook.Settlement] = []
    var refusedLists: RefusedLists
    /// Of the lists that were read since balances were compared.
    var tails: [ChildRow.ID: Scan.Tail] = [:]
    /// Children whose lists came last from a copy of the server's that lags behind.
    var behind: Set<ChildRow.ID> = []
    /// What each child's list has to be asked for.
    var sufficient: [ChildRow.ID: Int] = [:]
    private var lookback: Lookback

    /// - Parameter worstLateness: what an earlier run had learned.
    init(timings: SyncTimings, worstLateness: Duration = .zero) {
        book = HintBook(timings: timings)
        refusedLists = RefusedLists(timings: timings)
        lookback = Lookback(least: timings.lookback, most: timings.lookbackCap, worst: worstLateness)
    }

    /// The plan of a scan.
    ///
    /// - Parameter watermark: when the last complete one began.
    func scan(
        _ order: SyncMachine.Order, _ known: [ChildRow.ID: Scan.KnownChild], after watermark: Timestamp?
    ) -> Scan {
        let hinted: [ChildRow.ID: Set<TransactionRow.ID>] =
            if case .children(let ids) = order.scope { book.announcedRows(of: ids) } else { [:] }
        return Scan(
            scope: order.scope, known: known, horizon: watermark.map(lookback.horizon), hinted: hinted,
            sufficient: sufficient, tails: tails, leavesCheck: order.leavesCheck)
    }

    /// Learns how late rows are; returns the worst lateness if that is news.
    mutating func learn(from rows: [TransactionRow], after watermark: Timestamp?) -> Duration? {
        guard let watermark else { return nil }
        var isLater = false
        for row in rows where row.source == .scan && row.createdAt < watermark {
            isLater = lookback.found(createdAt: row.createdAt, watermark: watermark) || isLater
        }
        return isLater ? lookback.worst : nil
    }
}
