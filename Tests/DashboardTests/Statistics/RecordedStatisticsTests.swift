import Control
import JSON
import Observability
import Relay
import Store
import TestSupport
import Testing
import Values

@testable import Dashboard

/// What a child of the recorded family has done, as a store has it, beside what the genuine server made of the same rows.
@Suite(
    "Figures beside the genuine server's",
    .enabled(if: RealParts.has("fixtures/real-backend/analytics-categories.json"), "\(RealParts.absence)"))
struct RecordedStatisticsTests {
    /// All rows that the child had when the server was asked, the oldest first.
    private static let rows:
        [(day: String, kind: TransactionRow.Kind, amount: String, category: String, balance: String)] = [
            ("2026-10-12", .credit, "50.00", "Allowance", "50.00"), ("2026-11-01", .debit, "7.50", "Snacks", "42.50"),
            ("2026-11-09", .debit, "12.25", "Games", "30.25"), ("2026-11-16", .credit, "10.00", "Chores", "40.25"),
            ("2026-11-18", .debit, "3.33", "Books", "36.92"), ("2026-11-21", .debit, "1.00", "Charity", "35.92"),
        ]

    private static func day(_ text: String) -> Int { CivilDate(String(text.prefix(10)))!.daysSince1970 }

    /// The recorded answer to the first request of this label.
    private static func answer(_ label: String) throws -> JSONValue {
        let file = try TextFile.read(RealParts.path("fixtures/real-backend/analytics-categories.json"))
        var limits = JSONLimits()
        limits.bytes = 16 << 20
        let recording = try JSONValue(parsing: Array(file.utf8), limits: limits)
        let entry = try #require(recording.list("entries").first { $0.text("label") == label })
        return try JSONValue(parsing: #require(entry["response"]).text("body"))
    }

    private static func amount(_ value: JSONValue?) throws -> Decimal {
        try JSONNode(#require(value)).decimal(acceptsText: false)
    }

    /// The view of a store that has these rows, in the month in which the server was asked.
    private static func view() async throws -> StatisticsView {
        let folder = try TemporaryFolder()
        let store = try await Store.open(in: folder.path, logger: .silent)
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "c"), firstName: "Robin", lastName: "Reed",
                balance: try #require(Decimal("35.92")), seenAt: Timestamp(daysSince1970: day("2026-11-21")))
            try transaction.upsert(child)
            for (number, row) in rows.enumerated() {
                _ = try transaction.insert(
                    TransactionRow(
                        server: server.id, id: .init(rawValue: "t\(number)"), child: child.id,
                        amount: try #require(Decimal(row.amount)), kind: row.kind, category: row.category,
                        description: "", balanceAfter: try #require(Decimal(row.balance)),
                        createdAt: Timestamp(daysSince1970: day(row.day)).advanced(by: .seconds(75_879)),
                        position: number, firstSeenAt: child.seenAt, source: .scan, isLate: false))
            }
        }
        let api = ControlAPI(store: store) { _ in .text("") }
        let source = StatisticsSource(
            period: StatisticsPeriod(last: PageMonth("2026-11")!, today: day("2026-11-21")), child: nil
        ) { path, query in
            guard case .value(let value) = await api.answer(ControlRequest(.get, path, query: query)) else {
                return nil
            }
            return value
        }
        let reader = PageReader(
            language: .english, currency: .dollar, zone: .utc, now: Timestamp(daysSince1970: day("2026-11-21")))
        let view = try await source.view(reader, PageSession(token: "browser", nil))
        await store.close()
        return view
    }

    @Test("balances of all days since the first")
    func balances() async throws {
        let view = try await Self.view()
        let history = try Self.answer("analytics balance-history?days=100000").elements
        #expect(history.count == 41)
        for day in history {
            let index = Self.day(day.text("date")) - view.year.days.lowerBound
            #expect(view.year.together[index] == (try Self.amount(day["balance"])), "\(day.text("date"))")
        }
        let first = Self.day(history[0].text("date")) - view.year.days.lowerBound
        #expect(view.year.together[..<first].allSatisfy { $0 == nil })
        #expect(view.year.together.count == first + history.count)
    }

    @Test("months: what came, what went, what was left")
    func months() async throws {
        let year = try await Self.view().year
        let months = try Self.answer("analytics monthly-comparison").elements
        #expect(months.count == 6)
        for recorded in months {
            let number = recorded.count("month")
            let month = try #require(PageMonth("\(recorded.count("year"))-\(number < 10 ? "0" : "")\(number)"))
            let sum = year.sum(of: month.days)
            #expect(sum.income == (try Self.amount(recorded["income"])))
            #expect(sum.spending == (try Self.amount(recorded["spending"])))
            #expect(sum.net == (try Self.amount(recorded["netSavings"])))
            let last = min(month.days.upperBound, year.days.upperBound) - 1 - year.days.lowerBound
            // Before the first row the server says nothing of nothing as well; here it is not known.
            #expect((year.together[last] ?? .zero) == (try Self.amount(recorded["endingBalance"])))
        }
        let all = try Self.answer("analytics income-spending (parent)")
        let sum = year.sum(of: year.days)
        #expect(sum.income == (try Self.amount(all["totalIncome"])) && sum.count == 6)
        #expect(sum.spending == (try Self.amount(all["totalSpending"])))
        #expect(sum.net == (try Self.amount(all["netSavings"])))
    }

    @Test("categories, the most first")
    func categories() async throws {
        let lines = try await Self.view().categories.lines
        let recorded = try Self.answer("/categories/spending/{child}").elements
        #expect(lines.map(\.category) == recorded.map { $0.text("category") } && lines.count == 4)
        #expect(lines.map(\.year) == (try recorded.map { try Self.amount($0["totalAmount"]) }))
    }

    @Test("the map of days")
    func heatmap() async throws {
        let year = try await Self.view().year
        guard case .object(let days) = try Self.answer("analytics heatmap?days=30 (parent)") else {
            Issue.record("no object")
            return
        }
        var count = 0
        for member in days.members {
            let sum = try #require(year.sums[Self.day(member.name)])
            #expect(sum.count == member.value.count("transactionCount"))
            #expect(sum.moved == (try Self.amount(member.value["totalAmount"])))
            #expect(sum.net == (try Self.amount(member.value["netChange"])))
            count += 1
        }
        #expect(count == 5 && year.sums.count == count + 1)
    }

    @Test("the view says them, and no picture is without its table")
    func page() async throws {
        let page = try await Self.view().html.source
        let said = [
            "Robin", "$35.92", "$24.08", "November 2026", "+$24.08", "-$40.00", "$12.25", "21 Nov: Spent $1.00",
        ]
        for text in said { #expect(page.contains(text), "\(text)") }
        // What shows when somebody points there.
        for told in ["[1,&quot;24.08&quot;,&quot;$24.08&quot;]", "<title>21 Nov: Spent $1.00</title>"] {
            #expect(page.contains(told), "\(told)")
        }
        // Of one child there is nothing to add up.
        #expect(!page.contains("Together"))
        let figures = page.split(separator: "<section class=\"figure\">").dropFirst()
        #expect(figures.count == 5 && figures.allSatisfy { $0.contains("<table>") })
    }
}
