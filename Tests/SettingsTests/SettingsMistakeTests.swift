import Settings
import Terminal
import Testing
import TextFormats
import Values

private struct Root: SettingsSection {
    let hook: Hook?
    let isListed: Bool

    init(reading reader: inout SettingsReader) {
        _ = reader.value("amount", .amount, default: "1.00", help: "How much.")
        _ = reader.value("count", .integer(in: 0...9), default: "3", help: "How many.")
        _ = reader.value("flag", .boolean, default: "true", help: "Whether.")
        _ = reader.optional("url", .url, help: "Where.")
        _ = reader.optional("text", .text, help: "What.")
        _ = reader.value("needed", .text, help: "Write | something.")
        _ = reader.values("words", .text, help: "Some.")
        _ = reader.values("numbers", .integer(in: 1...5), atLeast: 2, help: "Two.")
        isListed = reader.isPresentAsList("words", hint: "write [] for none")
        hook = reader.sections("hooks", Hook.self, help: "Hooks.").first
    }
}

private struct Hook: SettingsSection {
    enum Kind: Sendable, Equatable { case quick, slow(Int) }
    let name: String
    let kind: Kind

    init(reading reader: inout SettingsReader) {
        name = reader.name(of: "hook", help: "Its name.")
        kind = reader.variant(
            "kind", help: "Which.",
            [
                SettingsVariant("quick", help: "At once.") { _ in .quick },
                SettingsVariant("slow", help: "Later.") {
                    .slow($0.value("delay", .integer(in: 1...9), help: "How late."))
                },
            ])
        _ = reader.references("after", to: "hook", help: "Others.")
    }
}

@Suite("Mistakes in settings")
struct SettingsMistakeTests {
    private func read(_ text: String) throws -> Root {
        try SettingsFile.read(Root.self, bytes: Array(text.utf8), origin: SettingsOrigin(name: "t")).settings
    }

