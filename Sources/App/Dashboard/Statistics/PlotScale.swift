import Values

/// Where amounts stand on a picture, between round amounts that hold all of them and nothing. Only a place on the screen is computed with,
/// never an amount that is shown.
struct PlotScale {
    /// From the lowest to the highest, two to six.
    let marks: [Decimal]
    /// Units of the picture, from above.
    private let top: Int, bottom: Int
    /// In the smallest unit, of which there are 10,000.
    private let least: Int128, span: Int128

    /// Behind the point as many digits as amounts have at most that are placed exactly; of the others no picture is drawn.
    private static let scale = 4
    private static let limit: Int128 = 1_000_000_000_000_000_000_000_000_000_000

    /// - Returns: `nil` where there is nothing to draw, and for amounts that nobody has: more than 26 digits, fractions below a
    ///   ten-thousandth.
    init?(_ amounts: [Decimal], top: Int, bottom: Int) {
        let values = amounts.compactMap { $0.rescaled(to: Self.scale)?.coefficient }
        guard !amounts.isEmpty, values.count == amounts.count,
            values.allSatisfy({ $0.magnitude < Self.limit.magnitude })
        else { return nil }
        let (low, high) = (min(0, values.min() ?? 0), max(values.max() ?? 0, 0))
        let step = Self.step(for: max(high - low, 1))
        let first = low.dividedDown(by: step)
        let last = max(-((-high).dividedDown(by: step)), first + 1)
        (self.top, self.bottom) = (top, bottom)
        (least, span) = (first * step, (last - first) * step)
        marks = (first...last).compactMap { Decimal(coefficient: $0 * step, scale: Self.scale) }
    }

    /// The smallest of 1, 2 and 5 hundredths, tenths, ones and so on that divides the whole into four at most.
    private static func step(for span: Int128) -> Int128 {
        var unit: Int128 = 100
        while span > 4 * 5 * unit { unit *= 10 }
        return [1, 2, 5].map { $0 * unit }.first { span <= 4 * $0 } ?? 5 * unit
    }

    /// From above.
    func place(_ amount: Decimal) -> Int {
        guard let value = amount.rescaled(to: Self.scale)?.coefficient else { return bottom }
        return bottom - Int((value - least) * Int128(bottom - top) / span)
    }
}

extension Int128 {
    /// The quotient, rounded down.
    fileprivate func dividedDown(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
