extension Duration {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

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
                unit.milliseconds < previous, number <= 8_640_000_000_000 / unit.milliseconds
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
