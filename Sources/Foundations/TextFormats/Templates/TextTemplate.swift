/// Words with places for what is known later: `{child} {verb} {amount}`. `{{` and `}}` are braces.
///
/// Parsed once; filling it in can't fail, and what comes into a place is never read as a template again.
package struct TextTemplate<Place>: Sendable, Equatable
where Place: RawRepresentable<String> & CaseIterable & Equatable & Sendable {
    /// What a template is made of.
    package enum Part: Sendable, Equatable {
        case words(String)
        case place(Place)
    }

    /// In order; no two words follow each other.
    package let parts: [Part]

    /// For templates that stand in the source code.
    package init(_ parts: [Part]) { self.parts = parts }

    /// - Returns: `nil` for a text that has ``problems(in:)``.
    package init?(_ text: String) {
        let reader = Self.read(text)
        guard reader.problems.isEmpty else { return nil }
        parts = reader.parts
    }

    /// What is wrong with a text, each at its place.
    package static func problems(in text: String) -> [TextProblem] { read(text).problems }

    /// The text with each place's value.
    package func filled(_ value: (Place) -> String) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .words(let words): text += words
            case .place(let place): text += value(place)
            }
        }
    }

    private static func read(_ text: String) -> TemplateReader<Place> {
        var reader = TemplateReader<Place>(scalars: Array(text.unicodeScalars))
        reader.read()
        return reader
    }
}

/// Walks over a template once; offsets are code points, as columns are.
private struct TemplateReader<Place> where Place: RawRepresentable<String> & CaseIterable & Equatable & Sendable {
    let scalars: [Unicode.Scalar]
    private(set) var parts: [TextTemplate<Place>.Part] = []
    private(set) var problems: [TextProblem] = []
    private var words = String.UnicodeScalarView()
    private var offset = 0

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func read() {
        while offset < scalars.count {
            let scalar = scalars[offset]
            let isDoubled = offset + 1 < scalars.count && scalars[offset + 1] == scalar
            switch scalar {
            case "{" where isDoubled, "}" where isDoubled:
                words.append(scalar)
                offset += 2
            case "{": readPlace()
            case "}":
                problems.append(
                    TextProblem(offset: offset, length: 1, "this '}' closes nothing", hint: "write '}}' for a brace"))
                offset += 1
            default:
                words.append(scalar)
                offset += 1
            }
        }
        endWords()
    }

    private mutating func readPlace() {
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
        guard let place = Place(rawValue: String(name)) else {
            let names = Place.allCases.map(\.rawValue)
            let guess = nearest(to: String(name), in: names).map { "did you mean '{\($0)}'?" }
            problems.append(
                TextProblem(
                    offset: start, length: end - start + 1, "unknown placeholder '{\(String(name))}'",
                    hint: guess ?? "valid here: \(names.joined(separator: ", "))"))
            return
        }
        endWords()
        parts.append(.place(place))
    }

    private mutating func endWords() {
        if !words.isEmpty { parts.append(.words(String(words))) }
        words = String.UnicodeScalarView()
    }
}

/// A mistake inside a text: where in it, and what.
package struct TextProblem: Sendable, Equatable {
    /// In code points from the text's first.
    package let offset: Int
    /// In code points; 1 for a single character.
    package let length: Int
    /// What is wrong, lower case, without a full stop.
    package let message: String
    /// What to write instead; `nil` when that can't be known.
    package let hint: String?

    /// - Parameter offset: in code points of the value, not of the line of the file: the reader adds the quotes before
    ///   it.
    package init(offset: Int, length: Int, _ message: String, hint: String? = nil) {
        self.offset = offset
        self.length = length
        self.message = message
        self.hint = hint
    }
}
