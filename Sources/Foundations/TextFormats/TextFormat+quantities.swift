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

/// A minute of the day in no particular time zone.
package struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 0 to 1439.
    package let minutes: Int

    package init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    package var description: String {
        (minutes < 600 ? "0" : "") + "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TextFormat where Value == TimeOfDay {
    /// `22:00`. YAML 1.1 reads that as the number 1320; here it never becomes a number.
    package static var timeOfDay: TextFormat {
        let shape = TextShape(name: "time of day", range: "00:00 to 23:59", example: "22:00")
            .with { $0.pattern = "^([01]?[0-9]|2[0-3]):[0-5][0-9]$" }
        return TextFormat(shape: shape, placeholder: TimeOfDay(hour: 0, minute: 0)!) { text throws(TextFormatError) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
                parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
                let hour = Int(parts[0]), let minute = Int(parts[1]), let time = TimeOfDay(hour: hour, minute: minute)
            else { throw TextFormatError("must be a time of day from 00:00 to 23:59", hint: "such as 7:30 or 22:00") }
            return time
        }
    }
}

/// Money in hundredths, exact.
package struct Hundredths: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let count: Int

    package init(_ count: Int) { self.count = count }

    package var description: String {
        let magnitude = count.magnitude
        return (count < 0 ? "-" : "") + "\(magnitude / 100)." + (magnitude % 100 < 10 ? "0" : "") + "\(magnitude % 100)"
    }

    package static func < (left: Hundredths, right: Hundredths) -> Bool { left.count < right.count }
}

extension TextFormat where Value == Hundredths {
    /// `5`, `5.0` or `5.00`: at most two decimals, never through a binary fraction.
    package static func amount(in range: ClosedRange<Hundredths>) -> TextFormat {
        let words = "\(range.lowerBound) to \(range.upperBound)"
        let shape = TextShape(name: "amount", range: words, example: "5.00").with {
            $0.jsonTypes = [.number, .string]
            $0.pattern = "^-?[0-9]{1,12}(\\.[0-9]{1,2})?$"
        }
        return TextFormat(shape: shape, placeholder: range.lowerBound) { text throws(TextFormatError) in
            guard let value = Hundredths(text: text) else {
                throw TextFormatError("must be an amount", hint: "with a point and at most two decimals, such as 5.00")
            }
            guard range.contains(value) else { throw TextFormatError("must be \(words)") }
            return value
        }
    }
}

extension Hundredths {
    package init?(text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...12).contains(parts[0].count),
            parts.count == 1 || (1...2).contains(parts[1].count),
            parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }), let whole = Int(parts[0])
        else { return nil }
        let decimals = parts.count == 1 ? 0 : Int(parts[1].count == 1 ? parts[1] + "0" : parts[1]) ?? 0
        self.init((whole * 100 + decimals) * (isNegative ? -1 : 1))
    }
}
