/// Looking for a text in a text, byte for byte of their UTF-8.
///
/// The standard library's `contains`, `firstRange`, `replacing` and `split` with a text bring the engine of its regular expressions
/// with them: a tenth of the whole program. `.ci/check-packaging` holds that none is used.
extension StringProtocol {
    /// Where `part` stands first; nil if nowhere, or if it is empty.
    package func range(ofText part: String) -> Range<String.Index>? {
        let part = part.utf8
        guard let first = part.first else { return nil }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part) { return start..<rest.index(start, offsetBy: part.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether `part` stands somewhere. An empty text stands nowhere.
    package func contains(text part: String) -> Bool { range(ofText: part) != nil }

    /// A copy with `replacement` wherever `part` stands; found from the front, and not again in what was put in.
    package func replacing(text part: String, with replacement: String) -> String {
        var (result, rest) = ("", self[...])
        while let range = rest.range(ofText: part) {
            result += rest[..<range.lowerBound] + replacement
            rest = rest[range.upperBound...]
        }
        return result + String(rest)
    }
}
