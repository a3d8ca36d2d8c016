import Terminal
import Testing

@testable import Commands

@Suite("Tables")
struct TextTableTests {
    private func text(_ columns: [TextTable.Column], _ rows: [[String]]) -> String {
        var table = TextTable(columns)
        for row in rows { table.append(row) }
        return table.text(style: .plain)
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
