import Values

extension Decimal {
    /// Rounded to two decimals, halves away from zero, as the real server's column does; `nil` if it doesn't fit.
    var cents: Decimal? {
        guard scale > 2 else { return rescaled(to: 2) }
        let power = (2..<scale).reduce(Int128(1)) { power, _ in power * 10 }
        let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: power)
        let isHalfOrMore = remainder.magnitude >= power.magnitude - remainder.magnitude
        let rounded = isHalfOrMore ? quotient + (coefficient < 0 ? -1 : 1) : quotient
        return Decimal(coefficient: rounded, scale: 2)
    }
}
