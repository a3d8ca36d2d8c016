import JSON
import Terminal
import Values

/// How long the bars of a list are: its largest amount has the longest, what is less than nothing another colour.
struct BarScale {
    /// Display columns of the longest.
    static let length = 24

    private let member: String
    private let largest: Decimal

    init(_ rows: [JSONNode], _ member: String) throws(JSONError) {
        self.member = member
        var largest = Decimal.zero
        for row in rows { largest = max(largest, try Self.amount(row, member).magnitude) }
        self.largest = largest
    }

    /// Eighths of a column, rounded; anything but nothing is seen.
    func text(_ row: JSONNode) throws(JSONError) -> String {
        let amount = try Self.amount(row, member).magnitude
        guard !amount.isZero, let eighths = Self.eighths(amount, of: largest) else { return "" }
        let (full, rest) = max(eighths, 1).quotientAndRemainder(dividingBy: 8)
        return String(repeating: "█", count: full) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest]
    }

    func role(_ row: JSONNode) throws(JSONError) -> TerminalStyle.Role {
        try Self.amount(row, member).isNegative ? .error : .success
    }

    private static func amount(_ row: JSONNode, _ member: String) throws(JSONError) -> Decimal {
        try row.optional(member)?.decimal(acceptsText: true) ?? .zero
    }

    private static func eighths(_ amount: Decimal, of largest: Decimal) -> Int? {
        let scale = max(amount.scale, largest.scale)
        guard let part = amount.rescaled(to: scale)?.coefficient, let whole = largest.rescaled(to: scale)?.coefficient,
            whole > 0
        else { return nil }
        let (product, overflows) = part.multipliedReportingOverflow(by: Int128(length * 8))
        return overflows ? nil : Int((product + whole / 2) / whole)
    }
}
