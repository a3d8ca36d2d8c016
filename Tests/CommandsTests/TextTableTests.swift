import Terminal
import Testing
import TextFormats

@testable import Commands

@Suite("Tables")
struct TextTableTests {
    private func text(_ columns: [TextTable.Column], _ rows: [[String]]) -> String {
        var table = TextTable(columns)
        for row in rows { table.append(row.map { .init($0) }) }
        return table.text(style: .plain)
    }

    @Test("thousands of marks on one letter are cut, what people write is not")
    func piles() {
        let table = text([.init(title: "A")], [["a" + String(repeating: "\u{301}", count: 3_000) + "b"]])
        #expect(table.utf8.count < 40 && table.hasSuffix("b\n"))
        let people = "e\u{301} 👩🏻‍❤️‍💋‍👨🏽 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 नमस्ते"
        #expect(text([.init(title: "A")], [[people]]) == "A\n\(people)\n")
        let joined = String(repeating: "👩\u{200D}", count: 1_000)
        #expect(text([.init(title: "A")], [[joined]]).utf8.count < 100)
    }

    @Test("a heading may be the widest cell, and no line ends in blanks")
    func headings() {
        #expect(
            text([.init(title: "LONG HEAD"), .init(title: "B")], [["x", ""], ["", "y"]])
                == "LONG HEAD  B\nx\n           y\n")
    }

    @Test("cells of a trailing column end at one place, whatever they are written in")
    func trailing() {
        #expect(
            text(
                [.init(title: "N", alignment: .trailing), .init(title: "T")], [["日本", "a"], ["7", "b"], ["🎈", "c"]])
                == "   N  T\n日本  a\n   7  b\n  🎈  c\n")
    }

    @Test("a table without rows is its heading")
    func empty() {
        #expect(text([.init(title: "A"), .init(title: "B")], []) == "A  B\n")
    }

    @Test("a cell of several lines, tabs and marks of direction is one line of what can be seen")
    func hostile() {
        #expect(
            text([.init(title: "A"), .init(title: "B")], [["a\nb\tc", "x\u{202E}y\u{2028}z\u{85}w\u{7F}"]])
                == "A      B\na b c  x\u{FFFD}y z w\n")
    }
}

@Suite("Tables on a terminal")
struct NarrowTableTests {
    @Test("long texts are cut by what they take up on the screen, and say so")
    func cut() {
        var table = TextTable([.init(title: "WHO", least: 4), .init(title: "N", alignment: .trailing)])
        table.append([.init("日本日本日本日本"), .init("1")])
        table.append([.init("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"), .init("22")])
        table.append([.init("abcdefgh"), .init("3")])
        #expect(
            table.text(style: .plain, room: 10)
                == "WHO      N\n日本…    1\n👨‍👩‍👧👨‍👩‍👧…   22\nabcde…   3\n")
    }

    @Test("columns that there is no room for are named below, with the way to them; what is empty is not missed")
    func leftOut() {
        var table = TextTable([
            .init(title: "NUMBER"), .init(title: "WHAT", rank: .extra), .init(title: "EMPTY", rank: .extra),
            .init(title: "", rank: .extra), .init(title: "ID", rank: .detail),
        ])
        table.append([.init("1"), .init(String(repeating: "w", count: 30)), .init(""), .init("bar"), .init("id-1")])
        #expect(
            table.text(style: .plain, room: 30) == """
                NUMBER
                1
                not shown in 30 columns: WHAT,
                ID (--ids); a wider window
                shows more, --json all

                """)
        #expect(!table.text(style: .plain, room: 80).contains("not shown"))
        #expect(!table.text(style: .plain).contains("not shown"), "a program has no window")
    }

    @Test("a colour is around the text alone, so that columns stay where they are")
    func colours() {
        var table = TextTable([.init(title: "S"), .init(title: "T", alignment: .trailing), .init(title: "U")])
        table.append([.init("ok", .success), .init("7", .error), .init("x")])
        #expect(
            table.text(style: .coloured)
                == "\u{1B}[2mS   T  U\u{1B}[0m\n\u{1B}[32mok\u{1B}[0m  \u{1B}[1;31m7\u{1B}[0m  x\n")
    }

    @Test("a cell that is cut has no half of a colour, and a hostile text none of its own")
    func hostile() {
        var table = TextTable([.init(title: "S", least: 3)])
        table.append([.init("\u{1B}[31mabcdefghij", .success)])
        let text = table.text(style: .coloured, room: 6)
        #expect(text.hasSuffix("\u{1B}[32m [31m…\u{1B}[0m\n"))
    }
}

@Suite("Comma-separated values")
struct CSVTextTests {
    private func record(_ cells: CSVText.Cell...) -> String {
        var csv = CSVText()
        csv.append(cells)
        return csv.text
    }

    @Test("fields with commas and quotes are quoted, and every record ends in CRLF")
    func quoting() {
        var csv = CSVText(head: ["a", "b"])
        csv.append([.own("1,5"), .typed("say \"hi\"")])
        csv.append([.own(""), .typed("")])
        #expect(csv.text == "a,b\r\n\"1,5\",\"say \"\"hi\"\"\"\r\n,\r\n")
    }

    @Test(
        "what somebody typed is no formula, and can be had back",
        arguments: [
            "=1+1", "+49 30", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", " =1", "\t=1", "\r=1", "\u{A0}=1", "\u{3000}=1",
            "=\u{301}1+1", "\u{A0}-\u{308}1", "=cmd\u{301},\"\u{301}", "＝1", "＋1", "－1", "＠a", "'quoted", "'=1",
        ])
    func formulas(_ text: String) {
        let field = record(.typed(text))
        #expect(field.hasPrefix("'") || field.hasPrefix("\"'"))
        #expect(!field.dropFirst().hasPrefix("''") || text.hasPrefix("'"))
    }

    @Test(
        "other texts, and what this program writes, stay as they are",
        arguments: ["Kite", "5=5", "a-b", "é", "…", "日本", "(1)"])
    func plain(_ text: String) {
        #expect(record(.typed(text)) == text + "\r\n")
        #expect(record(.own("-3.20")) == "-3.20\r\n")
    }

    @Test("a record is a line: breaks and what commands a terminal are blanks")
    func oneLine() {
        #expect(record(.typed("a\r\nb\u{1B}[2Jc\u{2028}d")) == "a  b [2Jc d\r\n")
    }
}
