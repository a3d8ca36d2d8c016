import TextFormats
import YAML

/// What the readers of one file share: its mistakes, and the names that parts of it give to others.
final class SettingsReading {
    private struct Reference {
        /// It may be of any of them.
        let kinds: [String]
        let name: String
        let range: SourceRange
        /// Where the file has no section of these kinds, what they are called is known elsewhere.
        var isOpen = false
    }

    let origin: SettingsOrigin
    /// The keys, anywhere in the file, whose values messages must not repeat.
    private let secretKeys: [String]
    private var found: [Diagnostic] = []
    private var hiddenLines: Set<Int> = []
    private var names: [String: [String: SourceRange]] = [:]
    private var references: [Reference] = []
    /// Names of one kind that none of another may have.
    private var apart: [(name: String, kind: String, other: String, range: SourceRange)] = []
    /// What the file names outside of itself, to be looked at when the file is right.
    private(set) var referents: [SettingsReferents.Item] = []

    init(origin: SettingsOrigin = SettingsOrigin(name: "the file"), secretKeys: [String] = []) {
        self.origin = origin
        self.secretKeys = secretKeys
    }

    func report(
        _ range: SourceRange, _ message: String, hint: String? = nil, notes: [Diagnostic.Note] = [],
        isSecret: Bool = false
    ) {
        found.append(Diagnostic(.error, range, message, hint: hint, notes: notes, isSecret: isSecret))
    }

    var mistakeCount: Int { found.count }

    /// - Parameter other: of which none may have the name: where either can be named, both would be meant.
    func define(_ name: String, kind: String, notAlso other: String? = nil, at range: SourceRange) {
        if let other { apart.append((name, kind, other, range)) }
        if let first = names[kind]?[name] {
            report(
                range, "there are two \(kind)s named '\(name)'", notes: [Diagnostic.Note(first, "the first is here")])
        } else {
            names[kind, default: [:]][name] = range
        }
    }

    func refer(to name: String, kinds: [String], at range: SourceRange, isOpen: Bool = false) {
        references.append(Reference(kinds: kinds, name: name, range: range, isOpen: isOpen))
    }

    func note(_ referent: SettingsReferents.Item) { referents.append(referent) }

    /// Names may be used above their definition, so this comes last.
    func checkReferences() {
        for (name, kind, other, range) in apart {
            guard let first = names[other]?[name] else { continue }
            report(
                range, "'\(name)' is the name of a \(other) already, and cannot be a \(kind)'s",
                hint: "rename one of them", notes: [Diagnostic.Note(first, "the \(other) is here")])
        }
        for reference in references where reference.kinds.allSatisfy({ names[$0]?[reference.name] == nil }) {
            let known = reference.kinds.flatMap { (names[$0] ?? [:]).keys.sorted() }
            if reference.isOpen, known.isEmpty { continue }
            let guess = nearest(to: reference.name, in: known).map { "did you mean '\($0)'?" }
            let listing = known.isEmpty ? "none is defined" : "defined are \(known.prefix(8).joined(separator: ", "))"
            let kinds = reference.kinds.joined(separator: " or ")
            report(reference.range, "no \(kinds) is named '\(reference.name)'", hint: guess ?? listing)
        }
    }
}

// MARK: What messages must not quote

extension SettingsReading {
    /// A line holds a secret: whatever is wrong with it, its text stays out of messages.
    func hide(line: Int) {
        hiddenLines.insert(line)
    }

    /// Whether somebody may have meant a key that holds a secret: `pasword: hunter2`.
    func mayHoldSecret(key: String) -> Bool {
        secretKeys.contains(key) || nearest(to: key, in: secretKeys) != nil
    }

    /// Hides every line with a value that may be a secret, wherever somebody has put it.
    func hideSecrets(in node: YAMLNode, isSecret: Bool = false) {
        switch node.content {
        case .scalar(let scalar):
            let isGlued = scalar.text.keyWithoutBlank.map(mayHoldSecret) ?? false
            if isSecret && SecretSource(reference: scalar.text) == nil || isGlued { hide(line: node.range.start.line) }
        case .sequence(let items):
            for item in items { hideSecrets(in: item, isSecret: isSecret) }
        case .mapping(let entries):
            for entry in entries {
                // `password:hunter2` in braces is a key.
                if entry.key.keyWithoutBlank.map(mayHoldSecret) ?? false { hide(line: entry.keyRange.start.line) }
                hideSecrets(in: entry.value, isSecret: isSecret || mayHoldSecret(key: entry.key))
            }
        }
    }

    /// Mistakes that the parser found, when it couldn't know yet which keys hold secrets: so lines are judged by their
    /// look.
    func adopt(_ mistakes: [Diagnostic], of source: SourceText) {
        for mistake in mistakes {
            let places = [mistake.range] + mistake.notes.map(\.range)
            for line in places.map(\.start.line) where source.line(line).map(looksSecret) ?? false { hide(line: line) }
        }
        found += mistakes
    }

    /// All mistakes; those on hidden lines can't be quoted any more.
    var diagnostics: [Diagnostic] {
        found.map { mistake in
            let isHidden = mistake.isSecret || hiddenLines.contains(mistake.range.start.line)
            let notes = mistake.notes.filter { !hiddenLines.contains($0.range.start.line) }
            guard isHidden || notes.count < mistake.notes.count else { return mistake }
            return Diagnostic(
                mistake.severity, mistake.range, mistake.message, hint: mistake.hint, notes: notes, isSecret: isHidden)
        }
    }

    private func looksSecret(_ line: Substring) -> Bool {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return words.contains { word in mayHoldSecret(key: String(word)) }
    }
}
