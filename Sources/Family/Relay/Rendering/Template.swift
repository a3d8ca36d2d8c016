/// The wording of an alert: own words, and fields in braces.
///
///     let template = try Template("{child} {verb} {amount}: {description}")
///
/// Parsed once; filling it in can't fail. `{{` and `}}` stand for braces themselves. What a field brings in is never read
/// as a template again.
package struct Template: Sendable, Equatable {
    enum Segment: Sendable, Equatable {
        case words(String)
        case field(TemplateField)
    }

    let segments: [Segment]

    /// - Throws: ``TemplateError`` with the place of the mistake.
    package init(_ text: String) throws(TemplateError) {
        var segments: [Segment] = []
        var words = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                words.append(rest.removeFirst())
                continue
            }
            let offset = text.distance(from: text.startIndex, to: rest.startIndex) - 1
            if character == "}" { throw TemplateError(.unopened, offset: offset) }
            guard character == "{" else {
                words.append(character)
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw TemplateError(.unclosed, offset: offset) }
            let name = String(rest[..<end])
            guard let field = TemplateField(rawValue: name) else {
                throw TemplateError(.unknownField(name), offset: offset + 1)
            }
            if !words.isEmpty { segments.append(.words(words)) }
            words = ""
            segments.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        if !words.isEmpty { segments.append(.words(words)) }
        self.segments = segments
    }

    /// For the templates that stand in the source code.
    private init(segments: [Segment]) { self.segments = segments }

    /// What an event is told with if its rule has no wording of its own.
    static let transaction = Template(segments: [
        .field(.child), .words(" "), .field(.verb), .words(" "), .field(.amount), .words(": "), .field(.description),
        .words(" (balance "), .field(.balance), .words(")"),
    ])
    static let balanceLow = Template(segments: [
        .field(.child), .words(" "), .field(.verb), .words(" "), .field(.amount), .words(", "), .field(.description),
    ])

    /// The text with each field's value in its place.
    func filled(_ value: (TemplateField) -> String) -> String {
        segments.reduce(into: "") { text, segment in
            switch segment {
            case .words(let words): text += words
            case .field(let field): text += value(field)
            }
        }
    }
}
