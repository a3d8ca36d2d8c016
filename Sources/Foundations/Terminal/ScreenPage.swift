/// A page of text that is shown anew in its place, on a terminal.
///
/// It begins by scrolling what is on the screen away and never asks for another mode of the terminal. So nothing is lost,
/// and there is nothing to restore, however the program ends.
package struct ScreenPage: Sendable {
    private var shown: String?

    /// Nothing is shown yet.
    package init() {}

    /// What to write so that the screen shows the text; `nil` if it does already. What is too long ends in `…`, and what is
    /// too much in a line that says how many are missing.
    package mutating func replacing(with text: String, columns: Int, rows: Int) -> String? {
        let page = Self.fitted(text, columns: columns, rows: max(rows, 2) - 1)
        guard page != shown else { return nil }
        let start = shown == nil ? String(repeating: "\n", count: max(rows, 2) - 1) : ""
        shown = page
        // Home, each line with an erased rest, and nothing below them.
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\u{1B}[K\n" }
        return start + "\u{1B}[H" + lines.joined() + "\u{1B}[J"
    }

    private static func fitted(_ text: String, columns: Int, rows: Int) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { cut($0, to: columns) }
        if lines.last == "" { lines.removeLast() }
        if lines.count > rows {
            let missing = lines.count - rows + 1
            lines = lines.prefix(rows - 1) + ["… \(missing) more lines"]
        }
        return lines.joined(separator: "\n")
    }

    /// The line cut to the columns; colours take none, and their ends are kept.
    private static func cut(_ line: Substring, to columns: Int) -> String {
        var (kept, codes, width, isCode) = ("", "", 0, false)
        for character in line {
            if isCode || character == "\u{1B}" {
                isCode = character == "\u{1B}" || !character.isLetter
                if width < columns { kept.append(character) } else { codes.append(character) }
                continue
            }
            width += character.displayWidth
            if width < columns { kept.append(character) }
        }
        return width > columns ? kept + "…" + codes : String(line)
    }
}
