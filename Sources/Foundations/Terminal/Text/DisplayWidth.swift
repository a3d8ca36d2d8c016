import CLinux
import Glibc

extension Character {
    /// Columns that a terminal gives this character: 0, 1 or 2.
    ///
    /// `wcwidth` knows single code points; people see grapheme clusters. A family emoji is five code points whose
    /// widths add up to six, yet current terminals draw two columns, so a cluster is as wide as its widest part.
    package var displayWidth: Int {
        if let ascii = asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        let scalars = unicodeScalars
        if scalars.contains("\u{FE0F}") { return 2 }  // asks for the emoji picture, which is wide
        if scalars.count == 2, scalars.allSatisfy({ (0x1F1E6...0x1F1FF).contains($0.value) }) { return 2 }  // a flag
        return scalars.reduce(0) { max($0, WideCharacters.width(of: $1)) }
    }
}

extension Character {
    /// More code points than any emoji has.
    private static let limit = 12

    /// The character without what is piled on it beyond that: thousands of marks take no column, and hide what stands around.
    fileprivate var unpiled: String {
        let scalars = unicodeScalars
        guard scalars.count > Self.limit else { return String(self) }
        var kept = String.UnicodeScalarView(scalars.prefix(Self.limit))
        // Else the next character would be one with this.
        while kept.last == "\u{200D}" { kept.removeLast() }
        return String(kept)
    }
}

extension StringProtocol {
    /// The text with a bounded number of code points, and so of bytes, for each character that people see.
    package var unpiled: String {
        utf8.allSatisfy { $0 < 0x80 } ? String(self) : map(\.unpiled).joined()
    }

    /// Columns that a terminal needs for the text; control characters count as none.
    package var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// The text cut to at most `columns`, ending in "…" where something was cut.
    package func truncated(toColumns columns: Int) -> String {
        guard displayWidth > columns, columns > 0 else { return String(self) }
        var used = 0
        let kept = prefix { character in
            used += character.displayWidth
            return used < columns
        }
        return kept + "…"
    }

    /// The text with blanks behind it up to `columns`.
    package func padded(toColumns columns: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, columns - displayWidth))
    }
}

/// glibc's width table, independent of the locale that the process runs in.
private enum WideCharacters {
    /// `wcwidth` reads the thread's locale, and a daemon runs in "C", where everything beyond ASCII is -1.
    /// "C.UTF-8" is built into Debian's glibc. The object is never freed and never changed.
    nonisolated(unsafe) private static let utf8 = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    static func width(of scalar: Unicode.Scalar) -> Int {
        guard let utf8 = unsafe utf8 else { return 1 }
        let previous = unsafe uselocale(utf8)
        defer { unsafe uselocale(previous) }
        return max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
    }
}

extension String {
    /// The text as lines of at most `columns`; a word longer than that keeps its own line.
    package func wrapped(toColumns columns: Int) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > columns {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines
    }
}
