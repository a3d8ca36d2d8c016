import TestNumbers
import Testing
import TextFormats

@Suite("Filters and conditions of templates")
struct TemplateLanguageTests {
    enum Place: String, TemplatePlace {
        case child, notes, event
        var values: [String] { self == .event ? ["transaction", "withdrawn"] : [] }
    }
    typealias Template = TextTemplate<Place>

    private static func filled(_ text: String, _ values: [Place: String]) throws -> String {
        try #require(Template(text), "\(Template.problems(in: text))").filled { values[$0] ?? "" }
    }

    @Test(
        "filters change a value, in order",
        arguments: [
            ("{child|upper}", "straße", "STRASSE"), ("{child|lower}", "ÀB", "àb"), ("{child|cut:3}", "abcd", "ab…"),
            ("{child|cut:3}", "abc", "abc"), ("{child|cut:1}", "ab", "…"), ("{child|cut:3}", "", ""),
            ("{child|cut:2}", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧…"), (#"{child|or:"some one"}"#, "", "some one"),
            ("{child|or:nobody}", "", "nobody"),
            (#"{child|or:"x}|{{y"}"#, "", "x}|{{y"), ("{child|or:'a \"b\"'}", "", "a \"b\""),
            ("{child|or:x}", "a", "a"),
            ("{child|or:nobody|upper|cut:4}", "", "NOB…"), ("{child|cut:4|or:x}!", "abcde", "abc…!"),
        ])
    func filters(_ text: String, _ value: String, _ expected: String) throws {
        #expect(try Self.filled(text, [.child: value]) == expected)
    }

    @Test(
        "conditions choose a part",
        arguments: [
            ("a{if notes} ({notes}){end}b", "a (n)b", "ab"), ("{if notes}y{else}n{end}", "y", "n"),
            ("{if not notes}none{end}", "", "none"), ("{if not notes}n{else}y{end}", "y", "n"),
            ("{if notes=n}is{else}not{end}", "is", "not"), ("{if not notes=n}not{end}", "", "not"),
            (#"{if notes="n"}is{end}"#, "is", ""), ("{if notes='x y'}is{else}no{end}", "no", "no"),
            ("{if notes}{if child}both{else}notes{end}{else}{if child}child{end}{end}", "both", "child"),
            ("{if notes}{{{end}{if child}}}{end}", "{}", "}"), ("{if notes}{end}", "", ""),
            ("{{if notes}}", "{if notes}", "{if notes}"),
        ])
    func conditions(_ text: String, _ with: String, _ without: String) throws {
        #expect(try Self.filled(text, [.notes: "n", .child: "c"]) == with)
        #expect(try Self.filled(text, [.child: "c"]) == without)
    }

    @Test("what a child writes is no filter, no condition and no end of one")
    func noReentry() throws {
        let hostile = "{end}{else}{child|upper}\"'|}"
        #expect(try Self.filled("{if notes}[{notes}]{else}no{end}", [.notes: hostile]) == "[\(hostile)]")
        #expect(try Self.filled("{notes|or:x}", [.notes: hostile]) == hostile)
        #expect(try Self.filled("{if notes=x}a{else}b{end}", [.notes: "x}a{end}"]) == "b")
    }

    @Test("an escape comes after the filters: it is never cut, nor changed in its case")
    func escapes() throws {
        let template = try #require(Template("{child|cut:2}{child|or:x|lower} {notes|or:'&'}"))
        #expect(
            template.filled({ $0 == .child ? "&<&" : "" }, as: { $0.replacing("&", with: "%26") }) == "%26…%26<%26 %26")
    }

    @Test(
        "each mistake is told at its place, with what to write",
        arguments: [
            ("{child|uper}", "7+4 unknown filter 'uper'; did you mean 'upper'?"),
            ("{child|zzzzzz}", #"7+6 unknown filter 'zzzzzz'; valid here: cut:40, lower, or:"something", upper"#),
            ("{child|}", #"7+1 unknown filter ''; valid here: cut:40, lower, or:"something", upper"#),
            ("{child|cut}", "7+3 'cut' needs a number from 1 to 1000; such as cut:40"),
            ("{child|cut:0}", "7+5 'cut' needs a number from 1 to 1000; such as cut:40"),
            ("{child|cut:1001}", "7+8 'cut' needs a number from 1 to 1000; such as cut:40"),
            ("{child|upper:3}", "7+7 'upper' has nothing behind it; write '|upper'"),
            ("{child|or:}", #"7+3 'or' needs a text; such as or:"something""#),
            (#"{child|or:"x} and more"#, "10+1 this \" is never closed; write another one where the text ends"),
            ("{child|upper", "11+1 a '}' is missing behind this; write '|' and a filter, or '}'"),
            ("{child|upper {notes}", "12+1 this is not expected here; write '|' and a filter, or '}'"),
            ("{chlid|upper}", "1+5 unknown placeholder 'chlid'; did you mean 'child'?"),
            ("{if ntoes}x{end}", "4+5 unknown placeholder 'ntoes'; did you mean 'notes'?"),
            ("{if }x{end}", "4+1 a placeholder's name is missing; valid here: child, notes, event"),
            ("{if not }x{end}", "8+1 a placeholder's name is missing; valid here: child, notes, event"),
            ("{if event=withdrwan}x{end}", "10+9 'event' is never 'withdrwan'; did you mean 'withdrawn'?"),
            ("{if event=x}x{end}", "10+1 'event' is never 'x'; it is one of: transaction, withdrawn"),
            (
                "{if notes==x}y{end}",
                "9+2 one '=' compares; take one out; a text that begins with it goes into quotes"
            ),
            ("{if notes=}x{end}", "9+1 nothing stands behind this '='; write a text, or '{if not NAME}' for none"),
            (
                "{if notes or child}x{end}",
                "9+1 this is not expected here; write '{if NAME}', '{if not NAME}' or '{if NAME=TEXT}'"
            ),
            ("a{if notes}x", "1+10 this '{if …}' has no '{end}'; write '{end}' where it ends"),
            ("a{end}", "1+5 this '{end}' ends nothing; write '{if NAME}' before it, or take it out"),
            ("a{else}", "1+6 this '{else}' belongs to no '{if …}'; write '{if NAME}' before it"),
            ("{if notes}{else}{else}{end}", "16+6 this '{else}' is the second of its '{if …}'; take it out"),
            ("{if notes}{esle}{end}", "10+6 unknown placeholder '{esle}'; did you mean '{else}'?"),
        ])
    func mistakes(_ text: String, _ expected: String) {
        #expect(Template(text) == nil)
        let told = Template.problems(in: text).map { "\($0.offset)+\($0.length) \($0.message); \($0.hint ?? "")" }
        #expect(told == [expected])
    }

    @Test("several mistakes are told together, also inside of a condition that has one")
    func several() {
        let problems = Template.problems(in: "{if ntoes}{chlid}{else}{child|uper}{end}}")
        #expect(problems.map(\.offset) == [4, 10, 30, 40])
    }

    @Test("conditions are nested five deep and no deeper, however many open")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "{if notes}", count: depth) + "x" + String(repeating: "{end}", count: depth)
        }
        #expect(try Self.filled(nested(5), [.notes: "n"]) == "x")
        let problems = Template.problems(in: nested(6))
        #expect(problems.map(\.offset) == [50] && problems.map(\.length) == [10])
        #expect(problems.first?.message == "conditions are nested more than 5 deep")
        #expect(Template(nested(1_000)) == nil && Template.problems(in: nested(1_000)).count == 995)
    }

    @Test("a template has a length, and what is filled in has one, which breaks no character")
    func lengths() throws {
        #expect(Template(String(repeating: "x", count: 16_000)) != nil)
        let problems = Template.problems(in: String(repeating: "{", count: 16_001))
        #expect(problems.map(\.offset) == [16_000] && problems.first?.message.contains("16000") == true)
        let family = "👨‍👩‍👧"
        let long = String(repeating: family, count: 900)
        let many = try #require(Template(String(repeating: "{child}", count: 1_000)))
        let text = many.filled { _ in long }
        #expect(text.utf8.count <= 20_000 && text.utf8.count > 19_900 && text.allSatisfy { $0 == Character(family) })
        let filtered = try #require(Template("{child|upper|cut:3}")).filled { _ in
            String(repeating: "a", count: 100_000)
        }
        #expect(filtered == "AA…")
    }

    @Test("what has to be there is what would be written, and holes are only where nothing else is said")
    func holes() throws {
        func isFilled(_ text: String, _ values: [Place: String]) throws -> Bool {
            try #require(Template(text)).isFilled { values[$0] ?? "" }
        }
        #expect(try isFilled("{child}{if notes}{notes}{end}", [.child: "c"]))
        #expect(try !isFilled("{if child}{notes}{end}", [.child: "c"]))
        #expect(try isFilled("{child|or:x}", [:]) && !isFilled("{child|upper}", [:]))
        let template = try #require(
            Template(
                "{child}{if notes}{notes}{event|upper}{else}{notes}{end}{if not child}{child|cut:3}{end}{notes|or:x}"))
        #expect(template.needed == [.child, .event, .notes, .child])
    }

    @Test("whatever is written, it either fills within its bound or has problems that lie in the text")
    func random() throws {
        var numbers = SeededNumbers(seed: 11)
        let pieces = [
            "{", "}", "{child", "{if ", "{if not ", "notes", "event", "=", "withdrawn", "{else}", "{end}", "|", "|cut:",
            "4", "|or:", "\"",
            "'", "x", "é", "👨‍👩‍👧", "{{", "}}", "|upper", " ", "}", "}", "{end}",
        ]
        var sound = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...14, using: &numbers)
            let text = (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
            let problems = Template.problems(in: text)
            let length = text.unicodeScalars.count
            #expect(
                problems.allSatisfy { $0.offset >= 0 && $0.length > 0 && $0.offset + $0.length <= length }, "\(text)")
            guard let template = Template(text) else {
                #expect(!problems.isEmpty, "\(text)")
                continue
            }
            sound += 1
            #expect(problems.isEmpty && template.filled { _ in "{end}" }.utf8.count <= 20_000)
            if template.isFilled(by: { _ in "" }) { #expect(!template.filled { _ in "" }.contains("{child|")) }
        }
        #expect(sound > 1_000, "the pieces make too few templates: \(sound)")
    }
}
