package import Values

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

extension TextFormat where Value == Decimal {
    /// `5`, `5.0` or `5.00`: not negative, less than a million millions, at most two decimals, never through a binary fraction.
    package static var amount: TextFormat<Decimal> {
        let shape = TextShape(name: "amount", example: "5.00").with {
            $0.jsonTypes = [.number, .string]
            $0.minimum = 0
            $0.pattern = "^[0-9]{1,12}(\\.[0-9]{1,2})?$"
        }
        return TextFormat(shape: shape, placeholder: .zero) { text throws(TextFormatError) in
            guard let value = Decimal(text), value.scale <= 2 else {
                throw TextFormatError("must be an amount", hint: "with a point and at most two decimals, such as 5.00")
            }
            guard !value.isNegative else { throw TextFormatError("must not be negative") }
            guard value < limit else { throw TextFormatError("must have at most twelve digits before the point") }
            return value
        }
    }

    /// More than any family has; what a column of the server holds is less.
    private static var limit: Decimal {
        Decimal(coefficient: 1_000_000_000_000, scale: 0) ?? .zero
    }
}
