import CYAML
import TextFormats

/// libyaml's error, told for the person who wrote the file.
struct YAMLParserError: Error {
    let diagnostic: Diagnostic

    /// - Parameter source: the text. At its end, where it has no last line break, libyaml reports a line that isn't there.
    init(_ parser: yaml_parser_t, in source: SourceText) {
        let end = source.end
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
        let wording = YAMLWording(problem, context: context)
        let contextPosition = unsafe min(SourcePosition(parser.context_mark), end)
        let position = unsafe min(SourcePosition(parser.problem_mark), end)
        let hasContext = context != nil && contextPosition != position
        if let slip = YAMLSlip.found(
            problem, at: position, context: hasContext ? contextPosition : nil, in: source)
        {
            diagnostic = slip
            return
        }
        let notes: [Diagnostic.Note] =
            hasContext
            ? [Diagnostic.Note(SourceRange(contextPosition), wording.contextNote)] : []
        diagnostic = Diagnostic(.error, SourceRange(position), wording.message, hint: wording.hint, notes: notes)
    }
}

extension SourcePosition {
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
