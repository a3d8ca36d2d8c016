import Testing

@testable import Terminal

@Suite("A page that is shown in its place")
struct ScreenPageTests {
    private let start = "\u{1B}[H"
    private let rest = "\u{1B}[J"

    private func line(_ text: String) -> String { text + "\u{1B}[K\n" }

    @Test("what was on the screen is scrolled away, not wiped out; then the page is written over")
    func first() {
        var page = ScreenPage()
        #expect(page.replacing(with: "a\nb\n", columns: 80, rows: 4) == "\n\n\n" + start + line("a") + line("b") + rest)
        #expect(page.replacing(with: "c\n", columns: 80, rows: 4) == start + line("c") + rest)
    }

    @Test("the same page is not written again, but it is in another size")
    func same() {
        var page = ScreenPage()
        _ = page.replacing(with: "abcdef\n", columns: 80, rows: 4)
        #expect(page.replacing(with: "abcdef\n", columns: 80, rows: 4) == nil)
        #expect(page.replacing(with: "abcdef\n", columns: 4, rows: 4) == start + line("abc…") + rest)
    }

    @Test("a page that is too long says what is missing, and the cursor stays on the screen")
    func long() {
        var page = ScreenPage()
        let text = (1...9).map { "\($0)\n" }.joined()
        let shown = page.replacing(with: text, columns: 80, rows: 4)
        #expect(shown == "\n\n\n" + start + line("1") + line("2") + line("… 7 more lines") + rest)
        #expect(
            page.replacing(with: "1\n2\n3\n", columns: 80, rows: 4) == start + line("1") + line("2") + line("3") + rest)
        #expect(page.replacing(with: text, columns: 80, rows: 1) == start + line("… 9 more lines") + rest)
    }

    @Test("colours take no room, and one that was begun is ended though its text is cut")
    func colours() {
        var page = ScreenPage()
        let red = "\u{1B}[1;31mabcdef\u{1B}[0mxyz"
        #expect(page.replacing(with: red, columns: 9, rows: 2) == "\n" + start + line(red) + rest)
        let cut = "\u{1B}[1;31mabc…\u{1B}[0m"
        #expect(page.replacing(with: red, columns: 4, rows: 2) == start + line(cut) + rest)
    }

    @Test("wide characters are cut whole")
    func wide() {
        var page = ScreenPage()
        #expect(page.replacing(with: "日本日本", columns: 5, rows: 2) == "\n" + start + line("日本…") + rest)
    }

    @Test("no mode of the terminal is asked for, so that none has to be restored", arguments: [1, 24])
    func noModes(_ rows: Int) throws {
        var page = ScreenPage()
        let written = page.replacing(with: "a\nb\n", columns: 80, rows: rows)
        let shown = try #require(written)
        #expect(!shown.contains("?"))
    }
}

// One after the other: each has the process ignore signals meanwhile.
@Suite("Who shows a long text", .serialized)
struct PagerTests {
    private func pager(lines: Int = 30, rows: Int? = 24, _ variables: [String: String] = [:], less: Bool = true)
        -> Pager?
    {
        Pager(lines: lines, rows: rows, environment: { variables[$0] }, isThere: { _ in less })
    }

    @Test("less where nothing is said, told to end where the text fits and to keep colours")
    func standard() {
        #expect(pager()?.script == "export LESS=FRX; less")
        #expect(pager(["LESS": "R"])?.script == "less")
        #expect(pager(less: false) == nil)
    }

    @Test("the person's own, with its options; none where it is empty or only passes on")
    func chosen() {
        #expect(pager(["PAGER": "most -s"])?.script == "export LESS=FRX; most -s")
        #expect(pager(["PAGER": "most"], less: false) != nil)
        #expect(pager(["PAGER": ""]) == nil)
        #expect(pager(["PAGER": "cat"]) == nil)
        #expect(pager(["PAGER": " \t"]) == nil && pager(["PAGER": " cat "]) == nil)
    }

    @Test("nobody's where the text fits with the prompt below, or is not read at a terminal")
    func none() {
        #expect(pager(lines: 23) == nil)
        #expect(pager(lines: 24) != nil)
        #expect(pager(rows: nil) == nil)
        #expect(pager(["TERM": "dumb"]) == nil)
    }

    @Test("the whole text arrives, and one that ends early holds nobody up")
    func shows() throws {
        let text = String(repeating: "0123456789abcde\n", count: 20_000)
        for script in ["cmp -s - /dev/null; true", "head -n 1 > /dev/null; exit 3", "true", "cat > /dev/null"] {
            #expect(try #require(pager(["PAGER": script, "LESS": ""])).show(text), "\(script)")
        }
    }

    @Test(
        "one that ends badly without having read anything has shown nothing",
        arguments: ["exit 3", "less '", "kill $$"])
    func unread(_ script: String) throws {
        #expect(try !#require(pager(["PAGER": "exec 2> /dev/null; \(script)", "LESS": ""])).show("text\n"))
    }

    @Test("one that cannot be started has shown nothing")
    func missing() throws {
        #expect(try !#require(pager(["PAGER": "/nonexistent/pager 2> /dev/null"])).show("text\n"))
    }
}
