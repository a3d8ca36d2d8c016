package import Values

extension TextFormat where Value == Decimal {
    /// `5`, `5.0` or `5.00`: at most two decimals, never through a binary fraction.
    package static func amount(in range: ClosedRange<Decimal>) -> TextFormat {
        let words = "\(range.lowerBound.moneyText) to \(range.upperBound.moneyText)"
        let shape = TextShape(name: "amount", range: words, example: "5.00").with {
            $0.jsonTypes = [.number, .string]
            $0.pattern = "^-?[0-9]{1,12}(\\.[0-9]{1,2})?$"
        }
        return TextFormat(shape: shape, placeholder: range.lowerBound) { text throws(TextFormatError) in
            guard let value = Decimal(text), value.scale <= 2, value.magnitude < limit else {
                throw TextFormatError("must be an amount", hint: "with a point and at most two decimals, such as 5.00")
            }
            guard range.contains(value) else { throw TextFormatError("must be \(words)") }
            return value
        }
    }

    /// More than any family has; what a column of the server holds is less.
    private static var limit: Decimal {
        Decimal(coefficient: 1_000_000_000_000, scale: 0) ?? .zero
    }
}
