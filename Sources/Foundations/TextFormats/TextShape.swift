import Values

/// What a text may look like.
package struct TextShape: Sendable, Equatable {
    /// The types of JSON Schema that a scalar may have.
    package enum JSONType: String, Sendable {
        case string, number, integer, boolean
    }

    /// "duration", "whole number", …
    package let name: String
    /// "1 s to 1 h"; `nil` when anything goes.
    package var range: String?
    /// A valid text, as a person would write it; the reference shows it.
    package var example: String
    /// The words allowed, when they can be listed.
    package var choices: [String] = []
    /// Words that a completion offers where more is allowed than can be listed.
    package var offers: [String] = []
    /// What an editor that resolves YAML 1.2 scalars may see.
    package var jsonTypes: [JSONType] = [.string]
    /// A regular expression (ECMA 262) for the string form.
    package var pattern: String?
    /// The smallest whole number, for JSON Schema; `nil` for everything else. People read it in ``range``.
    package var minimum: Int?
    /// The largest whole number, for JSON Schema; `nil` for everything else.
    package var maximum: Int?
    /// Whether quotes around the text are a mistake, as they are around numbers and Booleans.
    package var isUnquoted = false
    /// Whether a wrong text may be a secret and must not be repeated in messages.
    package var isSecret = false

    /// A text without choices or pattern; the rest is set on it, see ``with(_:)``.
    package init(name: String, range: String? = nil, example: String) {
        self.name = name
        self.range = range
        self.example = example
    }

    /// A changed copy.
    package func with(_ change: (inout TextShape) -> Void) -> TextShape {
        var copy = self
        change(&copy)
        return copy
    }
}

extension TextShape {
    /// The words allowed, as the end of a sentence; `nil` where they can't be listed.
    package var listing: String? { choices.isEmpty ? nil : ": \(choices.joined(separator: ", "))" }
}

extension String {
    /// The first sentence of a help as a part of another sentence: "Who signs in." as "who signs in".
    package var asClause: String {
        let sentence = range(ofText: ". ").map { self[..<$0.lowerBound] } ?? (hasSuffix(".") ? dropLast() : self[...])
        guard let first = sentence.first, sentence.dropFirst().first?.isUppercase != true else {
            return String(sentence)
        }
        return first.lowercased() + sentence.dropFirst()
    }
}
