extension TextFormat where Value == Bool {
    /// `true` or `false`, and the words of YAML 1.1 that people still write.
    package static var boolean: TextFormat {
        let shape = TextShape(name: "true or false", example: "true").with {
            $0.jsonTypes = [.boolean]
            $0.choices = ["true", "false", "yes", "no", "on", "off"]
            $0.isUnquoted = true
        }
        return TextFormat(shape: shape, placeholder: false) { text throws(TextFormatError) in
            switch text.lowercased() {
            case "true", "yes", "on": true
            case "false", "no", "off": false
            default: throw TextFormatError("must be true or false")
            }
        }
    }
}

extension TextFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the enumeration's words.
    package static var choice: TextFormat {
        let words = Value.allCases.map(\.rawValue)
        guard let first = Value.allCases.first else { preconditionFailure("an enumeration without words") }
        let shape = TextShape(name: "word", range: words.joined(separator: ", "), example: words[0])
            .with { $0.choices = words }
        return TextFormat(shape: shape, placeholder: first) { text throws(TextFormatError) in
            if let value = Value(rawValue: text) { return value }
            throw TextFormatError(
                "must be one of \(words.joined(separator: ", "))",
                hint: nearest(to: text, in: words).map { "did you mean '\($0)'?" })
        }
    }
}
