/// The words that a server uses for something, as far as this version knows them: raw values are in camel case.
package protocol KnownWord: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// What older servers and the hub send in a word's place.
    var number: Int { get }
}

/// A word of the server's. One that this version does not know is kept as it is.
package enum ServerWord<Known: KnownWord>: Hashable, Sendable {
    case known(Known)
    /// As the server sent it; digits where it sent a number.
    case other(String)

    /// In any letter case, or as its number's digits.
    package init(_ text: String) {
        let lower = text.lowercased()
        let known = Known.allCases.first { $0.rawValue.lowercased() == lower || String($0.number) == text }
        self = known.map { .known($0) } ?? .other(text)
    }

    /// As it is kept and printed.
    package var text: String {
        switch self {
        case .known(let word): word.rawValue
        case .other(let text): text
        }
    }
}
