import CYAML
import TextFormats

/// libyaml's error, told for the person who wrote the file.
struct YAMLParserError: Error {
    let diagnostic: Diagnostic

    /// - Parameter end: the text's end. At the end of a text without a last line break, libyaml reports a line that isn't there.
    init(_ parser: yaml_parser_t, end: SourcePosition) {
        let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "unknown problem"
        if unsafe parser.error == YAML_MEMORY_ERROR {
            diagnostic = Diagnostic(.error, SourceRange(SourcePosition(line: 1, column: 1)), "out of memory")
            return
        }
        if unsafe parser.error == YAML_READER_ERROR {
            // The reader knows no line; it looks ahead of the scanner by a buffer, so the mark is only near.
            diagnostic = unsafe Diagnostic(
                .error, SourceRange(min(SourcePosition(parser.mark), end)),
                "the file has control characters here or below")
            return
        }
        let context = unsafe parser.context.map { unsafe String(cString: $0) }
        let wording = Self.wording(problem: problem, context: context)
        let contextPosition = unsafe min(SourcePosition(parser.context_mark), end)
        let position = unsafe min(SourcePosition(parser.problem_mark), end)
        let notes: [Diagnostic.Note] =
            context != nil && contextPosition != position
            ? [Diagnostic.Note(SourceRange(contextPosition), wording.contextNote)] : []
        diagnostic = Diagnostic(.error, SourceRange(position), wording.message, hint: wording.hint, notes: notes)
    }

    private typealias Wording = (message: String, hint: String?, contextNote: String)

    /// libyaml's phrases that people meet, in plainer words; others pass as they are.
    private static func wording(problem: String, context: String?) -> Wording {
        let within = context.map { $0.hasPrefix("while ") ? String($0.dropFirst(6)) : $0 }
        let note = within.map { "met while \($0)" } ?? ""
        switch problem {
        case "could not find expected ':'":
            return (
                "this line needs a ':' after its key", "or quotes, if it belongs to the text above",
                "the key or text began here"
            )
        case "mapping values are not allowed in this context":
            return ("a second ':' on this line, or wrong indentation", "put text that contains ': ' in quotes", note)
        case "did not find expected key":
            return (
                "this line's indentation fits no section above", "align it with the keys of its section",
                "the section began here"
            )
        case "did not find expected '-' indicator":
            return ("expected another '- ' list item here", "align it with the items above", "the list began here")
        case "found character that cannot start any token":
            return (
                "a text can't begin with this character",
                "indent with spaces, not tabs; put text that begins with @ or ` in quotes", note
            )
        case "found unexpected end of stream":
            return ("the file ends inside a quoted text", nil, "the quote was opened here")
        case "did not find expected ',' or ']'":
            return ("expected ',' or ']'", nil, "the list was opened here")
        case "did not find expected ',' or '}'":
            return ("expected ',' or '}'", nil, "the section was opened here")
        case "found unknown escape character":
            return (
                "unknown escape in a double-quoted text", "use single quotes for text with backslashes",
                "the quote was opened here"
            )
        case "block sequence entries are not allowed in this context":
            return ("a list can't begin here", "begin it on the line below its key", note)
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            return ("a tab is used for indentation", "use spaces", note)
        default:
            return (problem, nil, note)
        }
    }
}

extension SourcePosition {
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
