import TextFormats
import YAML

extension YAMLNode {
    /// The place of a problem inside this scalar; the whole scalar where escapes or line breaks have moved the text.
    func range(of problem: TextProblem, in text: String) -> SourceRange {
        guard case .scalar(let scalar) = content else { return range }
        let quote = scalar.isPlain ? 0 : 1
        guard range.length == text.unicodeScalars.count + 2 * quote else { return range }
        let column = range.start.column + quote + problem.offset
        return SourceRange(SourcePosition(line: range.start.line, column: column), length: problem.length)
    }

    /// The place of a list's item; `nil` when it isn't in this list.
    func range(ofItem text: String?) -> SourceRange? {
        guard let text, case .sequence(let items) = content else { return nil }
        return items.first { item in
            if case .scalar(let scalar) = item.content { scalar.text == text } else { false }
        }?.range
    }
}
