import Terminal
import Testing

@Suite("Text on a terminal")
struct TerminalTests {
    @Test(
        "width counts columns, not characters",
        arguments: [
            ("abc", 3), ("日本", 4), ("é", 1), ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("✓", 1), ("\u{200B}", 0),
            ("ﾊﾝ", 2), ("한글", 4), ("1️⃣", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(
        "cutting never splits a wide character",
        arguments: [("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 3, "abc"), ("abcd", 3, "ab…")])
    func cutting(text: String, columns: Int, result: String) {
        #expect(text.truncated(toColumns: columns) == result)
        #expect(text.truncated(toColumns: columns).displayWidth <= columns)
    }

    @Test("wrapping keeps words and paragraphs")
    func wrapping() {
        #expect("one two three\nfour".wrapped(toColumns: 8) == ["one two", "three", "four"])
        #expect("extraordinary a".wrapped(toColumns: 5) == ["extraordinary", "a"])
    }

    @Test("NO_COLOR and dumb terminals get no colours")
    func colour() {
        #expect(!TerminalStyle(descriptor: 1, environment: { $0 == "NO_COLOR" ? "1" : nil }).isColoured)
        #expect(TerminalStyle.plain("x", .error) == "x")
        #expect(TerminalStyle.coloured("x", .error) == "\u{1B}[1;31mx\u{1B}[0m")
    }
}
