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
