/// What a text has to hold, as a person writes it into a rule: `lego` is found anywhere, `birthday*` describes the whole text.
///
/// Letters count in either case and either width (`ＬＥＧＯ`), blanks of any number as one, and what nobody sees between two letters not
/// at all: no soft hyphen hides a word.
package struct TextPattern: Sendable, Equatable {
    /// As it stands in the file.
    package let source: String
    /// What has to come one after the other, with anything between.
    private let pieces: [[Character]]
    /// Whether the text has to begin with the first piece, and to end with the last.
    private let (beginsText, endsText): (Bool, Bool)

    /// No longer text is looked at to its end: a rule is asked within a commit.
    private static let limit = 2_000

    /// Found in every text.
    package static let any = TextPattern()

    private init() { (source, pieces, beginsText, endsText) = ("*", [], false, false) }

    /// - Returns: `nil` for what would be found in every text.
    package init?(_ source: String) {
        let folded = Self.folded(source)
        let pieces = folded.split(separator: "*").map(Array.init)
        guard pieces.contains(where: { $0 != [" "] }) else { return nil }
        self.source = source
        self.pieces = pieces
        let isWhole = folded.contains("*")
        (beginsText, endsText) = (isWhole && folded.first != "*", isWhole && folded.last != "*")
    }

    /// The same for every spelling that counts as the same.
    package static func == (left: Self, right: Self) -> Bool {
        left.pieces == right.pieces && left.beginsText == right.beginsText && left.endsText == right.endsText
    }

    func matches(_ text: String) -> Bool {
        var rest = Self.folded(text)[...]
        for (index, piece) in pieces.enumerated() {
            if index == 0, beginsText {
                guard rest.starts(with: piece) else { return false }
                rest = rest.dropFirst(piece.count)
                continue
            }
            if index == pieces.count - 1, endsText {
                return rest.count >= piece.count && rest.suffix(piece.count).elementsEqual(piece)
            }
            guard let end = Self.end(of: piece, in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    private static func end(of piece: [Character], in text: ArraySlice<Character>) -> Int? {
        guard piece.count <= text.count else { return nil }
        return (text.startIndex...(text.endIndex - piece.count)).first { text[$0...].starts(with: piece) }
            .map { $0 + piece.count }
    }

    private static func folded(_ text: String) -> [Character] {
        var scalars = String.UnicodeScalarView()
        let seen = text.unicodeScalars.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint }
        for scalar in seen.prefix(limit * 4) { scalars.append(scalar.ofUsualWidth) }
        var folded: [Character] = []
        for character in String(scalars).lowercased().prefix(limit) {
            guard character.isWhitespace else {
                folded.append(character)
                continue
            }
            if !folded.isEmpty, folded.last != " " { folded.append(" ") }
        }
        return folded.last == " " ? folded.dropLast() : folded
    }
}

extension Unicode.Scalar {
    /// The full-width forms of ASCII are ASCII.
    fileprivate var ofUsualWidth: Unicode.Scalar {
        switch value {
        case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
        case 0x3000: " "
        default: self
        }
    }
}
