import Compression
import JSON
import Relay
import Testing
import Values

@testable import Dashboard

@Suite("The view of statistics")
struct StatisticsViewTests {
    private static let hostile = "<img src=x>\u{202E}\"&" + String(repeating: "long ", count: 20)
    private static let period = StatisticsPeriod(
        last: PageMonth("2026-03")!, today: CivilDate("2026-03-31")!.daysSince1970)

    /// Of two children to whom something happened on every day.
    private static func view(child: String? = nil, in language: Language = .english) throws -> StatisticsView {
        let names = [("a", hostile), ("b", "Bruno")].filter { child == nil || $0.0 == child }
        let lines = names.flatMap { id, _ in
            period.days.map { day -> JSONValue in
                [
                    "child": ["id": .string(id)], "day": .string(CivilDate(daysSince1970: day).description),
                    "income": "10.00", "spending": "2.50", "credits": 1, "debits": 1,
                    "balance": .string("\(1_000 + day % 97).25"),
                ]
            }
        }
        let goal: JSONValue = [
            "child": ["firstName": .string(hostile)], "name": .string(hostile), "target": "20.00",
            "marks": [["day": "2026-03-02", "saved": "5.00"]],
        ]
        return StatisticsView(
            reader: PageReader(
                language: language, currency: .dollar, zone: .utc, now: Timestamp(daysSince1970: period.today)),
            session: PageSession(token: "browser", nil), period: period,
            children: [("a", hostile), ("b", "Bruno")].map { ["id": .string($0.0), "firstName": .string($0.1)] },
            child: child, year: MoneyYear(lines, of: names, in: period.days),
            categories: CategorySums(year: [["category": .string(hostile), "amount": "3.00"]], month: [], before: []),
            goals: [try #require(GoalYear(goal))])
    }

    @Test("what people typed is text in every picture and table, in every language", arguments: Language.allCases)
    func hostile(_ language: Language) throws {
        let page = try Self.view(in: language).html.source
        #expect(!page.contains("<img") && !page.contains("\u{202E}") && page.contains("&lt;img"))
        #expect(!page.contains("style=") && !page.contains("http"))
        let figures = page.split(separator: "<section class=\"figure\">").dropFirst()
        #expect(figures.count == 6 && figures.allSatisfy { $0.contains("<table>") })
        #expect(figures.count { $0.contains("<canvas role=\"img\" aria-label=") } == 4)
        for figure in figures {
            #expect(figure.contains("role=\"img\" aria-label=") == !figure.contains("svg class=\"share\""))
        }
    }

    @Test("of an amount that is too long for any picture there is none, and its figures all the same")
    func tooLong() throws {
        let amount = "9999999999999999999999999999999999.0000"
        let sums = CategorySums(year: [["category": "Toys", "amount": .string(amount)]], month: [], before: [])
        let reader = PageReader(
            language: .english, currency: .dollar, zone: .utc, now: Timestamp(daysSince1970: Self.period.today))
        let page = CategoryFigure(reader: reader, period: Self.period, sums: sums).html.source
        #expect(!page.contains("<svg") && page.contains("9,999,999"))
    }

    @Test("several children are added up, and one is not; a child's address keeps its months")
    func together() throws {
        let (all, one) = (try Self.view().html.source, try Self.view(child: "b").html.source)
        #expect(all.contains("Together") && !one.contains("Together"))
        #expect(all.contains("$25.00") && one.contains("href=\"/statistics?child=b&amp;month=2025-03\""))
        #expect(one.contains("aria-current=\"true\"><bdi>Bruno"))
    }

    @Test("a year in which something moved on every day is small enough to be sent at once")
    func size() throws {
        let page = Array(try Self.view().html.source.utf8)
        let size = Gzip.compress(page).count
        #expect(page.count < 200_000 && size < 30_000, "\(page.count), sent as \(size)")
    }
}