    private func mistakes(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            let mistakes = (error as? Diagnostics)?.all ?? []
            return mistakes.map { mistake in
                let notes = mistake.notes.map { " | \($0.range.start) \($0.message)" }.joined()
                return "\(mistake.range.start) \(mistake.message)\(mistake.hint.map { "; " + $0 } ?? "")\(notes)"
            }
        }
    }

    private let sound = "needed: x\nnumbers: [1, 2]\n"

    @Test("what must be there is told with what it is for, and a key without a value is another mistake")
    func missing() {
        #expect(
            mistakes("numbers: [1, 2]") == [
                "1:1 'needed' is missing; write write | something, such as 'needed: some text'"
            ])
        #expect(mistakes("needed:\nnumbers: [1, 2]") == ["1:1 'needed' has no value"])
        #expect(mistakes("needed: ~\nnumbers:") == ["1:1 'needed' has no value", "2:1 'numbers' has no value"])
        #expect(mistakes(sound + "url:\ntext: null\ncount:\nhooks:").isEmpty)
    }

    @Test(
        "a list or section in the place of a value is told with the noun's own article",
        arguments: [
            ("amount: []", "'amount' must be an amount, not a list"),
            ("count: {}", "'count' must be a whole number, not a section with keys"),
            ("flag: [true]", "'flag' must be true or false, not a list"),
            ("url: []", "'url' must be a URL, not a list"),
            ("text: {a: b}", "'text' must be text, not a section with keys"),
            ("words: a", "'words' must be a list, not a single value; begin each item with '- '"),
            ("words: [[a]]", "'words' must be text, not a list"),
            ("hooks: {}", "'hooks' must be a list, not a section with keys; begin each item with '- '"),
            ("hooks: [[]]", "item 1 of 'hooks' must be a section with keys, not a list"),
        ])
    func shapes(line: String, message: String) {
        #expect(mistakes(sound + line).map { String($0.split(separator: " ", maxSplits: 1)[1]) } == [message])
    }

    @Test(
        "quotes are wrong around numbers and words of yes and no, and right around the rest",
        arguments: [
            ("count: '3'", "3:8 'count' must be a whole number, not text; remove the quotes"),
            ("flag: \"on\"", "3:7 'flag' must be true or false, not text; remove the quotes"), ("amount: '3'", nil),
            ("text: '3'", nil),
            ("count: |\n  3", "3:8 'count' must be a whole number, not text; remove the quotes"),
        ])
    func quotes(line: String, message: String?) {
        #expect(mistakes(sound + line) == (message.map { [$0] } ?? []))
    }

    @Test("a mistyped key is one mistake, whether or not the right one was needed")
    func mistyped() {
        #expect(mistakes("neded: x\nnumbers: [1, 2]") == ["1:1 unknown key 'neded'; did you mean 'needed'?"])
        #expect(
            mistakes(sound + "needd: y") == [
                "3:1 unknown key 'needd'; valid here: amount, count, flag, url, text, needed, words, numbers, hooks"
            ])
        #expect(mistakes("numbers: [1, 2]\nzzzzzz: 1").count == 2)
    }

    @Test("items are judged one by one, each at its place")
    func items() {
        #expect(
            mistakes("needed: x\nnumbers: [1, 9, x, 1, '2']") == [
                "2:14 'numbers' must be 1 to 5", "2:17 'numbers' must be a whole number",
                "2:20 '1' is in 'numbers' twice; remove one",
                "2:23 'numbers' must be a whole number, not text; remove the quotes",
            ])
        #expect(mistakes("needed: x\nnumbers: [1]") == ["2:1 'numbers' needs at least 2 items"])
    }

    @Test("a list that is there, though empty, is told from one that is not")
    func lists() throws {
        #expect(try !read(sound).isListed && read(sound + "words: []").isListed && read(sound + "words: [a]").isListed)
        #expect(mistakes(sound + "words:") == ["3:7 'words' has no value; write [] for none"])
    }

    @Test("a word brings its own keys, and refuses those of another")
    func variants() throws {
        #expect(try read(sound + "hooks: [{name: a, kind: slow, delay: 4, after: [a]}]").hook?.kind == .slow(4))
        #expect(try read(sound + "hooks: [{name: a, kind: quick, after: [a]}]").hook?.kind == .quick)
        #expect(
            mistakes(sound + "hooks: [{name: a, kind: quick, delay: 4, after: [a]}]") == [
                "3:32 unknown key 'delay'; valid here: name, kind, after"
            ])
        #expect(
            mistakes(sound + "hooks: [{name: a, kind: slow, after: [a]}]") == [
                "3:9 'delay' is missing; write how late, such as 'delay: 1'"
            ])
    }

    @Test("a key whose blank was forgotten is told as that, and a text without quotes as one")
    func forgottenBlanks() {
        #expect(
            mistakes(sound + "hooks: [{name: a, kind: slow, delay:4, after: [a]}]") == [
                "3:31 a blank is missing after 'delay:'; write it between the key and its value"
            ])
        #expect(
            mistakes(sound + "hooks:\n  - name:a") == [
                "4:5 item 1 of 'hooks' must be a section with keys, not a single value; write a blank after 'name:'"
            ])
        #expect(
            mistakes(sound + "text: {child}\n") == [
                "3:7 'text' must be text, not a section with keys; put text that begins with '{' in quotes"
            ])
    }

    @Test(
        "without its word a section's other keys are not judged",
        arguments: [
            ("kind: slwo, ", ["3:25 'kind' must be one of quick, slow; did you mean 'slow'?"]),
            ("kind: [quick], ", ["3:25 'kind' must be one of quick, slow"]), ("kind: , ", ["3:19 'kind' has no value"]),
            ("", ["3:9 'kind' is missing; write which: quick, slow"]),
        ])
    func withoutWord(kind: String, expected: [String]) {
        #expect(mistakes(sound + "hooks: [{name: a, \(kind)delay: x, what: 1, after: [a]}]") == expected)
    }

    @Test(
        "a name has 1 to 40 letters, digits and two signs",
        arguments: [
            ("a", true), ("A-z_09", true), (String(repeating: "n", count: 40), true),
            (String(repeating: "n", count: 41), false), ("''", false),
            ("é", false), ("a b", false), ("a.b", false), ("a@b", false), ("'a['", false), ("\"a`b\"", false),
            ("\"a\\u0000\"", false),
        ])
    func names(name: String, isTaken: Bool) {
        let found = mistakes(
            sound + "hooks: [{name: \(name), kind: quick, after: [o]}, {name: o, kind: quick, after: [o]}]")
        #expect(found.isEmpty == isTaken, "\(found)")
    }

    @Test("two sections of one name are told with the first")
    func twice() {
        let text = "hooks:\n  - {name: a, kind: quick, after: [a]}\n  - {name: a, kind: quick, after: [a]}\n"
        #expect(mistakes(sound + text) == ["5:12 there are two hooks named 'a' | 4:12 the first is here"])
    }

    @Test("a name that nobody has is told with a guess, or with up to eight that exist")
    func unknownNames() {
        func hooks(_ names: [String], after: String) -> String {
            "hooks:\n" + names.map { "  - {name: \($0), kind: quick, after: [\(after)]}\n" }.joined()
        }
        #expect(
            mistakes(sound + hooks(["phone"], after: "phnoe")) == [
                "4:40 no hook is named 'phnoe'; did you mean 'phone'?"
            ])
        let many = (1...9).map { "name-\($0)" }
        #expect(
            mistakes(sound + hooks(many, after: "zzzzzz")).first
                == "4:41 no hook is named 'zzzzzz'; defined are name-1, name-2, name-3, name-4, name-5, name-6, name-7, name-8"
        )
    }

    @Test("a root that is no section is told once", arguments: ["[a]", "text", "'~'"])
    func roots(text: String) {
        #expect(
            mistakes(text).count == 1 && mistakes(text)[0].hasPrefix("1:1 the file must be a section with keys, not "))
    }

    @Test("a file of comments lacks what is needed", arguments: ["", "# c", "~"])
    func empty(text: String) {
        #expect(
            mistakes(text).map { $0.prefix { $0 != ";" } } == ["1:1 'needed' is missing", "1:1 'numbers' is missing"])
    }

    @Test("the reference has a row for each key and a table for each word that brings keys")
    func reference() {
        let page = SettingsReference(Root.self).markdown
        for line in [
            "## The file", "| `needed` | Write \\| something. | text, such as `some text` | **required** |",
            "| `flag` | Whether. | true or false | `true` |",
            "| `words` | Some. | list of: text, such as `some text` | – |",
            "| `numbers` | Two. | list of: whole number, 1 to 5, such as `1` | **required** |",
            "| `hooks` | Hooks. | list of sections | – |",
            "## `hooks[]`", "| `kind` | Which. | `quick`: At once. `slow`: Later. | **required** |",
            "## `hooks[]` with `kind: slow`",
            "| `delay` | How late. | whole number, 1 to 9, such as `1` | **required** |",
        ] {
            #expect(page.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
        #expect(!page.contains("with `kind: quick`"))
    }
}
