import JSON
import Testing
import Values

@testable import Dashboard

@Suite("A year of money")
struct MoneyYearTests {
    private static func day(_ text: String) -> Int { CivilDate(text)!.daysSince1970 }
    private static let days = day("2026-03-01")..<day("2026-03-06")

    private static func line(
        _ child: String, _ day: String, income: String = "0.00", spending: String = "0.00", rows: Int = 1,
        balance: String?
    ) -> JSONValue {
        [
            "child": ["id": .string(child)], "day": .string(day), "income": .string(income),
            "spending": .string(spending), "credits": .number(JSONNumberText(rows)), "debits": 0,
            "balance": balance.map { .string($0) } ?? nil,
        ]
    }

    private static func year(_ lines: [JSONValue]) -> MoneyYear {
        MoneyYear(lines, of: [("a", "Alice"), ("b", "Bruno")], in: days)
    }

    private static func text(_ amounts: [Decimal?]) -> String {
        amounts.map { $0?.moneyText ?? "-" }.joined(separator: " ")
    }

    @Test("a balance stays until the next movement, and together is what is known of each")
    func balances() {
        let year = Self.year([
            Self.line("a", "2026-03-01", rows: 0, balance: "4.00"),
            Self.line("a", "2026-03-04", spending: "1.50", balance: "2.50"),
            Self.line("b", "2026-03-03", income: "0.105", balance: "0.105"),
            Self.line("b", "2026-02-28", balance: "9.00"), Self.line("c", "2026-03-02", balance: "7.00"),
            Self.line("b", "nonsense", balance: "9.00"),
        ])
        #expect(year.children.map(\.name) == ["Alice", "Bruno"])
        #expect(Self.text(year.children[0].balances) == "4.00 4.00 4.00 2.50 2.50")
        #expect(Self.text(year.children[1].balances) == "- - 0.105 0.105 0.105")
        #expect(Self.text(year.together) == "4.00 4.00 4.105 2.605 2.605")
        #expect(year.sums.keys.sorted() == [Self.day("2026-03-03"), Self.day("2026-03-04")])
        #expect(Self.text(Self.year([]).together) == "- - - - -")
    }

    @Test("days of all children come together, in sums of any time")
    func sums() {
        let year = Self.year([
            Self.line("a", "2026-03-02", income: "10", spending: "0.25", rows: 2, balance: "1"),
            Self.line("b", "2026-03-02", income: "1", balance: "1"),
            Self.line("b", "2026-03-05", spending: "2.50", balance: "1"),
        ])
        let sum = year.sum(of: Self.day("2026-01-01")..<Self.day("2026-03-05"))
        #expect(sum == MoneyYear.Sum(income: Decimal("11")!, spending: Decimal("0.25")!, count: 3))
        #expect(sum.net == Decimal("10.75") && sum.moved == Decimal("11.25"))
        #expect(year.sum(of: Self.day("2027-01-01")..<Self.day("2027-01-02")) == MoneyYear.Sum())
        #expect(Self.text(year.spent(in: PageMonth("2026-03")!)) == "0.00 0.25 0.25 0.25 2.75")
        #expect(year.spent(in: PageMonth("2026-04")!).isEmpty)
    }

    @Test("as many days are dark as light, whatever one large gift was; days alike look alike")
    func levels() {
        let amounts = ["1", "2", "3", "1000000"]
        let lines = amounts.enumerated().map { index, amount in
            Self.line("a", "2026-03-0\(index + 1)", income: amount, balance: "1")
        }
        let levels = Self.year(lines).levels
        #expect(levels.sorted { $0.key < $1.key }.map(\.value) == [1, 2, 3, 4])
        let same = (1...4).map { Self.line("a", "2026-03-0\($0)", income: "5", balance: "1") }
        #expect(Set(Self.year(same).levels.values) == [1])
        #expect(Self.year([]).levels.isEmpty)
    }

    @Test("twelve months end with the one asked for, as far as it has come")
    func period() {
        let today = Self.day("2026-03-14")
        let now = StatisticsPeriod(last: PageMonth("2026-03")!, today: today)
        #expect(now.months.map(\.text).first == "2025-04" && now.months.count == 12)
        #expect(now.days == Self.day("2025-04-01")..<today + 1)
        #expect(now.before.text == "2025-03" && now.after == nil)
        let earlier = StatisticsPeriod(last: PageMonth("2025-03")!, today: today)
        #expect(earlier.days == Self.day("2024-04-01")..<Self.day("2025-04-01") && earlier.after?.text == "2026-03")
        let between = StatisticsPeriod(last: PageMonth("2025-10")!, today: today)
        #expect(between.after?.text == "2026-03")
        #expect(StatisticsPeriod(last: PageMonth("2990-01")!, today: today).days.isEmpty)
        #expect(StatisticsPeriod(nil, today: today) == now && StatisticsPeriod("2026-03", today: today) == now)
        #expect(StatisticsPeriod("2026-3", today: today) == nil && StatisticsPeriod("", today: today) == nil)
    }

    @Test("categories of several children and times come together, the most first")
    func categories() {
        func row(_ category: String, _ amount: String) -> JSONValue {
            ["category": .string(category), "amount": .string(amount)]
        }
        let sums = CategorySums(
            year: [row("Toys", "1.10"), row("Books", "2"), row("Toys", "2.20"), row("Odd", "much")],
            month: [row("Toys", "0.10")], before: [row("Books", "2"), row("", "0.01")])
        #expect(sums.lines.map(\.category) == ["Toys", "Books", ""])
        #expect(
            sums.lines.map { Self.text([$0.year, $0.month, $0.before]) } == [
                "3.30 0.10 0.00", "2.00 0.00 2.00", "0.00 0.00 0.01",
            ])
    }

    @Test("a goal stays at what was saved last; what nobody can read is none")
    func goals() throws {
        let goal = try #require(
            GoalYear([
                "child": ["firstName": "Alice"], "name": "Kite", "target": "20.00",
                "marks": [
                    ["day": "2026-03-02", "saved": "1.00"], ["day": "2026-03-04", "saved": "2.00"],
                    ["day": "2026-03-04", "saved": "2.50"], ["day": "never", "saved": "3"],
                ],
            ]))
        #expect(goal.title == "Alice, Kite" && Self.text(goal.saved(in: Self.days)) == "- 1.00 1.00 2.50 2.50")
        #expect(goal.changes(in: Self.days).map(\.saved) == [Decimal("1")!, Decimal("2.5")!])
        #expect(GoalYear(["name": "Kite"]) == nil)
    }
}
