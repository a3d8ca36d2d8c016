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
