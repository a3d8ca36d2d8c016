package import Values

extension JSONNumber {
    /// The number as a decimal with the digits that were sent; `nil` if it needs more than 38 of them.
    package var decimal: Decimal? {
        let signed = isNegative ? -Int128(coefficient) : Int128(coefficient)
        if exponent <= 0 { return Decimal(coefficient: signed, scale: -exponent) }
        return Decimal(coefficient: signed, scale: 0).flatMap { value in
            (0..<exponent).reduce(Optional(value.coefficient)) { product, _ in
                product.flatMap { (number: Int128) -> Int128? in
                    let (next, overflows) = number.multipliedReportingOverflow(by: 10)
                    return overflows ? nil : next
                }
            }.flatMap { Decimal(coefficient: $0, scale: 0) }
        }
    }
}
