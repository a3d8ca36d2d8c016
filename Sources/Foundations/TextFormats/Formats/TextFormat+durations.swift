extension TextFormat where Value == Duration {
    /// A time span with units: `250ms`, `30s`, `5m`, `1h30m`, `7d`. A bare number is refused, since its unit is anybody's guess.
    package static func duration(in range: ClosedRange<Duration>) -> TextFormat {
        let words = "\(range.lowerBound.unitText) to \(range.upperBound.unitText)"
        let shape = TextShape(name: "duration", range: words, example: range.lowerBound.unitText)
            .with { $0.pattern = "^([0-9]+(ms|s|m|h|d))+$" }
        return TextFormat(shape: shape, placeholder: range.lowerBound) { text throws(TextFormatError) in
            if let number = Int(text) {
                throw TextFormatError("needs a unit", hint: "\(number)s for seconds, \(number)m for minutes")
            }
            guard let value = Duration(unitText: text) else {
                throw TextFormatError("must be a duration", hint: "such as 30s, 5m or 1h30m")
            }
            guard range.contains(value) else { throw TextFormatError("must be \(words)") }
            return value
        }
    }
}
