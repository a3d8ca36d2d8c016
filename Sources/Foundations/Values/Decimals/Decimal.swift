/// A decimal number, exactly: digits and a scale, never a binary fraction.
///
/// The scale is kept as it was written (`5`, `5.0` and `5.00` print differently), while comparison and hashing go by the
/// number (`5 == 5.00`).
package struct Decimal: Sendable {
    /// The digits as a whole number; at most 38 of them.
    package let coefficient: Int128
    /// How many of the digits are behind the point; 0 to 38.
    package let scale: Int

    /// The most digits that a decimal holds.
    package static let maximumDigits = 38

    /// 0 with scale 0; prints as `0`.
    package static let zero = Decimal(unchecked: 0, scale: 0)

    /// `nil` for more than 38 digits or a scale outside 0 to 38.
    package init?(coefficient: Int128, scale: Int) {
        guard coefficient.magnitude < Self.limit, 0...Self.maximumDigits ~= scale else { return nil }
        self.init(unchecked: coefficient, scale: scale)
    }

    private init(unchecked coefficient: Int128, scale: Int) {
        self.coefficient = coefficient
        self.scale = scale
    }

    /// False for zero, which has no sign here: `-0.00` reads as `0.00`.
    package var isNegative: Bool { coefficient < 0 }
    /// Whatever the scale: `0.00` too.
    package var isZero: Bool { coefficient == 0 }
    /// The number without its sign.
    package var magnitude: Decimal { Decimal(unchecked: coefficient < 0 ? -coefficient : coefficient, scale: scale) }

    /// The number with the other sign.
    package static prefix func - (value: Decimal) -> Decimal {
        Decimal(unchecked: -value.coefficient, scale: value.scale)
    }

    /// The sum with the larger of the two scales; `nil` if it needs more than 38 digits.
    package func adding(_ other: Decimal) -> Decimal? {
        let scale = max(scale, other.scale)
        guard let left = coefficient(atScale: scale), let right = other.coefficient(atScale: scale) else { return nil }
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? nil : Decimal(coefficient: sum, scale: scale)
    }

    /// The difference with the larger of the two scales; `nil` if it needs more than 38 digits.
    package func subtracting(_ other: Decimal) -> Decimal? { adding(-other) }

    /// The same number with another scale; `nil` if that loses a digit other than 0, or needs more than 38 digits.
    package func rescaled(to newScale: Int) -> Decimal? {
        if newScale >= scale {
            return coefficient(atScale: newScale).flatMap { Decimal(coefficient: $0, scale: newScale) }
        }
        guard newScale >= 0 else { return nil }
        let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: Self.powerOfTen(scale - newScale))
        return remainder == 0 ? Decimal(unchecked: quotient, scale: newScale) : nil
    }

    /// Without the zeros at the end of the fraction.
    package var normalized: Decimal {
        var coefficient = coefficient
        var scale = scale
        while scale > 0, coefficient % 10 == 0 {
            coefficient /= 10
            scale -= 1
        }
        return Decimal(unchecked: coefficient, scale: scale)
    }

    private func coefficient(atScale newScale: Int) -> Int128? {
        guard newScale <= Self.maximumDigits else { return nil }
        let (product, overflows) = coefficient.multipliedReportingOverflow(by: Self.powerOfTen(newScale - scale))
        return overflows || product.magnitude >= Self.limit ? nil : product
    }

    private static let limit: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000

    private static func powerOfTen(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

extension Decimal: Comparable, Hashable {
    /// By the number: `5` equals `5.00`.
    package static func == (left: Decimal, right: Decimal) -> Bool {
        let (left, right) = (left.normalized, right.normalized)
        return left.coefficient == right.coefficient && left.scale == right.scale
    }

    /// By the number, whatever the scales; needs no common scale, so it can't overflow.
    package static func < (left: Decimal, right: Decimal) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        let (wholeLeft, fractionLeft) = left.parts
        let (wholeRight, fractionRight) = right.parts
        guard wholeLeft == wholeRight else { return wholeLeft < wholeRight }
        let comparison = fractionLeft < fractionRight
        return left.isNegative ? fractionRight < fractionLeft : comparison
    }

    /// Hashes without the zeros at the end, as `==` compares.
    package func hash(into hasher: inout Hasher) {
        let normalized = normalized
        hasher.combine(normalized.coefficient)
        hasher.combine(normalized.scale)
    }

    /// The whole part, and the digits of the fraction filled up to 38 places: comparing never overflows.
    private var parts: (whole: Int128, fraction: UInt128) {
        var power: UInt128 = 1
        for _ in 0..<scale { power *= 10 }
        var fraction = coefficient.magnitude % power
        for _ in scale..<Self.maximumDigits { fraction *= 10 }
        return (coefficient / Int128(power), fraction)
    }
}

extension Decimal: LosslessStringConvertible {
    /// Reads digits with an optional minus and an optional fraction, such as `-12.50`.
    ///
    /// `nil` for anything else: a plus, blanks, an exponent, a point without digits on both sides, leading zeros, more
    /// than 38 digits.
    package init?(_ text: String) {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
            .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
        var coefficient: Int128 = 0
        for part in parts {
            guard !part.isEmpty, part.count <= Self.maximumDigits else { return nil }
            for byte in part {
                guard 0x30...0x39 ~= byte else { return nil }
                let (product, overflows) = coefficient.multipliedReportingOverflow(by: 10)
                guard !overflows else { return nil }
                coefficient = product + Int128(byte - 0x30)
            }
        }
        self.init(coefficient: isNegative ? -coefficient : coefficient, scale: parts.count == 2 ? parts[1].count : 0)
    }

    /// Plain digits with the scale as written, such as `-0.50`.
    package var description: String {
        let digits = String(coefficient.magnitude)
        let sign = coefficient < 0 ? "-" : ""
        guard scale > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    /// With at least two digits behind the point, as money is written: `5` is `5.00`, `13.345` stays.
    package var moneyText: String { (normalized.scale > 2 ? normalized : rescaled(to: 2) ?? self).description }
}
