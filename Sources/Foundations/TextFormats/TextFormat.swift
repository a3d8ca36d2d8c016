/// How one value is written as text: a parser, a description for people and one for editors.
///
/// Settings files and command lines use the same formats, so `--timeout 30s` and `timeout: 30s` can't differ.
package struct TextFormat<Value: Sendable>: Sendable {
    /// Type, range and example, for documentation and JSON Schema.
    package let shape: TextShape
    /// Any valid value. It stands in where the text is wrong or missing, so that reading can go on and find
    /// the other mistakes; a result with mistakes is never handed out.
    package let placeholder: Value
    package let parse: @Sendable (_ text: String) throws(TextFormatError) -> Value

    package init(
        shape: TextShape, placeholder: Value,
        parse: @escaping @Sendable (_ text: String) throws(TextFormatError) -> Value
    ) {
        self.shape = shape
        self.placeholder = placeholder
        self.parse = parse
    }

    /// The same text read as another type.
    package func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> TextFormat<Other> {
        let parse = self.parse
        return TextFormat<Other>(shape: shape, placeholder: transform(placeholder)) { text throws(TextFormatError) in
            transform(try parse(text))
        }
    }
}

/// Why a text isn't a value: a predicate without subject, such as "must be a whole number".
package struct TextFormatError: Error, Equatable {
    package let message: String
    /// What to write instead, when that can be known.
    package let hint: String?

    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

/// What a text may look like.
package struct TextShape: Sendable, Equatable {
    package enum JSONType: String, Sendable {
        case string, number, integer, boolean
    }

    /// "duration", "whole number", …
    package let name: String
    /// "1 s to 1 h"; `nil` when anything goes.
    package var range: String?
    package var example: String
    /// The words allowed, when they can be listed.
    package var choices: [String] = []
    /// What an editor that resolves YAML 1.2 scalars may see.
    package var jsonTypes: [JSONType] = [.string]
    /// A regular expression (ECMA 262) for the string form.
    package var pattern: String?
    package var minimum: Int?
    package var maximum: Int?
    /// Whether quotes around the text are a mistake, as they are around numbers and Booleans.
    package var isUnquoted = false
    /// Whether a wrong text may be a secret and must not be repeated in messages.
    package var isSecret = false

    package init(name: String, range: String? = nil, example: String) {
        self.name = name
        self.range = range
        self.example = example
    }

    package func with(_ change: (inout TextShape) -> Void) -> TextShape {
        var copy = self
        change(&copy)
        return copy
    }
}
