extension TextFormat where Value == Int {
    /// A decimal whole number. "010" is refused: YAML 1.1 reads it as eight, people as ten.
    package static func integer(in range: ClosedRange<Int>) -> TextFormat {
        let shape = TextShape(
            name: "whole number", range: "\(range.lowerBound) to \(range.upperBound)", example: "\(range.lowerBound)"
        ).with {
            $0.jsonTypes = [.integer]
            $0.minimum = range.lowerBound
            $0.maximum = range.upperBound
            $0.isUnquoted = true
        }
        return TextFormat(shape: shape, placeholder: range.lowerBound) { text throws(TextFormatError) in
            let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                throw TextFormatError("must be a whole number")
            }
            guard digits.count == 1 || digits.first != "0" else {
                throw TextFormatError("must not begin with 0", hint: "some programs read that as octal; drop the zero")
            }
            guard let value = Int(text), range.contains(value) else {
                throw TextFormatError("must be \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
    }
}
