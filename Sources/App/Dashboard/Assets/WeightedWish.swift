import Store
import Values

/// One of what a browser takes, by a field such as Accept-Encoding: a word, and how much it is wished.
struct WeightedWish {
    /// In small letters.
    let name: String
    /// In thousandths, of which 1,000 is most; 0 is what is not taken.
    let weight: Int

    /// As many as anybody reads.
    private static let most = 20

    /// As the field lists them; a weight that cannot be read is none.
    static func all(of field: String?) -> [WeightedWish] {
        (field ?? "").split(separator: ",").prefix(most).map { part in
            let parts = part.split(separator: ";").map { String($0).trimmed.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { thousandths($0.dropFirst(2)) }
            return WeightedWish(name: parts.first ?? "", weight: weight ?? 1_000)
        }
    }

    /// Of a number between 0 and 1 with three digits behind the point at most.
    private static func thousandths(_ text: Substring) -> Int {
        let number = Decimal(text.hasSuffix(".") ? String(text.dropLast()) : String(text))
        guard let number = number?.rescaled(to: 3)?.coefficient, 0...1_000 ~= number else { return 0 }
        return Int(number)
    }
}
