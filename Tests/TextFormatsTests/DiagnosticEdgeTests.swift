import Terminal
import Testing
import TextFormats

@Suite("Places in files")
struct DiagnosticEdgeTests {
    private func rendered(_ text: String, _ range: SourceRange, style: TerminalStyle = .plain) -> [String] {
        DiagnosticRenderer(style: style)
            .render(Diagnostic(.error, range, "wrong"), in: SourceText(name: "a", text: text))
            .split(separator: "\n").map(String.init)
    }

    private func range(_ column: Int, _ length: Int = 1, line: Int = 1) -> SourceRange {
        SourceRange(SourcePosition(line: line, column: column), length: length)
    }

    @Test("lines count from one, and there is none beside the text's")
    func lines() {
        let source = SourceText(name: "a", text: "one\r\ntwo\n")
        #expect(source.line(1) == "one" && source.line(2) == "two" && source.line(3) == "")
        for number in [-1, 0, 4, Int.max] { #expect(source.line(number) == nil) }
    }

    @Test(
        "a text ends behind its last code point",
        arguments: [
            ("", "1:1"), ("a", "1:2"), ("a\n", "2:1"), ("a\r\n\r\nb", "3:2"), ("e\u{301}", "1:3"), ("a\u{B}b", "1:4"),
        ])
    func end(text: String, place: String) {
        #expect("\(SourceText(name: "", text: text).end)" == place)
    }

    @Test("mistakes come by line, then by column")
    func order() {
        let places = [(2, 1), (1, 9), (1, 10), (1, 2), (10, 1)]
        let mistakes = places.map { Diagnostic(.error, range($1, line: $0), "m") }
        let sorted = Diagnostics(source: SourceText(name: "", text: ""), mistakes).all
        #expect(sorted.map { "\($0.range.start)" } == ["1:2", "1:9", "1:10", "2:1", "10:1"])
    }

    @Test(
        "a caret is seen also where nothing is marked, and ends with the line",
        arguments: [(0, "^"), (-5, "^"), (1, "^"), (2, "^~"), (99, "^~")])
    func underline(length: Int, expected: String) {
        #expect(rendered("abc", range(2, length))[2] == "   " + expected)
    }

    @Test(
        "where there is nothing to show, the place is told and no caret points below nothing", arguments: ["", " \t"])
    func nothing(line: String) {
        #expect(rendered("a\n\(line)", range(1, line: 2)) == ["a:2:1: error: wrong"])
    }

    @Test("wide letters are underlined in their width")
    func wide() {
        #expect(rendered("a: 日本", range(4, 2))[2] == "     ^~~~")
    }

    @Test(
        "a line of 120 columns is whole, a longer one is cut where the caret is not",
        arguments: [
            (120, 60, false, false), (121, 1, false, true), (121, 121, true, false), (400, 200, true, true),
        ])
    func cut(count: Int, column: Int, losesStart: Bool, losesEnd: Bool) throws {
        var letters = [Character](repeating: "a", count: count)
        letters[0] = "S"
        letters[count - 1] = "E"
        letters[column - 1] = "X"
        let lines = rendered(String(letters), range(column))
        #expect(lines[1].contains("S") == (!losesStart && column != 1))
        #expect(lines[1].contains("E") == (!losesEnd && column != count))
        #expect(lines[1].contains("…") == losesStart)
        let cross = try #require(lines[1].firstIndex(of: "X")), caret = try #require(lines[2].firstIndex(of: "^"))
        #expect(
            lines[1].distance(from: lines[1].startIndex, to: cross)
                == lines[2].distance(from: lines[2].startIndex, to: caret))
    }

    @Test("neither hints nor notes can command a terminal")
    func hostileWords() {
        let mistake = Diagnostic(
            .warning, range(1), "m\u{1B}[2J", hint: "h\u{9B}2J\u{202E}", notes: [.init(range(1), "n\u{1B}[2J\nx")])
        let text = DiagnosticRenderer(style: .plain).render(mistake, in: SourceText(name: "a", text: "t"))
        #expect(text == "a:1:1: warning: m[2J; h2J\n  t\n  ^\na:1:1: note: n[2Jx\n  t\n  ^\n")
    }

    @Test("a secret's line is left out, and its note's line is not")
    func secretWithNote() {
        let mistake = Diagnostic(.error, range(1), "m", notes: [.init(range(1, line: 2), "n")], isSecret: true)
        let text = DiagnosticRenderer(style: .plain).render(mistake, in: SourceText(name: "a", text: "hunter2\nopen"))
        #expect(text == "a:1:1: error: m\na:2:1: note: n\n  open\n  ^\n")
    }

    @Test("colours are around the place, the kind and the caret, and around nothing of the file")
    func colours() {
        let lines = rendered("abc", range(1, 2), style: TerminalStyle(isColoured: true))
        #expect(lines[0].hasPrefix("\u{1B}[") && lines[0].hasSuffix(" wrong"))
        #expect(lines[1] == "  abc")
        #expect(lines[2].hasPrefix("  \u{1B}[") && lines[2].contains("^~"))
        let warning = DiagnosticRenderer(style: TerminalStyle(isColoured: true))
            .render(Diagnostic(.warning, range(1), "wrong"), in: SourceText(name: "a", text: "abc"))
        #expect(warning.split(separator: "\n")[0] != lines[0].replacing("error:", with: "warning:"))
    }
}
