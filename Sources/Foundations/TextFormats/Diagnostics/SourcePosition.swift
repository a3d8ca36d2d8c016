/// A place in a text. Both numbers begin at 1; a column counts Unicode code points, a tab as one.
package struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package var description: String { "\(line):\(column)" }

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A piece of a text: `length` code points from a position, within one line.
package struct SourceRange: Sendable, Hashable {
    package let start: SourcePosition
    package let length: Int

    package init(_ start: SourcePosition, length: Int = 1) {
        self.start = start
        self.length = max(1, length)
    }
}
