/// What number a JSON text says, whatever way it writes it: `digits × 10^exponent`, exactly.
struct DecimalForm: Equatable {
    let isNegative: Bool
    /// Without zeros at either end; none for zero.
    let digits: [UInt8]
    let exponent: Int

    /// - Parameter text: a JSON number.
    /// - Returns: `nil` for an exponent of so many digits that no other number has it.
    init?(_ text: some Sequence<UInt8>) {
        var isNegative = false
        var digits: [UInt8] = []
        var power: [UInt8] = []
        var (isPowerNegative, isInPower, isInFraction) = (false, false, false)
        var fraction = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"): if isInPower { isPowerNegative = true } else { isNegative = true }
            case UInt8(ascii: "."): isInFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isInPower = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isInPower {
                    power.append(byte)
                } else {
                    if isInFraction { fraction += 1 }
                    if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
                }
            default: break
            }
        }
        let places = digits.count
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        let significant = power.drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 9 else { return nil }
        let size = significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        self.isNegative = isNegative
        self.digits = digits
        exponent = digits.isEmpty ? 0 : (isPowerNegative ? -size : size) - fraction + places - digits.count
    }

    /// The binary number whose shortest text says the same; `nil` if there is none.
    var double: Double? {
        // That no shortest text has more digits bounds the work, too.
        guard digits.count <= 17 else { return nil }
        let sign = isNegative ? "-" : ""
        guard !digits.isEmpty else { return isNegative ? -0.0 : 0 }
        guard let value = Double("\(sign)\(String(decoding: digits, as: UTF8.self))e\(exponent)"), value.isFinite,
            DecimalForm(value.description.utf8) == self
        else { return nil }
        return value
    }
}
