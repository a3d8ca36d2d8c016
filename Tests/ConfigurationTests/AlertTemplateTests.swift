import Configuration
import Settings
import Testing

@Suite("Words of an alert")
struct AlertTemplateTests {
    @Test("a template is text and placeholders")
    func parts() {
        #expect(
            AlertTemplate.parts(of: "{child} {verb} {amount}: {description}") == [
                .placeholder(.child), .text(" "), .placeholder(.verb), .text(" "), .placeholder(.amount), .text(": "),
                .placeholder(.description),
            ])
        #expect(AlertTemplate.parts(of: "") == [])
        #expect(
            AlertTemplate.parts(of: "{{child}} {{{child}}}") == [.text("{child} {"), .placeholder(.child), .text("}")])
    }

    @Test("every placeholder is one", arguments: AlertTemplate.Placeholder.allCases)
    func placeholders(placeholder: AlertTemplate.Placeholder) {
        let text = "{\(placeholder.rawValue)}"
        #expect(AlertTemplate.parts(of: text) == [.placeholder(placeholder)])
        #expect(AlertTemplate.problems(in: text) == [])
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
            AlertTemplate.problems(in: template).map { "\($0.offset)+\($0.length) \($0.message)" } == expected)
    }

    @Test("a near miss gets the right name")
    func guesses() {
        #expect(AlertTemplate.problems(in: "{amuont}").first?.hint == "did you mean '{amount}'?")
        #expect(AlertTemplate.problems(in: "{Child}").first?.hint == "did you mean '{child}'?")
    }
}
