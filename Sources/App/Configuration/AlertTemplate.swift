package import Settings
import TextFormats

/// The words of an alert with places for what happened: `{child} {verb} {amount}: {description}`.
///
/// `{{` and `}}` are braces.
package enum AlertTemplate {
    /// What may stand between braces.
    package enum Placeholder: String, CaseIterable, Sendable {
        case child, verb, amount, description, category, balance, by, at, notes, event, threshold
    }

    package enum Part: Sendable, Equatable {
        case text(String)
        case placeholder(Placeholder)
    }

    /// "`{child}`, `{verb}`, …" for documentation.
    static var listing: String {
        Placeholder.allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ")
    }

    /// The template's parts, in order; a checked text has no problems, so nothing is left out.
    package static func parts(of template: String) -> [Part] {
        parse(template).parts
    }

    /// What is wrong with a template, each at its place.
    package static func problems(in template: String) -> [TextProblem] {
        parse(template).problems
    }

    private static func parse(_ template: String) -> (parts: [Part], problems: [TextProblem]) {
        var scanner = Scanner(scalars: Array(template.unicodeScalars))
        scanner.scan()
        return (scanner.parts, scanner.problems)
    }
}

/// Walks over a template once; offsets are code points, as columns are.
private struct Scanner {
    let scalars: [Unicode.Scalar]
    private(set) var parts: [AlertTemplate.Part] = []
    private(set) var problems: [TextProblem] = []
    private var literal = String.UnicodeScalarView()
    private var offset = 0

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func scan() {
        while offset < scalars.count {
            let scalar = scalars[offset]
            let isDoubled = offset + 1 < scalars.count && scalars[offset + 1] == scalar
            switch scalar {
            case "{" where isDoubled, "}" where isDoubled:
                literal.append(scalar)
                offset += 2
            case "{": placeholder()
            case "}":
                problems.append(
                    TextProblem(offset: offset, length: 1, "this '}' closes nothing", hint: "write '}}' for a brace"))
                offset += 1
            default:
                literal.append(scalar)
                offset += 1
            }
        }
        flush()
    }

    private mutating func placeholder() {
        let start = offset
        let end = scalars[(start + 1)...].firstIndex { !$0.properties.isAlphabetic && $0 != "-" && $0 != "_" }
        guard let end, end > start + 1, scalars[end] == "}" else {
            problems.append(
                TextProblem(
                    offset: start, length: 1, "this '{' begins no placeholder",
                    hint: "write a name and '}', or '{{' for a brace"))
            offset += 1
            return
        }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[(start + 1)..<end])
        offset = end + 1
        guard let known = AlertTemplate.Placeholder(rawValue: String(name)) else {
            let words = AlertTemplate.Placeholder.allCases.map(\.rawValue)
            let guess = nearest(to: String(name), in: words).map { "did you mean '{\($0)}'?" }
            problems.append(
                TextProblem(
                    offset: start, length: end - start + 1, "unknown placeholder '{\(String(name))}'",
                    hint: guess ?? "valid here: \(words.joined(separator: ", "))"))
            return
        }
        flush()
        parts.append(.placeholder(known))
    }

    private mutating func flush() {
        if !literal.isEmpty { parts.append(.text(String(literal))) }
        literal = String.UnicodeScalarView()
    }
}
