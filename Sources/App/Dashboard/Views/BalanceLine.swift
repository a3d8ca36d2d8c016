import JSON
import Relay
import Values

/// A child's balance over the last days as a small line, drawn here, so that it is there without scripts. Its figures stand in
/// the transactions; for those who hear the page it says where it began and where it ends.
struct BalanceLine {
    let reader: PageReader
    /// One a day, the newest last or first: each has `day` and `balance`.
    let days: [JSONValue]
    let name: String

    private static let (width, height) = (240, 48)

    var html: HTML {
        let points = days.sorted { $0.text("day") < $1.text("day") }.compactMap { reader.decimal($0["balance"]) }
        guard points.count > 1, let least = points.min(), let most = points.max() else { return .none }
        let heights = points.map { Self.height(of: $0, from: least, to: most) }
        let path = heights.enumerated().map { index, y in
            "\(index == 0 ? "M" : "L")\(index * Self.width / (points.count - 1)) \(y)"
        }
        let label =
            "\(name), \(reader.words.days(points.count)): \(reader.currency.text(points[0], in: reader.language.money)) → "
            + reader.currency.text(points[points.count - 1], in: reader.language.money)
        return .element(
            "svg",
            [
                "class": "line", "viewBox": "0 0 \(Self.width) \(Self.height)", "role": "img", "aria-label": label,
                "preserveAspectRatio": "none",
            ], .element("path", ["d": path.joined(separator: " ")], ""))
    }

    /// From above, within two units of the edges. Only a place on the screen is computed with, never an amount that is shown.
    private static func height(of value: Decimal, from least: Decimal, to most: Decimal) -> Int {
        guard let span = most.subtracting(least), let part = value.subtracting(least),
            let whole = span.rescaled(to: 4)?.coefficient, let share = part.rescaled(to: 4)?.coefficient, whole > 0
        else { return height / 2 }
        return height - 2 - Int(share * Int128(height - 4) / whole)
    }
}
