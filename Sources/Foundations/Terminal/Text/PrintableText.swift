import Values

extension Unicode.Scalar {
    /// Whether a text from outside that holds this could mislead who reads it: by commands to the terminal (controls, also
    /// those above U+007F), by breaking a line, or by turning the direction of writing, which shows letters in another order.
    package var isTreacherous: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F: true  // controls; U+009B alone begins a command
        case 0x2028, 0x2029: true  // line and paragraph separators
        case 0x206A...0x206F: true  // what once shaped letters, and should not be used
        case 0xFFF9...0xFFFB, 0xFEFF: true  // annotations, byte order mark
        default: turnsDirection
        }
    }
}

extension StringProtocol {
    /// The text for a terminal: tabs and line breaks become blanks, everything else that could mislead a "�".
    ///
    /// For every text that this program didn't write itself: names, descriptions, answers of servers, lines of files.
    package var printable: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": shown.append(" ")
            case _ where scalar.isTreacherous: shown.append("\u{FFFD}")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }
}
