/// How long a text may be, in the unit that a target counts in.
struct TextLimit: Sendable, Equatable {
    enum Unit: Sendable {
        case bytes
        /// As JavaScript, and so most chat services, count.
        case utf16
    }

    let count: Int
    let unit: Unit

    static func bytes(_ count: Int) -> TextLimit { TextLimit(count: count, unit: .bytes) }
    static func utf16(_ count: Int) -> TextLimit { TextLimit(count: count, unit: .utf16) }

    /// The text if it fits, else its beginning with an ellipsis; never half a character.
    ///
    /// Cut plain text and escape it afterwards: a cut through an escape would make a broken one.
    func cut(_ text: String) -> String {
        guard length(of: text) > count else { return text }
        let ellipsis = "…"
        let room = count - length(of: ellipsis)
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            let next = text.index(after: end)
            used += length(of: text[end..<next])
            if used > room { break }
            end = next
        }
        // One character may be a whole chain of joined emoji: then part of it is better than nothing.
        if end == text.startIndex { return scalars(of: text, within: room) + ellipsis }
        return text[..<end] + ellipsis
    }

    private func scalars(of text: String, within room: Int) -> String {
        var result = String.UnicodeScalarView()
        var used = 0
        for scalar in text.unicodeScalars {
            used += length(of: String(scalar))
            if used > room { break }
            result.append(scalar)
        }
        return String(result)
    }

    private func length(of text: some StringProtocol) -> Int {
        switch unit {
        case .bytes: text.utf8.count
        case .utf16: text.utf16.count
        }
    }
}
