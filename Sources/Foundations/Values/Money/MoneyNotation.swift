/// How a language writes amounts: what stands between thousands, what before the fraction, and where the currency's mark is.
package struct MoneyNotation: Sendable, Equatable {
    private let group: String
    private let point: String
    /// Whether the currency's mark follows the digits, after a blank that does not break.
    let hasMarkBehind: Bool

    /// `$1,234.56`
    package static let english = MoneyNotation(group: ",", point: ".", hasMarkBehind: false)
    /// `1.234,56 €`, as in German and Spanish.
    package static let pointed = MoneyNotation(group: ".", point: ",", hasMarkBehind: true)
    /// `1 234,56 €`, as in French, where the blank between thousands is narrow.
    package static let spaced = MoneyNotation(group: "\u{202F}", point: ",", hasMarkBehind: true)

    /// Digit by digit from the decimal's own text: nothing is computed, so nothing is rounded.
    func text(of magnitude: Decimal) -> String {
        let parts = magnitude.description.split(separator: ".")
        let whole = Array(parts[0])
        let grouped = whole.indices.reduce(into: "") { text, index in
            if index > 0, (whole.count - index) % 3 == 0 { text += group }
            text.append(whole[index])
        }
        return parts.count == 1 ? grouped : grouped + point + parts[1]
    }
}
