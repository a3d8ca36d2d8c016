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
