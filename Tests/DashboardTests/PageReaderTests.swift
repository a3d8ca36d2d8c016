import JSON
import Relay
import Testing
import Values

@testable import Dashboard

@Suite("Whoever reads a page")
struct PageReaderTests {
    @Test(
        "the browser's wish decides, then the family's language",
        arguments: [
            ("de-DE,de;q=0.9,en;q=0.8", Language.german), ("en;q=0.2, fr;q=0.7, es;q=0.1", .french), ("ES", .spanish),
            ("pt, nl;q=0.5", .german), ("", .german), ("*", .german), ("xx;q=1,en;q=0.1", .english),
            ("de;q=0, es;q=0.5", .spanish), ("fr, es", .french), ("en;q=0.85,fr;q=0.9", .french),
            (";;;,,,q=,=", .german),
        ])
    func languages(_ wish: String, _ language: Language) {
        #expect(Language(wished: wish, family: .german) == language)
    }

    @Test("amounts and moments are written as the reader writes them, and what is missing is nothing")
    func written() {
        let now = Timestamp(seconds: 1_773_500_966)
        let reader = PageReader(language: .german, currency: .dollar, zone: .utc, now: now)
        #expect(reader.money("1234.5") == "1.234,50\u{A0}$" && reader.movement("-3.20") == "-3,20\u{A0}$")
        #expect(reader.money(nil) == "" && reader.money(.null) == "" && reader.movement("much") == "")
        #expect(reader.moment(.string(now.description)).hasSuffix("15:09"))
        #expect(reader.time(nil) == .none)
    }

    @Test("every language has its own words")
    func words() {
        let all: [any PageWords] = [EnglishPage(), GermanPage(), FrenchPage(), SpanishPage()]
        #expect(Set(all.map(\.code)).count == 4 && Set(all.map(\.overview)).count == 4)
        for words in all {
            #expect(Set((1...12).map { words.month($0, of: 2026) }).count == 12)
            #expect(words.problems(1) != words.problems(2))
            for state in ["queued", "attempting", "inDoubt", "delivered", "skipped", "dead", "discarded"] {
                #expect(words.delivery(state) != state)
            }
            for source in ["baseline", "hint", "scan"] { #expect(words.source(source) != source) }
        }
    }

    @Test("months follow each other, and addresses of none are none")
    func months() throws {
        let month = try #require(PageMonth("2026-01"))
        #expect(month.before.text == "2025-12" && month.after.text == "2026-02" && month.before.after == month)
        for text in ["", "2026", "2026-13", "2026-1", "0000-01", "9999-01", "2026-01-01", "abcd-ef"] {
            #expect(PageMonth(text) == nil, "\(text)")
        }
        let period = month.period(in: .utc)
        #expect(
            period.since.description == "2026-01-01T00:00:00Z" && period.until.description == "2026-02-01T00:00:00Z")
    }

    @Test("a line is drawn from exact amounts, also huge ones, and none of fewer than two days")
    func line() {
        let reader = PageReader(language: .english, currency: .dollar, zone: .utc, now: Timestamp(seconds: 0))
        func line(_ amounts: String...) -> String {
            let days = amounts.enumerated().map { index, amount -> JSONValue in
                ["day": .string("2026-01-0\(index + 1)"), "balance": .string(amount)]
            }
            return BalanceLine(reader: reader, days: days, name: "A").html.source
        }
        #expect(line() == "" && line("1.00") == "")
        #expect(line("0.00", "10.00").contains("M0 46 L240 2"))
        #expect(line("5.00", "5.00").contains("M0 24 L240 24"))
        #expect(line("-1000000000000000.00", "1000000000000000.00").contains("M0 46 L240 2"))
    }
}
