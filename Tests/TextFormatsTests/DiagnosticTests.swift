import Terminal
import Testing
import TextFormats

@Suite("Mistakes in files")
struct DiagnosticTests {
    private func rendered(
        _ text: String, _ line: Int, _ column: Int, length: Int = 1, message: String = "wrong", isSecret: Bool = false
    ) -> [String] {
        let range = SourceRange(SourcePosition(line: line, column: column), length: length)
        let source = SourceText(name: "a.yaml", text: text)
        return DiagnosticRenderer(style: .plain).render(
            Diagnostic(.error, range, message, isSecret: isSecret), in: source
        )
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("are told with their line, and a caret below the place")
    func caret() {
        #expect(
            rendered("one\n  two: 3\n", 2, 3, length: 3)
                == ["a.yaml:2:3: error: wrong", "    two: 3", "    ^~~", ""])
    }

    @Test("have their caret at the right column behind tabs, wide letters and emoji")
    func columns() {
        #expect(rendered("\t\tx: y", 1, 6)[2] == "  \t\t   ^")
        #expect(rendered("日本: y", 1, 5)[2] == "        ^".dropLast(0).description)
        #expect(rendered("e\u{301}: y", 1, 5)[2].hasSuffix("^"))
    }

    @Test("have lines broken by LF, CRLF or CR", arguments: ["a\nb\nc", "a\r\nb\r\nc", "a\rb\rc"])
    func breaks(text: String) {
        #expect(rendered(text, 2, 1)[1] == "  b")
        #expect(SourceText(name: "", text: text).end == SourcePosition(line: 3, column: 2))
    }

    @Test("cut a long line around the caret")
    func longLine() {
        let text = String(repeating: "a", count: 5_000) + "X" + String(repeating: "b", count: 5_000)
        let lines = rendered(text, 1, 5_001)
        let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
        let cross = lines[1].firstIndex(of: "X").map { lines[1].distance(from: lines[1].startIndex, to: $0) }
        #expect(lines[1].count < 130 && caret == cross)
    }

    @Test("never show a line that may hold a secret, nor let a file command the terminal")
    func hostile() {
        #expect(rendered("password: hunter2", 1, 11, isSecret: true).joined().contains("hunter2") == false)
        let lines = rendered("a\u{1B}[2J\u{9B}\u{202E}b", 1, 1, message: "key 'x\u{1B}[2J\ny'")
        #expect(lines.count == 4 && lines[1] == "  a[2Jb")
        #expect(lines[0] == "a.yaml:1:1: error: key 'x[2Jy'")
    }

    @Test("survive any place, also outside of the text")
    func outside() {
        for (line, column) in [(1, 1), (1, 99), (2, 1), (99, 1), (1, Int.max / 2)] {
            #expect(rendered("abc", line, column)[0].hasPrefix("a.yaml:\(line):\(column):"))
        }
    }

    @Test("come in the order of the text, with notes and hints")
    func order() {
        let source = SourceText(name: "a", text: "x\ny\n")
        let first = SourceRange(SourcePosition(line: 1, column: 1)),
            second = SourceRange(SourcePosition(line: 2, column: 1))
        let all = Diagnostics(
            source: source,
            [
                Diagnostic(.error, second, "twice", notes: [.init(first, "first here")]),
                Diagnostic(.warning, first, "odd", hint: "drop it"),
            ])
        #expect(
            DiagnosticRenderer(style: .plain).render(all) == """
                a:1:1: warning: odd; drop it
                  x
                  ^
                a:2:1: error: twice
                  y
                  ^
                a:1:1: note: first here
                  x
                  ^

                """)
    }
}
