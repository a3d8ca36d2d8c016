import JSON
import Relay
import Testing
import Values

@testable import Dashboard

@Suite("Pictures")
struct PlotTests {
    private static let reader = PageReader(
        language: .english, currency: .dollar, zone: .utc, now: Timestamp(seconds: 1_773_501_000))

    private static func marks(_ amounts: String...) -> String? {
        PlotScale(amounts.map { Decimal($0)! }, top: 0, bottom: 100)?.marks.map(\.moneyText).joined(separator: " ")
    }

    @Test("round amounts hold all that is drawn, and nothing is always among them")
    func scale() {
        #expect(Self.marks("0") == "0.00 0.01" && Self.marks("0.00", "0.00") == "0.00 0.01")
        #expect(Self.marks("12.50") == "0.00 5.00 10.00 15.00")
        #expect(Self.marks("100", "3") == "0.00 50.00 100.00")
        #expect(Self.marks("-3.20", "8") == "-5.00 0.00 5.00 10.00")
        #expect(Self.marks("-7") == "-8.00 -6.00 -4.00 -2.00 0.00")
        #expect(Self.marks("0.0001") == "0.00 0.01")
        #expect(Self.marks("99999999999999999999999999") != nil)
        #expect(Self.marks("99999999999999999999999999999999999999") == nil && Self.marks("0.00001") == nil)
        #expect(PlotScale([], top: 0, bottom: 1) == nil)
    }

    @Test("the highest mark is at the top, and amounts between are in proportion")
    func places() throws {
        let scale = try #require(PlotScale([Decimal("10")!, Decimal("-10")!], top: 20, bottom: 120))
        #expect(["10", "5", "0", "-10"].map { scale.place(Decimal($0)!) } == [20, 45, 70, 120])
    }

    @Test("a line goes in steps, is not where nothing is known, and ends where its values do")
    func line() throws {
        func path(_ values: String?..., count: Int) throws -> String {
            let amounts = values.map { $0.flatMap { Decimal($0) } }
            let frame = try #require(
                PlotFrame(amounts.compactMap { $0 }, reader: Self.reader, names: [], label: "A \"line\""))
            let source = LinePlot(frame: frame, lines: [amounts], count: count).html.source
            #expect(source.contains("role=\"img\" aria-label=\"A &quot;line&quot;\""))
            return try #require(source.components(of: "track track-0\" d=\"").last?.components(of: "\"").first)
        }
        #expect(try path(nil, "0", "10", "10", count: 4) == "M227 188H362V12H632")
        #expect(try path("10", "0", count: 4) == "M92 12H227V188H362")
        #expect(try path("10", nil, "10", count: 3) == "M92 12H272M452 12H632")
    }

    @Test("bars stand side by side, and where nothing was there is none")
    func bars() throws {
        let frame = try #require(PlotFrame([Decimal("10")!], reader: Self.reader, names: [(5, "<b>")], label: ""))
        let pairs = [(Decimal("10")!, Decimal.zero), (Decimal.zero, Decimal("5")!)]
        let source = BarPlot(frame: frame, pairs: pairs).html.source
        #expect(
            source.contains("bar came\" d=\"M137 188V12h90V188z\"")
                && source.contains("went\" d=\"M497 188V100h90V188z\""))
        #expect(source.contains("&lt;b&gt;") && source.contains("$10.00"))
    }

    @Test("every day has its square, in the column of its week; those with movements say what they were")
    func map() {
        let days = CivilDate("2026-03-02")!.daysSince1970..<CivilDate("2026-03-16")!.daysSince1970
        let line: JSONValue = [
            "child": ["id": "a"], "day": "2026-03-10", "income": "10.00", "spending": "2.50", "credits": 1, "debits": 1,
            "balance": "7.50",
        ]
        let source = DayMap(reader: Self.reader, year: MoneyYear([line], of: [("a", "A")], in: days)).html.source
        #expect(source.contains("viewBox=\"0 0 58 102\""))
        #expect(source.contains("<rect class=\"day-1\" x=\"46\" y=\"30\""))
        #expect(source.contains("<title>10 Mar: Received $10.00, Spent $2.50</title>"))
        #expect(source.components(of: "h-11z").count - 1 == 13)
    }

    @Test("every language has its own words, twelve months and seven days")
    func words() {
        let all = Language.allCases.map {
            PageReader(language: $0, currency: .dollar, zone: .utc, now: Timestamp(seconds: 0)).statistics
        }
        #expect(Set(all.map(\.balanceOverTime)).count == 4 && Set(all.map(\.daysOfServer)).count == 4)
        for words in all {
            #expect(Set(words.shortMonths).count == 12 && Set(words.shortWeekdays).count == 7)
            #expect(words.months(1) != words.months(12) && words.activeDays(1) != words.activeDays(2))
            #expect(words.date(CivilDate("2026-03-01")!) != words.date(CivilDate("2026-03-02")!))
        }
    }
}

extension String {
    /// Between each two of a text.
    fileprivate func components(of text: String) -> [String] {
        var (rest, parts) = (self[...], [String]())
        while let place = rest.indices.first(where: { rest[$0...].hasPrefix(text) }) {
            parts.append(String(rest[..<place]))
            rest = rest[place...].dropFirst(text.count)
        }
        return parts + [String(rest)]
    }
}
