import Testing
import TextFormats
import YAML

@Suite("Bounds of YAML")
struct YAMLEdgeTests {
    /// What is wrong with a text, or nothing; as one line for each mistake.
    private func mistakes(_ text: String, limits: YAMLLimits = YAMLLimits()) -> [String] {
        do throws(Diagnostics) {
            let document = try YAMLDocument(text, name: "t", limits: limits)
            return document.mistakes.map(Self.line)
        } catch {
            return error.all.map(Self.line)
        }
    }

    private static func line(_ mistake: Diagnostic) -> String {
        let notes = mistake.notes.map { " | \($0.range.start) \($0.message)" }.joined()
        return
            "\(mistake.range.start)+\(mistake.range.length) \(mistake.message)\(mistake.hint.map { "; " + $0 } ?? "")\(notes)"
    }

    private func limits(_ change: (inout YAMLLimits) -> Void) -> YAMLLimits {
        var limits = YAMLLimits()
        change(&limits)
        return limits
    }

    @Test("a file has as many bytes as allowed, and no more")
    func bytes() {
        let small = limits { $0.bytes = 2_048 }
        #expect(mistakes("a: " + String(repeating: "b", count: 2_045), limits: small).isEmpty)
        #expect(
            mistakes("a: " + String(repeating: "b", count: 2_046), limits: small)
                == ["1:1+1 the file is too large; at most 2 KiB are read"])
    }

    @Test("a line has as many bytes as allowed, and no more, wherever it ends", arguments: ["", "\n", "\r\n", "\r"])
    func lineBytes(end: String) {
        let small = limits { $0.lineBytes = 1_024 }
        #expect(mistakes("a: " + String(repeating: "b", count: 1_021) + end, limits: small).isEmpty)
        #expect(
            mistakes("a: " + String(repeating: "b", count: 1_022) + end, limits: small)
                == ["1:1+1 this line is too long; at most 1 KiB; break it"])
    }

    @Test("values and keys are counted together, with the lists around them")
    func nodes() {
        let small = limits { $0.nodes = 6 }
        #expect(mistakes("a: [1, 2]\nb:", limits: limits { $0.nodes = 7 }).isEmpty)
        #expect(mistakes("a: [1, 2]\nb:", limits: small) == ["2:3+1 the file has more than 6 values"])
    }

    @Test("lists and sections stand in one another as deep as allowed")
    func depth() {
        let small = limits { $0.depth = 2 }
        #expect(mistakes("a: [1]", limits: small).isEmpty)
        #expect(mistakes("a: [[1]]", limits: small) == ["1:6+1 nested more than 2 levels deep"])
        #expect(mistakes("a: {b: {c}}", limits: small) == ["1:9+1 nested more than 2 levels deep"])
    }

    @Test("mistakes are told up to their limit, and then nothing more is read")
    func many() {
        let text = (1...5).map { "k\($0): !x 1\n" }.joined()
        #expect(mistakes(text, limits: limits { $0.diagnostics = 3 }).count == 3)
        #expect(mistakes(text).count == 5)
        #expect(throws: Diagnostics.self) { try YAMLDocument(text, name: "t", limits: limits { $0.diagnostics = 5 }) }
        #expect(throws: Never.self) { try YAMLDocument(text, name: "t", limits: limits { $0.diagnostics = 6 }) }
    }

    @Test("a key that comes three times points at the first, and its first value stays")
    func thrice() throws {
        let text = "a: 1\na: 2\na: 3\n"
        #expect(
            mistakes(text) == [
                "2:1+1 'a' appears twice | 1:1 first used here", "3:1+1 'a' appears twice | 1:1 first used here",
            ])
        guard case .mapping(let entries) = try YAMLDocument(text, name: "t").root?.content,
            case .scalar(let scalar) = entries.first?.value.content
        else {
            Issue.record("no section")
            return
        }
        #expect(entries.count == 1 && scalar.text == "1")
    }

    @Test(
        "tags, anchors and aliases are told as they were written",
        arguments: [
            ("a: !!int 5", "1:4+7 tags aren't supported; remove '!!int'"),
            ("a: !mine 5", "1:4+7 tags aren't supported; remove '!mine'"),
            ("a: !<x:y> 5", "1:4+8 tags aren't supported; remove 'x:y'"),
            ("!t a: 1", "1:1+4 tags aren't supported; remove '!t'"),
            ("a: &n [1]", "1:4+1 anchors aren't supported; remove '&n'"),
            ("a: !t {}", "1:4+1 tags aren't supported; remove '!t'"),
        ])
    func extras(text: String, message: String) {
        #expect(mistakes(text) == [message])
    }

    @Test("an alias leaves out what it stood for")
    func aliases() throws {
        #expect(
            mistakes("- &x 1\n- *x\n- *x : 2\n") == [
                "1:3+4 anchors aren't supported; remove '&x'",
                "2:3+1 aliases aren't supported; repeat the value instead of '*x'",
                "3:3+1 aliases aren't supported; repeat the value instead of '*x'",
            ])
        guard case .sequence(let items) = try YAMLDocument("- &x 1\n- *x\n- 3", name: "t").root?.content else {
            Issue.record("no list")
            return
        }
        #expect(items.count == 2)
    }

    @Test("a key is a word", arguments: [("? [a]\n: 1", "a list"), ("? {a: b}\n: 1", "a section with keys")])
    func keys(text: String, kind: String) {
        #expect(mistakes(text) == ["1:3+1 a key must be a single word, not \(kind)"])
    }

    @Test(
        "nothing is spelled in five ways, and none of them in quotes",
        arguments: [
            ("", true), ("~", true), ("null", true), ("Null", true), ("NULL", true), ("nUll", false), ("'~'", false),
            ("\"\"", false),
            ("none", false), ("|\n", false), ("~~", false),
        ])
    func null(text: String, isNull: Bool) throws {
        guard case .mapping(let entries) = try YAMLDocument("a: \(text)", name: "t").root?.content else {
            Issue.record("no section")
            return
        }
        #expect(entries.first?.value.kindName == (isNull ? "nothing" : "a single value"))
    }

    @Test(
        "a text of several lines is marked at its beginning, one of a single line whole",
        arguments: [
            ("a: 'b\n  c'", 1), ("a: |\n  b", 1), ("a: 'bc'", 4), ("a: bc # d", 2), ("a: b c", 3),
            ("a: \"\\u00e9\"", 8), ("a: [b]", 1),
        ])
    func ranges(text: String, length: Int) throws {
        guard case .mapping(let entries) = try YAMLDocument(text, name: "t").root?.content else {
            Issue.record("no section")
            return
        }
        #expect(entries.first?.value.range == SourceRange(SourcePosition(line: 1, column: 4), length: length))
    }

    @Test(
        "invisible line breaks are named with their number and place",
        arguments: [
            ("a: b\n# é\u{85}x", "2:4+1 invisible line separator U+85; delete it"),
            ("a\u{2028}: b", "1:2+1 invisible line separator U+2028; delete it"),
            ("\u{2029}", "1:1+1 invisible line separator U+2029; delete it"),
        ])
    func separators(text: String, message: String) {
        #expect(mistakes(text) == [message])
    }

    @Test(
        "bytes that are no text are told at the first of them",
        arguments: [
            ([0x61, 0xFF], "1:2"), ([0x0A, 0xC3, 0x28], "2:1"), ([0x61, 0xE2, 0x82], "1:2"),
            ([0xEF, 0xBB, 0xBF, 0xC0], "1:1"),
            ([0xC3, 0xA9, 0xED, 0xA0, 0x80], "1:2"),
        ])
    func noText(bytes: [UInt8], place: String) {
        let error = #expect(throws: Diagnostics.self) { try YAMLDocument(bytes: bytes, name: "t") }
        #expect(error?.all.map { "\($0.range.start) \($0.message)" } == ["\(place) this isn't UTF-8 text"])
    }

    @Test(
        "what was meant as a key or a text is marked where it stands, not where libyaml stumbles",
        arguments: [
            ("x:\n  - name:mum\n    c: d", "2:5+8"), ("é: 1\nb:c\n\nd: e", "2:1+3"), ("a: {b} c", "1:4+3"),
            ("é: {a: {b}} c", "1:4+8"), ("- {a: [b] c}", "1:7+3"),
        ])
    func slips(text: String, place: String) {
        #expect(mistakes(text).map { String($0.prefix { $0 != " " }) } == [place])
    }

    @Test(
        "a key whose blank was forgotten is told from other texts",
        arguments: [
            ("name:mum", "name"), ("ca-file:/x", "ca-file"), ("a:b: c", "a"), ("https://a.example", nil), ("a: b", nil),
            ("a:", nil), ("a", nil), (":a", nil), ("12:30", nil), ("a b:c", nil), ("", nil), ("a:/b", "a"),
        ] as [(String, String?)])
    func blanks(text: String, key: String?) { #expect(text.keyWithoutBlank == key) }

    @Test(
        "what libyaml refuses is told in words that people know",
        arguments: [
            ("a: 1\nb", "this line needs a ':' after its key; or quotes, if it belongs to the text above"),
            ("a: 1\n b: 2", "a second ':' on this line, or wrong indentation; put text that contains ': ' in quotes"),
            (
                "a:\n    b: 1\n  c: 2",
                "this line's indentation fits no section above; align it with the keys of its section"
            ),
            ("a: [1", "expected ',' or ']'"), ("a: {b: 1", "expected ',' or '}'"),
            ("a: 'b", "the file ends inside a quoted text"),
            ("a: \"\\q\"", "unknown escape in a double-quoted text; use single quotes for text with backslashes"),
            (
                "a: `b",
                "a text can't begin with this character; indent with spaces, not tabs; put text that begins with @ or ` in quotes"
            ),
            ("a: - b", "a list can't begin here; begin it on the line below its key"),
            ("a: {b} c", "a section ends here, and more text follows it; put text that begins with '{' in quotes"),
            ("a: {b} {c}: d", "a section ends here, and more text follows it; put text that begins with '{' in quotes"),
            ("a: {b}: c", "a section ends here, and more text follows it; put text that begins with '{' in quotes"),
            ("- [b] c", "a list ends here, and more text follows it; put text that begins with '[' in quotes"),
            ("x: {a: {b} c}", "a section ends here, and more text follows it; put text that begins with '{' in quotes"),
            ("a:b\nc: d", "a blank is missing after 'a:'; write it between the key and its value"),
            ("a: 1\nb:c\nd: e", "a blank is missing after 'b:'; write it between the key and its value"),
            ("a: 1\nb:c\n", "a blank is missing after 'b:'; write it between the key and its value"),
            ("x:\n  - a:b\n\n    c: d", "a blank is missing after 'a:'; write it between the key and its value"),
            (
                "- https://a\n  b: c",
                "a second ':' on this line, or wrong indentation; put text that contains ': ' in quotes"
            ),
            ("a:b\nc: d: e", "a blank is missing after 'a:'; write it between the key and its value"),
            ("a: b\nc: d: e", "a second ':' on this line, or wrong indentation; put text that contains ': ' in quotes"),
            ("- a\nb: 1", "expected another '- ' list item here; align it with the items above"),
            ("a: 1\n--- b", "a second document begins here; one file holds one document; remove the '---'"),
            ("a: b\u{1}", "the file has control characters here or below"),
            ("a: \"b\\0\"", "a text can't hold the character NUL"),
        ])
    func words(text: String, message: String) {
        let shown = mistakes(text).map { $0.split(separator: " ", maxSplits: 1)[1].split(separator: " | ")[0] }
        #expect(shown.map(String.init) == [message])
    }

    @Test(
        "a mistake that began further up points there",
        arguments: [
            ("a: 'b\n", "1:4 the quote was opened here"), ("a: [1", "1:4 the list was opened here"),
            ("a: {b: 1", "1:4 the section was opened here"), ("a:\n    b: 1\n  c: 2", "1:1 the section began here"),
        ])
    func notes(text: String, note: String) {
        #expect(mistakes(text).first?.contains(" | " + note) == true, "\(mistakes(text))")
    }
}
