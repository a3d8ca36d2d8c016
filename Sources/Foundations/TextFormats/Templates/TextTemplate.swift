/// What a template can name in braces.
package protocol TemplatePlace: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// The only texts that it can have, so that a condition on another one is a mistake; empty: any.
    var values: [String] { get }
}

extension TemplatePlace {
    /// Any text.
    package var values: [String] { [] }
}

/// Words with places for what is known later: `{child} {verb} {amount}`. `{{` and `}}` are braces.
///
/// A place may have filters (`{description|cut:40}`), and a part conditions: `{if notes}…{else}…{end}`, `{if not notes}…{end}`,
/// `{if event=withdrawn}…{end}`. There is nothing else: no loop, no way out to files or variables, and what is written is bounded.
///
/// Parsed once; filling it in can't fail, and what comes into a place is never read as a template again.
package struct TextTemplate<Place: TemplatePlace>: Sendable, Equatable {
    /// What a template is made of.
    package indirect enum Part: Sendable, Equatable {
        case words(String)
        case place(Place)
        /// With at least one filter, applied in order.
        case filtered(Place, [TemplateFilter])
        case condition(TemplateCondition<Place>, then: [Part], otherwise: [Part])
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

    /// The text with each place's value; of more than any reader takes its beginning.
    ///
    /// - Parameters:
    ///   - value: as it is; conditions and filters see this.
    ///   - written: makes what is written of a place's value once it is filtered, such as an escape.
    package func filled(_ value: (Place) -> String, as written: (String) -> String = { $0 }) -> String {
        var text = BoundedText(limit: Self.limit)
        Self.fill(parts, &text, value, written)
        return text.text
    }

    /// Whether there is something for each place that would be written.
    package func isFilled(by value: (Place) -> String) -> Bool { Self.isFilled(parts, value) }

    /// Those that leave a hole where they have no value: all but such as have another text then, and such as their own condition leaves
    /// out.
    package var needed: [Place] { Self.needed(parts, unless: []) }

    /// Of the text that is filled in, in bytes; more than any target takes.
    private static var limit: Int { 20_000 }

    private static func read(_ text: String) -> TemplateReader<Place> {
        var reader = TemplateReader<Place>(scalars: Array(text.unicodeScalars))
        reader.read()
        return reader
    }

    private static func fill(
        _ parts: [Part], _ text: inout BoundedText, _ value: (Place) -> String, _ written: (String) -> String
    ) {
        for part in parts where !text.isFull {
            switch part {
            case .words(let words): text.append(words)
            case .place(let place): text.append(written(value(place)))
            case .filtered(let place, let filters): text.append(written(filtered(value(place), filters)))
            case .condition(let condition, let then, let otherwise):
                fill(condition.holds(value) ? then : otherwise, &text, value, written)
            }
        }
    }

    private static func isFilled(_ parts: [Part], _ value: (Place) -> String) -> Bool {
        parts.allSatisfy { part in
            switch part {
            case .words: true
            case .place(let place): !value(place).isEmpty
            case .filtered(let place, let filters): !filtered(value(place), filters).isEmpty
            case .condition(let condition, let then, let otherwise):
                isFilled(condition.holds(value) ? then : otherwise, value)
            }
        }
    }

    private static func needed(_ parts: [Part], unless known: [Place]) -> [Place] {
        parts.flatMap { part -> [Place] in
            switch part {
            case .words: []
            case .place(let place): known.contains(place) ? [] : [place]
            case .filtered(let place, let filters):
                known.contains(place) || filters.contains { if case .or = $0 { true } else { false } } ? [] : [place]
            case .condition(let condition, let then, let otherwise):
                needed(then, unless: known + (condition.isNegated ? [] : [condition.place]))
                    + needed(otherwise, unless: known + (condition.isNegated ? [condition.place] : []))
            }
        }
    }

    /// Each filter looks at no more than can be written, however long the value and however many filters there are.
    private static func filtered(_ value: String, _ filters: [TemplateFilter]) -> String {
        filters.reduce(BoundedText(value, limit: limit).text) { $1.applied(to: $0) }
    }
}

/// Asks whether a place has something, or a certain text.
package struct TemplateCondition<Place: TemplatePlace>: Sendable, Equatable {
    /// What it looks at.
    package let place: Place
    /// The text that it has to have; `nil`: any but none.
    package let text: String?
    /// Whether it holds where it would not.
    package let isNegated: Bool

    func holds(_ value: (Place) -> String) -> Bool {
        let value = value(place)
        return (text.map { value == $0 } ?? !value.isEmpty) != isNegated
    }
}

/// Text that grows to a limit and then no more, never by half a character.
private struct BoundedText {
    private(set) var text = ""
    private(set) var isFull = false
    private let limit: Int

    /// - Parameter limit: in bytes.
    init(_ text: String = "", limit: Int) {
        self.limit = limit
        append(text)
    }

    mutating func append(_ more: String) {
        let room = limit - text.utf8.count
        guard more.utf8.count > room else { return text += more }
        isFull = true
        var end = more.startIndex
        while end < more.endIndex {
            let next = more.index(after: end)
            if more.utf8.distance(from: more.startIndex, to: next) > room { break }
            end = next
        }
        text += more[..<end]
    }
}
