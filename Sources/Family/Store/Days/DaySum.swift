package import SQLite
package import Values

/// What came to a child and what left it on one day, of one category: kept with every row, so that a report over years costs no
/// look at its rows.
package struct DaySum: Sendable, Hashable {
    package let server: ServerRow.ID
    package let child: ChildRow.ID
    /// Days since 1970 in UTC, as the server's own reports count them.
    package let day: Int
    /// In the server's words; may be empty.
    package let category: String
    /// How many rows came, and what they came to.
    package var credits = 0, income = Decimal.zero
    /// How many rows left, and what they came to, without a sign.
    package var debits = 0, spending = Decimal.zero

    /// Of a day on which nothing is known to have happened.
    package init(server: ServerRow.ID, child: ChildRow.ID, day: Int, category: String) {
        self.server = server
        self.child = child
        self.day = day
        self.category = category
    }

    /// The day and category of a row, with nothing in it yet.
    init(like row: TransactionRow) {
        self.init(server: row.server, child: row.child, day: row.createdAt.daysSince1970, category: row.category)
    }

    /// An amount that no sum can hold, of more than 38 digits, is left out of it.
    mutating func add(_ row: TransactionRow, times count: Int) {
        let amount = count < 0 ? -row.amount : row.amount
        switch row.kind {
        case .credit:
            credits += count
            income = income.adding(amount) ?? income
        case .debit:
            debits += count
            spending = spending.adding(amount) ?? spending
        }
    }
}

extension DaySum: RowDecodable, Bindable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        server = try row.value(0)
        child = try row.value(1)
        day = try row.value(2)
        category = try row.value(3)
        credits = try row.value(4)
        income = try row.value(5)
        debits = try row.value(6)
        spending = try row.value(7)
    }

    /// Binds ?1 to ?8, in the order of the queries' columns.
    package func bind(to binder: inout Binder) {
        binder.append(server)
        binder.append(child)
        binder.append(day)
        binder.append(category)
        binder.append(credits)
        binder.append(income)
        binder.append(debits)
        binder.append(spending)
    }
}

extension DaySum {
    static let one = Query<DaySum, ServerRow.ID, ChildRow.ID, Int, String>(
        "day.one",
        """
        SELECT server, child, day, category, credits, income, debits, spending FROM day
        WHERE server = ?1 AND child = ?2 AND day = ?3 AND category = ?4
        """)
    static let ofChild = Query<DaySum, ServerRow.ID, ChildRow.ID, Int, Int>(
        "day.ofChild",
        """
        SELECT server, child, day, category, credits, income, debits, spending FROM day
        WHERE server = ?1 AND child = ?2 AND day >= ?3 AND day < ?4 ORDER BY day, category
        """)
    static let upsert = Update<DaySum>(
        "day.upsert",
        """
        INSERT INTO day (server, child, day, category, credits, income, debits, spending)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (server, child, day, category)
        DO UPDATE SET credits = ?5, income = ?6, debits = ?7, spending = ?8
        """)
    static let removeDay = Update<ServerRow.ID, ChildRow.ID, Int>(
        "day.removeDay", "DELETE FROM day WHERE server = ?1 AND child = ?2 AND day = ?3")
    static let removeAll = PlainUpdate("day.removeAll", "DELETE FROM day")
    // In the order of the table: each row once, however many are taken at a time.
    static let rows = Query<TransactionRow>(
        "day.rows",
        """
        SELECT server, id, child, amount, kind, category, description, balance_after, created_at, created_by, notes,
          position, first_seen_at, source, late FROM txn WHERE withdrawn_at IS NULL
        """)
    // The balance at a moment: what the last row before it left.
    static let balanceBefore = Query<Decimal, ServerRow.ID, ChildRow.ID, Timestamp>(
        "day.balanceBefore",
        """
        SELECT balance_after FROM txn WHERE server = ?1 AND child = ?2 AND created_at < ?3 AND withdrawn_at IS NULL
        ORDER BY created_at DESC, position DESC LIMIT 1
        """)
}

extension Reading where Self: ~Copyable {
    /// The child's days, the earliest first; those on which nothing happened are not among them.
    ///
    /// - Parameter days: since 1970, in UTC.
    package borrowing func daySums(of child: ChildRow.ID, on server: ServerRow.ID, in days: Range<Int>) throws
        -> [DaySum]
    {
        try readable(DaySum.ofChild, server, child, days.lowerBound, days.upperBound)
    }

    /// What the child's last row before a moment left; `nil` before the first.
    package borrowing func balance(of child: ChildRow.ID, on server: ServerRow.ID, before moment: Timestamp) throws
        -> Decimal?
    {
        try first(DaySum.balanceBefore, server, child, moment)
    }
}

extension WriteTransaction {
    /// Counts a row that has become known, or one that is known otherwise or no longer.
    ///
    /// - Parameter count: 1, or -1 to take it back.
    borrowing func count(_ row: TransactionRow, times count: Int = 1) throws {
        let empty = DaySum(like: row)
        var sum = try firstReadable(DaySum.one, row.server, row.child, empty.day, row.category) ?? empty
        sum.add(row, times: count)
        try run(DaySum.upsert, sum)
    }

    /// Counts a day's rows anew, because one of them could not be read.
    borrowing func countAgain(_ day: Int, of child: ChildRow.ID, on server: ServerRow.ID) throws {
        try run(DaySum.removeDay, server, child, day)
        let (start, end) = (Timestamp(daysSince1970: day), Timestamp(daysSince1970: day + 1))
        for sum in DaySum.sums(of: try readable(TransactionRow.newest, server, child, start, end)) {
            try run(DaySum.upsert, sum)
        }
    }

    /// Counts every row that there is: once, where an older version has left them uncounted.
    borrowing func countAllDays() throws {
        guard try meta(Self.counted) == nil else { return }
        var sums: [DaySum.Key: DaySum] = [:]
        _ = try readable(DaySum.rows, atMost: .max) { row in
            sums[DaySum.Key(row), default: DaySum(like: row)].add(row, times: 1)
            return false
        }
        try run(DaySum.removeAll)
        for sum in sums.values { try run(DaySum.upsert, sum) }
        try setMeta(Self.counted, to: "1")
    }

    private static var counted: String { "days.counted" }
}

extension DaySum {
    fileprivate struct Key: Hashable {
        let server: ServerRow.ID
        let child: ChildRow.ID
        let day: Int
        let category: String

        init(_ row: TransactionRow) {
            (server, child, day, category) = (row.server, row.child, row.createdAt.daysSince1970, row.category)
        }
    }

    fileprivate static func sums(of rows: [TransactionRow]) -> [DaySum] {
        var sums: [Key: DaySum] = [:]
        for row in rows { sums[Key(row), default: DaySum(like: row)].add(row, times: 1) }
        return Array(sums.values)
    }
}
