/// Puts a list together that a server cuts into pages, newest first.
///
/// What is written or taken away meanwhile moves all that is below it to another page. So each page begins before the end of the
/// one before: by all rows of the last second, which come in any order, and three more; and it has to have a row that was there
/// before that second. Otherwise rows may have been missed, and everything is asked for anew.
struct TransactionPages: Sendable {
    /// What to ask for now.
    enum Next: Sendable, Equatable {
        case page(offset: Int)
        /// All that there is, or all that was wanted.
        case whole
        /// The list has moved too much while it was read, too often.
        case givenUp
    }

    /// Rows that a page begins before the last second of the one before.
    static let overlap = 3
    /// As often it is begun anew.
    static let restarts = 3

    /// What has been read so far, newest first, none twice.
    private(set) var rows: [Transaction] = []
    /// How many the child has, as the server said last; `nil` if it never did.
    private(set) var total: Int?
    private let wanted: Int
    private var ids: Set<Transaction.ID> = []
    /// Those that the next page has to have one of.
    private var anchors: Set<Transaction.ID> = []
    private var offset = 0
    private var restarted = 0

    /// - Parameter wanted: rows, at most.
    init(wanted: Int) { self.wanted = wanted }

    /// Takes the page that was asked for; the first one begins at 0.
    mutating func take(_ page: TransactionPage) -> Next {
        guard anchors.isEmpty || page.rows.contains(where: { anchors.contains($0.id) }) else { return restart() }
        total = page.total ?? total
        let new = page.rows.filter { ids.insert($0.id).inserted }
        rows += new
        // Where there is nothing new there is no more, whatever the server's count says.
        guard let total, rows.count < min(total, wanted), let last = page.rows.last, !new.isEmpty else {
            return finish()
        }
        let older = page.rows.reversed().prefix { $0.createdAt == last.createdAt }.count
        let next = offset + page.rows.count - older - Self.overlap
        // All of one second: there is no row before it to hold on to.
        let isOneSecond = next <= offset
        offset = isOneSecond ? offset + page.rows.count - 1 : next
        anchors = Set(page.rows.filter { isOneSecond || $0.createdAt > last.createdAt }.map(\.id))
        return offset > 0 && page.rows.count > 1 ? .page(offset: offset) : finish()
    }

    private mutating func finish() -> Next {
        rows = Array(rows.prefix(wanted))
        return .whole
    }

    private mutating func restart() -> Next {
        restarted += 1
        guard restarted <= Self.restarts else { return .givenUp }
        (rows, ids, anchors, offset) = ([], [], [], 0)
        return .page(offset: 0)
    }
}
