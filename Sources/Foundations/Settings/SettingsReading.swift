import TextFormats

/// What the readers of one file share: its mistakes, and the names that parts of it give to others.
final class SettingsReading {
    private struct Reference {
        let kind: String
        let name: String
        let range: SourceRange
    }

    private(set) var diagnostics: [Diagnostic]
    private var names: [String: [String: SourceRange]] = [:]
    private var references: [Reference] = []

    init(mistakes: [Diagnostic] = []) {
        diagnostics = mistakes
    }

    func report(
        _ range: SourceRange, _ message: String, hint: String? = nil, notes: [Diagnostic.Note] = [],
        isSecret: Bool = false
    ) {
        diagnostics.append(Diagnostic(.error, range, message, hint: hint, notes: notes, isSecret: isSecret))
    }

    func define(_ name: String, kind: String, at range: SourceRange) {
        if let first = names[kind]?[name] {
            report(
                range, "there are two \(kind)s named '\(name)'", notes: [Diagnostic.Note(first, "the first is here")])
        } else {
            names[kind, default: [:]][name] = range
        }
    }

    func refer(to name: String, kind: String, at range: SourceRange) {
        references.append(Reference(kind: kind, name: name, range: range))
    }

    /// Names may be used above their definition, so this comes last.
    func checkReferences() {
        for reference in references where names[reference.kind]?[reference.name] == nil {
            let known = (names[reference.kind] ?? [:]).keys.sorted()
            let guess = nearest(to: reference.name, in: known).map { "did you mean '\($0)'?" }
            let listing = known.isEmpty ? "none is defined" : "defined are \(known.prefix(8).joined(separator: ", "))"
            report(reference.range, "no \(reference.kind) is named '\(reference.name)'", hint: guess ?? listing)
        }
    }
}
