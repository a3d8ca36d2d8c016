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

    /// What to do about `- name:mum`, which is no section; `nil` for anything else.
    var blankToWrite: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.text.keyWithoutBlank.map { "write a blank after '\($0):'" }
    }

    /// Whether this is `{child}`: to YAML a section whose key has no value, to who wrote it a place in a text.
    var looksLikeText: Bool {
        guard case .mapping(let entries) = content, entries.count == 1 else { return false }
        guard case .scalar(let scalar) = entries[0].value.content else { return false }
        return scalar.isNull && entries[0].keyRange.start.line == range.start.line
            && entries[0].keyRange.start.column > range.start.column
    }

    /// The place of a list's item; `nil` when it isn't in this list.
    func range(ofItem text: String?) -> SourceRange? {
        guard let text, case .sequence(let items) = content else { return nil }
        return items.first { item in
            if case .scalar(let scalar) = item.content { scalar.text == text } else { false }
        }?.range
    }
}
