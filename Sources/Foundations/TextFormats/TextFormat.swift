/// How one value is written as text: a parser, a description for people and one for editors.
///
/// Settings files and command lines use the same formats, so `--timeout 30s` and `timeout: 30s` can't differ.
package struct TextFormat<Value: Sendable>: Sendable {
    /// Type, range and example, for documentation and JSON Schema.
    package let shape: TextShape
    /// Any valid value. It stands in where the text is wrong or missing, so that reading can go on and find
    /// the other mistakes; a result with mistakes is never handed out.
    package let placeholder: Value
    /// Takes the text as the person wrote it, quotes of the file resolved. The error is told with the key or option
    /// before it.
    package let parse: @Sendable (_ text: String) throws(TextFormatError) -> Value

    /// - Parameter parse: looks at the text alone, not at the machine: defaults are parsed too, used or not.
    package init(
        shape: TextShape, placeholder: Value,
        parse: @escaping @Sendable (_ text: String) throws(TextFormatError) -> Value
    ) {
        self.shape = shape
        self.placeholder = placeholder
        self.parse = parse
    }

    /// The same format with another example in the documentation.
    package func showing(_ example: String) -> TextFormat {
        TextFormat(shape: shape.with { $0.example = example }, placeholder: placeholder, parse: parse)
    }
}

/// Why a text isn't a value: a predicate without subject, such as "must be a whole number".
package struct TextFormatError: Error, Equatable {
    /// Goes behind a subject: "'timeout' " or "--timeout ".
    package let message: String
    /// What to write instead, when that can be known.
    package let hint: String?

    /// - Parameter message: without the text itself where that may be a secret.
    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
