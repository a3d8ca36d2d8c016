/// A decimal number kept as the digits that were written, such as `-12.10`; stored as TEXT.
///
/// Two spellings of one number (`1.0`, `1.00`) are different values: what the server said is kept to the digit.
/// No exponent, no sign `+`, no leading zeros; at most 60 characters.
public struct ExactDecimal: RawRepresentable, DatabaseValue, Hashable {
    public let rawValue: String

    public init?(rawValue: String) {
        guard Self.isWellFormed(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    /// The number times 10^`scale` as an integer; nil if that loses a digit other than 0 or does not fit 64 bits.
    public func minorUnits(scale: Int) -> MinorUnits? {
        var fractionDigits: Int?
        var value: Int64 = 0
        let isNegative = rawValue.utf8.first == UInt8(ascii: "-")
        for byte in rawValue.utf8 where byte != UInt8(ascii: "-") {
            if byte == UInt8(ascii: ".") {
                fractionDigits = 0
                continue
            }
            let digit = Int64(byte - UInt8(ascii: "0"))
            if let taken = fractionDigits {
                if taken == scale {
                    guard digit == 0 else { return nil }
                    continue
                }
                fractionDigits = taken + 1
            }
            guard let next = Self.append(digit, to: value, isNegative) else { return nil }
            value = next
        }
        for _ in (fractionDigits ?? 0)..<max(scale, fractionDigits ?? 0) {
            guard let next = Self.append(0, to: value, isNegative) else { return nil }
            value = next
        }
        return MinorUnits(rawValue: value)
    }

    // Works below zero for negative numbers, because Int64.min has no positive twin.
    private static func append(_ digit: Int64, to value: Int64, _ isNegative: Bool) -> Int64? {
        let (product, tooBig) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflows) =
            isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
        return tooBig || overflows ? nil : sum
    }

    private static func isWellFormed(_ text: String.UTF8View) -> Bool {
        let unsigned = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isDigits = { (part: Substring.UTF8View) in !part.isEmpty && part.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
        guard text.count <= 60, let whole = parts.first, parts.allSatisfy(isDigits) else { return false }
        return whole.count == 1 || whole.first != UInt8(ascii: "0")
    }
}
