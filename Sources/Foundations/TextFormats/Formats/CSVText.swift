import Values

/// Comma-separated values as RFC 4180 has them: a head, a record a line, CRLF, quotes where they are needed.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, in quotes or not, and what a child types
/// as a description could then read other cells or call a program. So what people typed gets an apostrophe in front where a
/// spreadsheet could calculate with it. It stays readable there, and a program takes it away again without a doubt, because
/// a text that begins with an apostrophe gets one too. What this program writes itself (amounts, times, numbers) stays bare:
/// `-3.20` is to be a number.
package struct CSVText: Sendable {
    package enum Cell: Sendable, Equatable {
        /// This program's own: an amount, a moment, a number, a word of a closed set.
        case own(String)
        /// Typed by somebody.
        case typed(String)
    }

    /// What was written so far.
    package private(set) var text = ""

    /// - Parameter head: the names of the fields; without any it goes on with what another one began.
    package init(head: [String] = []) {
        if !head.isEmpty { append(head.map { .own($0) }) }
    }

    /// Line breaks and controls become blanks, so that a record is a line. `--json` has the exact text.
    package mutating func append(_ cells: [Cell]) {
        text += cells.map(Self.field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ cell: Cell) -> String {
        let plain =
            switch cell {
            case .own(let text): text.withoutControls
            case .typed(let text): guarded(text.withoutControls)
            }
        guard plain.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return plain }
        let doubled = plain.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }

    /// By scalars: with a mark upon it a sign is another character to Swift, and a sign all the same to whoever opens the file. Blanks before the sign are no shelter: some spreadsheets drop them. The wide forms are what an input method for
    /// Chinese or Japanese types, and count as signs there.
    private static func guarded(_ text: String) -> String {
        let blanks: [Unicode.Scalar] = [" ", "\u{A0}", "\u{3000}"]
        guard let first = text.unicodeScalars.first(where: { !blanks.contains($0) }) else { return text }
        return "=+-@＝＋－＠'".unicodeScalars.contains(first) ? "'" + text : text
    }
}

extension String {
    /// Without controls and without marks that turn the direction of writing, as one line.
    package var withoutControls: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: " "
                    case 0xFEFF: "\u{FFFD}"
                    default: scalar.turnsDirection ? "\u{FFFD}" : scalar
                    }
                }))
    }
}
