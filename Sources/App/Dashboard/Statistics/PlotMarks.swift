import Values

/// Round amounts beside a picture, which hold all that it shows, and nothing.
struct PlotMarks {
    /// From the lowest to the highest, two to six.
    let all: [Decimal]

    /// Behind the point as many digits as amounts have at most that are told apart; of the others no picture is drawn.
    private static let scale = 4
    /// In the smallest unit, of which there are 10,000.
    private static let limit: Int128 = 1_000_000_000_000_000_000_000_000_000_000

    /// - Returns: `nil` where there is nothing to draw, and for amounts that nobody has: more than 26 digits, fractions below a
    ///   ten-thousandth.
    init?(_ amounts: [Decimal]) {
        let values = amounts.compactMap { $0.rescaled(to: Self.scale)?.coefficient }
        guard !amounts.isEmpty, values.count == amounts.count,
            values.allSatisfy({ $0.magnitude < Self.limit.magnitude })
        else { return nil }
        let (low, high) = (min(0, values.min() ?? 0), max(values.max() ?? 0, 0))
        let step = Self.step(for: max(high - low, 1))
        let first = low.dividedDown(by: step)
        let last = max(-((-high).dividedDown(by: step)), first + 1)
        all = (first...last).compactMap { Decimal(coefficient: $0 * step, scale: Self.scale) }
    }

    /// The smallest of 1, 2 and 5 hundredths, tenths, ones and so on that divides the whole into four at most.
    private static func step(for span: Int128) -> Int128 {
        var unit: Int128 = 100
        while span > 4 * 5 * unit { unit *= 10 }
        return [1, 2, 5].map { $0 * unit }.first { span <= 4 * $0 } ?? 5 * unit
    }
}

extension Int128 {
    /// The quotient, rounded down.
    fileprivate func dividedDown(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
