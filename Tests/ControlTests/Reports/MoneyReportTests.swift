import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Reports over money")
struct MoneyReportTests {
    private static func day(_ text: String) -> Int { CivilDate(text)!.daysSince1970 }

    private static func sum(
        _ day: String, _ category: String = "Toys", income: String? = nil, spending: String? = nil
    ) -> DaySum {
        var sum = DaySum(
            server: .init(rawValue: 1), child: .init(rawValue: "c"), day: Self.day(day), category: category)
        if let income { (sum.credits, sum.income) = (1, Decimal(income)!) }
        if let spending { (sum.debits, sum.spending) = (1, Decimal(spending)!) }
        return sum
    }

    private static func text(_ lines: [[JSONObject.Member]]) -> [String] {
        lines.map { $0.map { "\($0.value)".filter { $0 != "\"" } }.joined(separator: " ") }
    }

    @Test("every month is there, the newest first, over the turn of a year")
    func months() {
        let days = Self.day("2025-12-31")..<Self.day("2026-02-02")
        let sums = [
            Self.sum("2025-12-31", income: "10.00"), Self.sum("2026-02-01", "Gift", income: "5", spending: "7.25"),
            Self.sum("2026-02-01", spending: "0.005"),
        ]
        let report = MoneyReport.months
        #expect(
            report.ends(sums, in: days).map { CivilDate(daysSince1970: $0).description } == [
                "2026-03-01", "2026-02-01", "2026-01-01",
            ])
        let lines = report.lines(sums, in: days, balances: [Self.day("2026-01-01"): Decimal("10.00")!])
        #expect(
            Self.text(lines) == [
                "2026-02 5.00 7.255 -2.255 1 2 null", "2026-01 0.00 0.00 0.00 0 0 null",
                "2025-12 10.00 0.00 10.00 1 0 10.00",
            ])
        #expect(MoneyReport.months([], in: 5..<5).isEmpty)
    }

    @Test("shares are of all that was spent, the most first, and never more than all")
    func spending() {
        let sums = [
            Self.sum("2026-11-01", "Snacks", spending: "7.50"), Self.sum("2026-11-09", "Games", spending: "12.25"),
            Self.sum("2026-11-18", "Books", spending: "3.33"), Self.sum("2026-11-21", "Charity", spending: "1.00"),
            Self.sum("2026-11-21", "Gift", income: "50.00"), Self.sum("2026-11-22", "", spending: "0.00"),
        ]
        // As the public backend answered `GET /categories/spending`: 50.87…, 31.14…, 13.82…, 4.15…
        let lines = MoneyReport.spending.lines(sums, in: 0..<1, balances: [:])
        #expect(
            Self.text(lines) == [
                "Games 12.25 1 50.87", "Snacks 7.50 1 31.14", "Books 3.33 1 13.82", "Charity 1.00 1 4.15",
                " 0.00 1 0.00",
            ])
        #expect(MoneyReport.spending([Self.sum("2026-11-01", spending: "0")]).map(\.share) == [0])
    }

    @Test("a day without a row ends as it began, from the first that had one")
    func balance() {
        let days = Self.day("2026-11-01")..<Self.day("2026-11-06")
        let sums = [Self.sum("2026-11-02", income: "1"), Self.sum("2026-11-04", spending: "1")]
        let report = MoneyReport.balance
        let ends = report.ends(sums, in: days)
        #expect(ends == [Self.day("2026-11-03"), Self.day("2026-11-05")])
        let lines = report.lines(
            sums, in: days, balances: [ends[0]: Decimal("4.00")!, ends[1]: Decimal("3.00")!])
        #expect(
            Self.text(lines) == ["2026-11-02 4.00", "2026-11-03 4.00", "2026-11-04 3.00", "2026-11-05 3.00"])
        #expect(report.lines([], in: days, balances: [:]).isEmpty)
    }

    @Test("days are those on which something moved, all categories together, after what there was when they began")
    func days() {
        let days = Self.day("2026-11-01")..<Self.day("2026-11-06")
        let sums = [
            Self.sum("2026-11-02", "Books", income: "1"), Self.sum("2026-11-02", "Toys", spending: "0.25"),
            Self.sum("2026-11-04", spending: "1"),
        ]
        let report = MoneyReport.days
        let ends = report.ends(sums, in: days)
        #expect(ends == [days.lowerBound, Self.day("2026-11-03"), Self.day("2026-11-05")])
        var balances = [ends[0]: Decimal("4.00")!, ends[1]: Decimal("4.75")!, ends[2]: Decimal("3.75")!]
        #expect(
            Self.text(report.lines(sums, in: days, balances: balances)) == [
                "2026-11-01 0.00 0.00 0 0 4.00", "2026-11-02 1.00 0.25 1 1 4.75", "2026-11-04 0.00 1.00 0 1 3.75",
            ])
        #expect(
            Self.text(report.lines([], in: days, balances: balances)) == ["2026-11-01 0.00 0.00 0 0 4.00"])
        balances[days.lowerBound] = nil
        #expect(report.lines(sums, in: days, balances: balances).count == 2)
        #expect(report.lines([], in: days, balances: [:]).isEmpty)
        // A first day on which something moved has one line, not two.
        let first = [Self.sum("2026-11-01", income: "2")]
        #expect(report.lines(first, in: days, balances: [days.lowerBound: Decimal("4")!]).count == 1)
    }
}
