import TestNumbers
import Testing
import TextFormats

@Suite("Filling words with places")
struct TemplateFillingTests {
    enum Place: String, TemplatePlace {
        case child, amount
        case paidOut = "paid-out"
        case short = "s_h"
    }
    typealias Template = TextTemplate<Place>

    @Test("every place gets its own value, as often as it stands there")
    func fills() throws {
        let template = try #require(Template("{child}: {amount}{amount} {paid-out}{s_h}."))
        #expect(template.filled { "<\($0.rawValue)>" } == "<child>: <amount><amount> <paid-out><s_h>.")
    }

    @Test("what comes into a place is never read as a template again")
    func valuesAreWords() throws {
        #expect(try #require(Template("{child}!")).filled { _ in "{amount}}}{{" } == "{amount}}}{{!")
    }

    @Test("words on both sides of a brace are one piece")
    func joined() throws {
        #expect(try #require(Template("a{{b}}c")).parts == [.words("a{b}c")])
        #expect(Template([.words("x"), .place(.child)]).filled { _ in "y" } == "xy")
    }

    @Test(
        "each problem says what to write instead",
        arguments: [
            ("}", "write '}}' for a brace"), ("{", "write a name and '}', or '{{' for a brace"),
            ("{zzzzzz}", "valid here: child, amount, paid-out, s_h"), ("{chlid}", "did you mean '{child}'?"),
        ])
    func hints(text: String, hint: String) {
        #expect(Template(text) == nil)
        #expect(Template.problems(in: text).map(\.hint) == [hint])
    }

    @Test(
        "three braces are one of the text and one of a place",
        arguments: [
            ("{{{", [2]), ("}}}", [2]), ("{{{child", [2]), ("{child}}", [7]), ("{1}", [0, 2]), ("{child1}", [0, 7]),
        ])
    func braces(text: String, places: [Int]) {
        #expect(Template.problems(in: text).map(\.offset) == places)
    }

    @Test(
        "any words come back as they are when their braces are doubled, and any template either fills or has problems")
    func random() throws {
        var numbers = SeededNumbers(seed: 7)
        let pieces = ["{", "}", "child", "{amount}", " ", "é", "e\u{301}", "👨‍👩‍👧", "{{", "-"]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...8, using: &numbers)
            let text = (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
            let doubled = text.replacing("{", with: "{{").replacing("}", with: "}}")
            #expect(try #require(Template(doubled)).filled { _ in "wrong" } == text)
            let problems = Template.problems(in: text)
            #expect((Template(text) == nil) == !problems.isEmpty)
            let length = text.unicodeScalars.count
            #expect(problems.allSatisfy { $0.offset >= 0 && $0.length > 0 && $0.offset + $0.length <= length })
        }
    }
}
