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

extension Duration {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    private static let longest: Int64 = 8_640_000_000_000

    /// Reads "1h30m"; `nil` for anything else, for units out of order, and for more than 100,000 days.
    package init?(unitText text: String) {
        var rest = text[...]
        var total: Int64 = 0
        var previous = Int64.max
        repeat {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            let suffix = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(suffix.count)
            guard let number = Int64(digits), let unit = Self.units.first(where: { $0.suffix == suffix }),
                unit.milliseconds < previous, number <= (Self.longest - total) / unit.milliseconds
            else { return nil }
            previous = unit.milliseconds
            total += number * unit.milliseconds
        } while !rest.isEmpty
        self = .milliseconds(total)
    }

    /// The shortest exact text in units: "1h30m"; fractions of a millisecond are cut.
    package var unitText: String {
        var rest = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
        guard rest > 0 else { return "0s" }
        var text = ""
        for unit in Self.units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.suffix)"
            rest %= unit.milliseconds
        }
        return text
    }
}
