/// A text file that a person wrote, with the means to point into it.
package struct SourceText: Sendable {
    /// As the person named it, usually a path.
    package let name: String
    /// The file's content, decoded, with its line breaks as they are.
    package let text: String
    private let lines: [Substring]

    /// Finds the lines once, so that each message costs no search. Every line break ends one: LF, CR LF, CR.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
        // "\r\n" is one Character in Swift, so it isn't matched by "\n".
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    /// The line without its break; `nil` past the end. The first line is 1.
    package func line(_ number: Int) -> Substring? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    /// The last line, and the column after its last character.
    package var end: SourcePosition {
        SourcePosition(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }
}
