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
        PlotMarks(amounts.map { Decimal($0)! })?.all.map(\.moneyText).joined(separator: " ")
    }

    @Test("round amounts hold all that is drawn, and nothing is always among them")
    func marks() {
        #expect(Self.marks("0") == "0.00 0.01" && Self.marks("0.00", "0.00") == "0.00 0.01")
        #expect(Self.marks("12.50") == "0.00 5.00 10.00 15.00")
        #expect(Self.marks("100", "3") == "0.00 50.00 100.00")
        #expect(Self.marks("-3.20", "8") == "-5.00 0.00 5.00 10.00")
        #expect(Self.marks("-7") == "-8.00 -6.00 -4.00 -2.00 0.00")
        #expect(Self.marks("0.0001") == "0.00 0.01")
        #expect(Self.marks("99999999999999999999999999") != nil)
        #expect(Self.marks("99999999999999999999999999999999999999") == nil && Self.marks("0.00001") == nil)
        #expect(PlotMarks([]) == nil)
    }

    /// What the script gets to draw.
    private static func content(_ plot: Plot) throws -> JSONValue {
        let source = plot.html.source
        let text = try #require(source.components(of: "data-plot=\"").last?.components(of: "\"").first)
        return try JSONValue(parsing: Array(text.components(of: "&quot;").joined(separator: "\"").utf8))
    }

    @Test(
        "amounts are told as text, as a script and as a person reads them; what stays is told once, and where nothing is known nothing"
    )
    func content() throws {
        let values = [nil, "0", "10.50", "10.50", nil].map { $0.flatMap { Decimal($0) } }
        let plot = Plot(
            kind: .line, reader: Self.reader, steps: ["a", "b"], names: [(1, "May")], label: "A \"line\"",
            lines: [Plot.Line(name: "Emma", values: values)])
        let content = try Self.content(plot)
        #expect(
            content["lines"] == [
                [
                    "name": "Emma",
                    "runs": [[1], [1, "0", "$0.00"], [2, "10.50", "$10.50"], [1]],
                ]
            ])
        #expect(content["kind"] == "line" && content["steps"] == ["a", "b"] && content["names"] == [[1, "May"]])
        #expect(content["marks"]?[0] == ["0.0000", "$0.00"] && content["marks"]?[3] == ["15.0000", "$15.00"])
        #expect(plot.html.source.contains("role=\"img\" aria-label=\"A &quot;line&quot;\""))
    }

    @Test("without a script nothing of a picture shows, and with nothing to draw there is none")
    func nothing() {
        func plot(_ values: [Decimal?]) -> String {
            Plot(
                kind: .bar, reader: Self.reader, steps: [], names: [], label: "",
                lines: [Plot.Line(name: String(repeating: "<b>\u{202E}", count: 30), values: values)]
            ).html.source
        }
        #expect(plot([nil]).isEmpty && plot([]).isEmpty && plot([Decimal("0.00001")!]).isEmpty)
        let source = plot([.zero])
        #expect(source.hasPrefix("<div class=\"plot\"") && source.contains(" hidden>"))
        #expect(!source.contains("<b>") && !source.contains("\u{202E}") && source.contains("class=\"bar-0\""))
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
            PageReader(language: $0, currency: .dollar, zone: .utc, now: Timestamp(seconds: 0)).words.figures
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
