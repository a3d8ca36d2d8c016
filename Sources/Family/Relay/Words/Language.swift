/// A language in which people are told; its word is that of the file.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"

    /// Its words, all in one value.
    var words: any Vocabulary {
        switch self {
        case .english: English()
        case .german: German()
        case .french: French()
        case .spanish: Spanish()
        }
    }
}
