package import Values

/// A JSON number as it was written: no digit is lost, and nothing is rounded on the way.
package struct JSONNumberText: Hashable, Sendable, CustomStringConvertible {
    /// The digits as they were sent, such as `4.5000` or `1e3`.
    package let text: String

    /// - Returns: `nil` unless the text is exactly one JSON number.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let span = bytes.span
        var cursor = JSONCursor()
        guard let range = try? cursor.skipNumber(span), range.count == bytes.count else { return nil }
        self.text = text
    }

    /// Takes what a cursor has moved over.
    init(checked text: String) {
        self.text = text
    }

    /// A whole number as JSON spells it.
    package init(_ number: Int) { text = String(number) }
    /// A decimal with its scale.
    package init(_ number: Decimal) { text = number.description }

    /// The digits as they were sent.
    package var description: String { text }

    /// The number, exactly; `nil` if it needs more than 38 digits.
    package var decimal: Decimal? { exact?.decimal }

    /// The number if it is written without fraction and exponent, and fits.
    package var int: Int? { exact?.int }

    private var exact: JSONNumber? {
        let bytes = Array(text.utf8)
        var cursor = JSONCursor()
        return try? cursor.number(bytes.span)
    }
}
