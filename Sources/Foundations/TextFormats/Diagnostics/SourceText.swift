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

extension SourceText: CustomStringConvertible {
    /// The name: a text holds what nobody may see in a message.
    package var description: String { name }
}

/// A place in a text. Both numbers begin at 1; a column counts Unicode code points, a tab as one.
package struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    /// From 1, in Unicode code points, a tab as one; may be one past the line's last.
    package let column: Int

    /// Unchecked: who reads a text counts both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `3:14`, as compilers write it and editors follow it.
    package var description: String { "\(line):\(column)" }

    /// The one that is read first is the smaller.
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A piece of a text: `length` code points from a position, within one line.
package struct SourceRange: Sendable, Hashable {
    /// The first code point that the caret marks.
    package let start: SourcePosition
    /// In code points; at least 1, so that a caret is always seen.
    package let length: Int

    /// - Parameter length: below 1 counts as 1, for a place where something is missing.
    package init(_ start: SourcePosition, length: Int = 1) {
        self.start = start
        self.length = max(1, length)
    }
}
