import Testing

@testable import Terminal

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

    @Test("colours are for terminals whose owner wants them")
    func colour() {
        func isColoured(isTerminal: Bool = true, _ environment: [String: String]) -> Bool {
            TerminalStyle(descriptor: 1, isTerminal: isTerminal, environment: { environment[$0] }).isColoured
        }
        #expect(isColoured(["TERM": "xterm"]) && isColoured([:]) && isColoured(["NO_COLOR": ""]))
        #expect(!isColoured(isTerminal: false, ["TERM": "xterm"]))
        #expect(!isColoured(["NO_COLOR": "1"]) && !isColoured(["TERM": "dumb"]))
        #expect(TerminalStyle.plain("x", .error) == "x")
        #expect(TerminalStyle.coloured("x", .error) == "\u{1B}[1;31mx\u{1B}[0m")
    }

    @Test(
        "what could mislead a reader is replaced",
        arguments: [
            ("Ali\u{1B}[2Jce", "Ali�[2Jce"), ("a\u{9B}31mb", "a�31mb"), ("a\r\nb\tc", "a  b c"),
            ("a\u{202E}b\u{2066}c", "a�b�c"),
            ("a\u{2028}b\u{FEFF}", "a�b�"), ("\0\u{7F}", "��"), ("é日本👨‍👩‍👧 שלום", "é日本👨‍👩‍👧 שלום"), ("", ""),
        ])
    func printable(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test("padding fills up columns, not characters")
    func padding() {
        #expect("日本".padded(toColumns: 6) == "日本  " && "abc".padded(toColumns: 2) == "abc")
        #expect("abc".truncated(toColumns: 0) == "abc")
    }

    @Test(
        "columns come from the window, COLUMNS or custom",
        arguments: [("120", 120), ("7", 40), ("99999999999999999999", 80), ("x", 80), (nil, 80), ("5000", 1_000)])
    func columns(variable: String?, expected: Int) {
        #expect(terminalColumns(descriptor: -1, environment: { _ in variable }) == expected)
    }
}

@Suite("Progress")
struct ProgressLineTests {
    private final class Screen {
        var text = ""
    }

    @Test("is one line that changes in place, not too often, and is gone at the end")
    func progress() {
        let screen = Screen()
        let start = ContinuousClock.now
        var line = ProgressLine(interval: .milliseconds(100), isShown: true) { screen.text += $0 }
        line.show("one\u{1B}[2J", fraction: 0.5, now: start)
        line.show("skipped", now: start + .milliseconds(99))
        line.show("two", now: start + .milliseconds(100))
        line.finish()
        let lines = screen.text.split(separator: "\r")
        #expect(lines.count == 3 && lines[0].contains("##########··········] one�[2J") && lines[1].contains("two"))
        #expect(lines[2] == "\u{1B}[K" && !screen.text.contains("skipped"))
    }

    @Test("is nothing at all without a terminal")
    func hidden() {
        let screen = Screen()
        var line = ProgressLine(interval: .zero, isShown: false) { screen.text += $0 }
        line.show("one", fraction: .nan)
        line.finish()
        #expect(screen.text.isEmpty)
    }

    @Test("draws any fraction", arguments: [(-1.0, 0), (0, 0), (0.5, 10), (2, 20), (.infinity, 20), (.nan, 0)])
    func bar(fraction: Double, cells: Int) {
        #expect(ProgressLine.bar(fraction).filter { $0 == "#" }.count == cells)
    }
}
