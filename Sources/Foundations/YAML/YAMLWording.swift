/// libyaml's phrases that people meet, in plainer words; others pass as they are.
struct YAMLWording {
    let message: String
    let hint: String?
    /// What is said of the place where the text began that holds the mistake.
    let contextNote: String

    private init(_ message: String, _ hint: String?, _ contextNote: String) {
        self.message = message
        self.hint = hint
        self.contextNote = contextNote
    }

    init(_ problem: String, context: String?) {
        let within = context.map { $0.hasPrefix("while ") ? String($0.dropFirst(6)) : $0 }
        let note = within.map { "met while \($0)" } ?? ""
        self = Self.unclosed(problem) ?? Self.misplaced(problem, note) ?? Self(problem, nil, note)
    }

    /// A text, list or section that ends wrongly: the note tells where it began.
    private static func unclosed(_ problem: String) -> YAMLWording? {
        switch problem {
        case "could not find expected ':'":
            YAMLWording(
                "this line needs a ':' after its key", "or quotes, if it belongs to the text above",
                "the key or text began here")
        case "did not find expected key":
            YAMLWording(
                "this line's indentation fits no section above", "align it with the keys of its section",
                "the section began here")
        case "did not find expected '-' indicator":
            YAMLWording("expected another '- ' list item here", "align it with the items above", "the list began here")
        case "found unexpected end of stream":
            YAMLWording("the file ends inside a quoted text", nil, "the quote was opened here")
        case "did not find expected ',' or ']'":
            YAMLWording("expected ',' or ']'", nil, "the list was opened here")
        case "did not find expected ',' or '}'":
            YAMLWording("expected ',' or '}'", nil, "the section was opened here")
        case "found unknown escape character":
            YAMLWording(
                "unknown escape in a double-quoted text", "use single quotes for text with backslashes",
                "the quote was opened here")
        default: nil
        }
    }

    /// Something that can't stand where it stands.
    private static func misplaced(_ problem: String, _ note: String) -> YAMLWording? {
        switch problem {
        case "mapping values are not allowed in this context":
            YAMLWording(
                "a second ':' on this line, or wrong indentation", "put text that contains ': ' in quotes", note)
        case "found character that cannot start any token":
            YAMLWording(
                "a text can't begin with this character",
                "indent with spaces, not tabs; put text that begins with @ or ` in quotes", note)
        case "block sequence entries are not allowed in this context":
            YAMLWording("a list can't begin here", "begin it on the line below its key", note)
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            YAMLWording("a tab is used for indentation", "use spaces", note)
        default: nil
        }
    }
}
