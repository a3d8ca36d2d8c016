import Testing
import TextFormats
import YAML

@Suite("YAML documents")
struct YAMLDocumentTests {
    @Test("scalars keep the text that was written")
    func scalarsStayText() throws {
        let text = "a: no\nb: 22:00\nc: 010\nd: 1.20\ne: 5.00\nf: 0x1F\ng: 2024-01-02\nh: .inf\ni: 1_000\nj: y\n"
        let document = try YAMLDocument(text, name: "t")
        #expect(
            try scalars(of: document).map(\.text) == [
                "no", "22:00", "010", "1.20", "5.00", "0x1F", "2024-01-02", ".inf", "1_000", "y",
            ])
    }

    @Test("null is a matter of spelling and quotes")
    func null() throws {
        let document = try YAMLDocument("a:\nb: ~\nc: null\nd: \"\"\ne: 'null'\n", name: "t")
        #expect(try scalars(of: document).map(\.isNull) == [true, true, true, false, false])
    }

    @Test("every key and value has its place", arguments: ["\n", "\r\n", "\r"])
    func positions(lineBreak: String) throws {
        let text = ["# Ä", "server: x", "list:", "  - é: 'q'", "    b: 日本"].joined(separator: lineBreak)
        let document = try YAMLDocument(text, name: "t")
        let root = try entries(#require(document.root))
        #expect(root[0].keyRange == SourceRange(SourcePosition(line: 2, column: 1), length: 6))
        #expect(root[0].value.range == SourceRange(SourcePosition(line: 2, column: 9), length: 1))
        guard case .sequence(let items) = root[1].value.content else { return #expect(Bool(false)) }
        let item = try entries(items[0])
        #expect(item[0].value.range == SourceRange(SourcePosition(line: 4, column: 8), length: 3))
        #expect(item[1].value.range == SourceRange(SourcePosition(line: 5, column: 8), length: 2))
    }

    @Test("a byte order mark moves nothing")
    func byteOrderMark() throws {
        let document = try YAMLDocument("\u{FEFF}a: 1\n", name: "t")
        #expect(try entries(#require(document.root))[0].keyRange.start == SourcePosition(line: 1, column: 1))
    }

    @Test("files without content have no root", arguments: ["", "\n", "# only a comment\n", "---\n...\n"])
    func empty(text: String) throws {
        let document = try YAMLDocument(text, name: "t")
        if let root = document.root { #expect(root.kindName == "nothing") }
    }

    @Test("mistakes that leave the rest readable are collected")
    func collected() throws {
        let text = "a: 1\nb: &x 2\na: 3\nc: *x\nd: !!str 5\ne: !mine 6\n? [k]\n: v\nf: \"\\0\"\n"
        let mistakes = try YAMLDocument(text, name: "t").mistakes
        #expect(
            mistakes.map { "\($0.range.start) \($0.message)" } == [
                "2:4 anchors aren't supported", "3:1 'a' appears twice", "4:4 aliases aren't supported",
                "5:4 tags aren't supported",
                "6:4 tags aren't supported", "7:3 a key must be a single word, not a list",
                "9:4 a text can't hold the character NUL",
            ])
        #expect(mistakes[3].hint == "remove '!!str'")
    }

    @Test(
        "broken YAML is told with a place",
        arguments: [
            ("a: 1\n\tb: 2\n", "2:1"), ("a: [1, 2\nb: 3\n", "2:2"), ("a: 'x\nb: 1\n", "3:1"), ("a: 1\n b: 2\n", "2:3"),
            ("a: b: c\n", "1:5"), ("a\nb: 1\n", "2:2"), ("a: 1\n---\nb: 2\n", "2:1"), ("a: @x\n", "1:4"),
            ("a: \"\\q\"\n", "1:5"),
            ("a: - b\n", "1:4"), ("- a\nb: 1\n", "2:1"), ("a: {b: 1\n", "2:1"), ("a: \u{2028}b\n", "1:4"),
        ])
    func broken(text: String, place: String) {
        let error = #expect(throws: Diagnostics.self) { try YAMLDocument(text, name: "t") }
        #expect(error?.all.first.map { "\($0.range.start)" } == place, "\(error?.all.first?.message ?? "")")
    }

    @Test("bytes that aren't UTF-8 are told with a place")
    func notUTF8() {
        let latin = Array("a: 1\nb: caf".utf8) + [0xE9, 0x0A]
        let error = #expect(throws: Diagnostics.self) { try YAMLDocument(bytes: latin, name: "t") }
        #expect(error?.all.first?.range.start == SourcePosition(line: 2, column: 7))
        #expect(throws: Diagnostics.self) { try YAMLDocument(bytes: [0xFF, 0xFE, 0x61, 0], name: "t") }
        #expect(throws: Diagnostics.self) { try YAMLDocument(bytes: [0x61, 0x3A, 0x20, 0x00], name: "t") }
    }

    @Test(
        "limits end the reading",
        arguments: [
            String(repeating: "[", count: 100), String(repeating: "- ", count: 100) + "a",
            "[" + String(repeating: "a,", count: 30_000) + "]",
            String(repeating: "x", count: (1 << 20) + 1),
        ])
    func limits(text: String) {
        #expect(throws: Diagnostics.self) { try YAMLDocument(text, name: "t") }
    }

    @Test("a line that is too long is told with its place", arguments: ["\n", "\r\n", "\r"])
    func longLine(lineBreak: String) {
        let long = String(repeating: "é", count: 8 << 10)
        let text = "a: 1" + lineBreak + "b: " + long
        let error = #expect(throws: Diagnostics.self) { try YAMLDocument(text, name: "t") }
        #expect(error?.all.map { "\($0.range.start) \($0.message)" } == ["2:1 this line is too long"])
        let lines = [String](repeating: "# " + long.dropLast(8), count: 3).joined(separator: lineBreak)
        #expect(throws: Never.self) { try YAMLDocument(lines + lineBreak + "a: 1", name: "t") }
    }

    @Test("a merge key is a key like others")
    func mergeKey() throws {
        let document = try YAMLDocument("a: {x: 1}\nb: {<<: c, y: 2}\n", name: "t")
        let root = try entries(#require(document.root))
        #expect(try entries(root[1].value).map(\.key) == ["<<", "y"])
    }

    @Test(
        "UTF-16 and files that are too large say what to do",
        arguments: [
            ([0xFF, 0xFE, 0x61, 0], "save it as UTF-8"), ([0xFE, 0xFF, 0, 0x61], "save it as UTF-8"),
            ([UInt8](repeating: 0x61, count: (1 << 20) + 1), "at most 1024 KiB are read"),
        ])
    func refused(bytes: [UInt8], hint: String) {
        let error = #expect(throws: Diagnostics.self) { try YAMLDocument(bytes: bytes, name: "t") }
        #expect(error?.all.map(\.hint) == [hint])
    }

    @Test(
        "hostile files end soon, in a message", .timeLimit(.minutes(1)),
        arguments: [
            "{" + String(repeating: "a: 1, ", count: 20_000) + "}", String(repeating: "a: 1\n", count: 9_000),
            String(repeating: "? ", count: 5_000), String(repeating: "---\na\n", count: 10_000),
            String(repeating: "a:\n  b: &x [*x]\n", count: 5_000),
        ])
    func hostile(text: String) {
        #expect(throws: (any Error).self) { try document(text) }
    }

    /// Reading and telling, as a person would see it; throws when there is a mistake of either kind.
    private func document(_ text: String) throws -> YAMLDocument {
        let document = try YAMLDocument(text, name: "t")
        if !document.mistakes.isEmpty { throw Diagnostics(source: document.source, document.mistakes) }
        return document
    }

    private func entries(_ node: YAMLNode) throws -> [YAMLEntry] {
        guard case .mapping(let entries) = node.content else { throw NotAMapping() }
        return entries
    }

    private func scalars(of document: YAMLDocument) throws -> [YAMLScalar] {
        try entries(#require(document.root)).compactMap {
            if case .scalar(let scalar) = $0.value.content { scalar } else { nil }
        }
    }

    private struct NotAMapping: Error {}
}
