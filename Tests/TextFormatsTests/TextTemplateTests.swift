import Testing
import TextFormats

@Suite("Words with places")
struct TextTemplateTests {
    private enum Place: String, TemplatePlace {
        case child, verb, amount, description
    }
    private typealias Template = TextTemplate<Place>

    private static func parts(of text: String) throws -> [Template.Part] { try #require(Template(text)).parts }

    @Test("a template is text and placeholders")
    func parts() throws {
        #expect(
            try Self.parts(of: "{child} {verb} {amount}: {description}") == [
                .place(.child), .words(" "), .place(.verb), .words(" "), .place(.amount), .words(": "),
                .place(.description),
            ])
        #expect(try Self.parts(of: "") == [])
        #expect(
            try Self.parts(of: "{{child}} {{{child}}}") == [.words("{child} {"), .place(.child), .words("}")])
    }

    @Test(
        "each problem is told at its code point",
        arguments: [
            ("é{kid}", ["1+5 unknown placeholder '{kid}'"]), ("{", ["0+1 this '{' begins no placeholder"]),
            ("}", ["0+1 this '}' closes nothing"]),
            ("👨‍👩‍👧{}", ["5+1 this '{' begins no placeholder", "6+1 this '}' closes nothing"]),
            ("{child", ["0+1 this '{' begins no placeholder"]),
            (
                "{ child }",
                [
                    "0+1 this '{' begins no placeholder", "8+1 this '}' closes nothing",
                ]
            ),
            ("{amuont} {Child}", ["0+8 unknown placeholder '{amuont}'", "9+7 unknown placeholder '{Child}'"]),
        ])
    func problems(template: String, expected: [String]) {
        #expect(
            Template.problems(in: template).map { "\($0.offset)+\($0.length) \($0.message)" } == expected)
    }

    @Test("a near miss gets the right name")
    func guesses() {
        #expect(Template.problems(in: "{amuont}").first?.hint == "did you mean '{amount}'?")
        #expect(Template.problems(in: "{Child}").first?.hint == "did you mean '{child}'?")
    }
}
