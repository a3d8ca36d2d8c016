import AllowanceAPI
import Store
import SyncEngine
import Testing
import Values

@Suite("Balances held against rows")
struct BooksCheckTests {
    /// Rows an hour apart, the oldest first: amount and what the balance was after it.
    private func history(
        _ rows: [(amount: String, balance: String)], category: String = "Toys", apart seconds: Int64 = 3_600
    ) -> [Transaction] {
        rows.enumerated().map { index, entry in
            let amount = Decimal(entry.amount)!
            return Transaction(
                id: Transaction.ID(rawValue: "txn-\(index)")!, child: Child.ID(rawValue: "alice")!,
                amount: amount.magnitude, kind: amount.isNegative ? .debit : .credit, category: category,
                description: "", balanceAfter: Decimal(entry.balance)!,
                createdAt: Timestamp(seconds: 1_000_000 + Int64(index) * seconds))
        }.reversed()
    }

    private let before = Timestamp(seconds: 0)

    private func differences(_ page: [Transaction], since: Timestamp? = Timestamp(seconds: 0)) -> [String] {
        BooksCheck(page, since: since).breaks.map { "\($0.transaction.rawValue) \($0.difference)" }
    }

    @Test("rows that fit together have no break, and no gap to the balance that they end at")
    func sound() {
        let check = BooksCheck(history([("5", "5"), ("-2", "3"), ("1", "4")]), since: before)
        #expect(check.breaks == [] && check.gap(to: Decimal("4")!) == .zero)
        #expect(check.gap(to: Decimal("4.50")!) == Decimal("0.50")! && check.gap(to: Decimal("1")!) == Decimal("-3")!)
        #expect(BooksCheck([], since: before).gap(to: Decimal("7")!) == Decimal("7")!)
    }

    @Test("a server that says that there are more rows than it lists is told of; fewer, or none said, is nothing")
    func miscount() {
        let page = history([("5", "5"), ("1", "6")])
        #expect(BooksCheck(page, total: 3, since: before).miscount.map { [$0.rows, $0.total] } == [2, 3])
        for total in [nil, 0, 1, 2] { #expect(BooksCheck(page, total: total, since: before).miscount == nil) }
    }

    @Test("any of the newest rows of one second may be the last")
    func ties() {
        let check = BooksCheck(history([("5", "5"), ("1", "6"), ("2", "8")], apart: 0), since: before)
        #expect(check.gap(to: Decimal("6")!) == .zero && check.gap(to: Decimal("5")!) == .zero)
        #expect(check.gap(to: Decimal("9")!) != .zero)
    }

    @Test("a balance that moved between two rows is a break, of the time that is watched")
    func breaks() {
        let page = history([("5", "5"), ("1", "9"), ("1", "10"), ("1", "8")])
        #expect(differences(page) == ["txn-1 3", "txn-3 -3"])
        #expect(differences(page, since: page[1].createdAt) == ["txn-3 -3"])
        #expect(differences(page, since: nil) == [])
    }

    @Test("writes of one moment lose updates on real servers: that is no contradiction, before or after it")
    func concurrency() {
        #expect(differences(history([("5", "5"), ("1", "9"), ("1", "10")], apart: 4)) == [])
        #expect(differences(history([("5", "5"), ("1", "9"), ("1", "10")], apart: 5)) == ["txn-1 3"])
        // The neighbour after it may be the one that was written with it.
        let page = history([("5", "5"), ("1", "4")])
        #expect(differences(page) == ["txn-1 -2"])
        var rows = page
        let twin = Transaction(
            id: Transaction.ID(rawValue: "twin")!, child: page[0].child, amount: Decimal("1")!, kind: .credit,
            description: "", balanceAfter: Decimal("5")!, createdAt: page[0].createdAt.advanced(by: .seconds(2)))
        rows.insert(twin, at: 0)
        #expect(differences(rows) == [])
    }

    @Test(
        "savings that paid for a debit, and a gift of which a part went elsewhere, are explained; more than that is not"
    )
    func known() {
        #expect(differences(history([("5", "5"), ("-8", "0")])) == [])
        #expect(differences(history([("5", "5"), ("-8", "1")])) == ["txn-1 4"])
        #expect(differences(history([("5", "5"), ("-4", "0")])) == ["txn-1 -1"])
        #expect(differences(history([("5", "5"), ("10", "9")], category: "Gift")) == [])
        #expect(differences(history([("5", "5"), ("10", "5")], category: "Gift")) == [])
        #expect(differences(history([("5", "5"), ("10", "4")], category: "Gift")) == ["txn-1 -11"])
        #expect(differences(history([("5", "5"), ("10", "16")], category: "Gift")) == ["txn-1 1"])
        #expect(differences(history([("5", "5"), ("10", "9")])) == ["txn-1 -6"])
    }
}
