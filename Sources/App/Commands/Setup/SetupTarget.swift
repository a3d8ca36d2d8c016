import JSON
import Relay
package import TextFormats
import Values

/// A place where alerts should go, as `init` is told.
struct SetupTarget: Sendable {
    let kind: TargetKind
    /// Unique among the targets.
    let name: String
    /// By the configuration's keys.
    private(set) var answers: [String: TargetAnswer] = [:]
    /// A person says that it is in their own house.
    var allowsPrivateAddresses = false

    init(_ kind: TargetKind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// What is to be asked next; `nil` when all is known.
    var missing: TargetQuestion? { kind.questions.first { answers[$0.key] == nil && $0.isAsked(isAnswered) } }

    private func isAnswered(_ key: String) -> Bool {
        switch answers[key] {
        case .nothing?, nil: false
        case .plain?, .several?, .secret?, .kept?: true
        }
    }

    /// Takes an answer as it was typed; empty means the default, or takes back the answer that it goes with.
    mutating func take(_ text: String, for question: TargetQuestion) throws(TextFormatError) {
        if text.isEmpty, question.leadsBack, let need = question.need {
            answers[need] = nil
            return
        }
        answers[question.key] = try question.answer(text)
        if question.isOfHouse, isAnswered(question.key) { allowsPrivateAddresses = true }
    }

    /// Its lines in a configuration.
    ///
    /// - Parameter place: what is written for a secret.
    func lines(_ place: (TargetQuestion, Secret) -> String) -> [String] {
        var lines = ["  - name: \(Self.quoted(name))", "    kind: \(kind.word)"]
        for question in kind.questions {
            let value: String
            switch answers[question.key] {
            case .nothing?, nil: continue
            case .plain(let text)?, .kept(let text)?: value = Self.quoted(text)
            case .several(let texts)?: value = "[\(texts.map(Self.quoted).joined(separator: ", "))]"
            case .secret(let secret)?: value = Self.quoted(place(question, secret))
            }
            lines.append("    \(question.key): \(value)")
        }
        if allowsPrivateAddresses { lines.append("    private-addresses: true") }
        return lines
    }

    /// As JSON writes a text, which YAML reads in the same way.
    static func quoted(_ text: String) -> String { JSONValue.string(text).description }

    /// The kind's word, with a number where that is taken.
    static func name(for kind: TargetKind, besides taken: [String]) -> String {
        guard taken.contains(kind.word) else { return kind.word }
        return (2...).lazy.map { "\(kind.word)-\($0)" }.first { !taken.contains($0) } ?? kind.word
    }
}

/// A target as the command line names it: `desktop`, `webhook=https://…`, `slack=file:PATH`, `ntfy=TOPIC`, or `none`.
package struct SetupTargetChoice: Sendable {
    /// `nil`: alerts go nowhere yet.
    let kind: TargetKind?
    private let answers: [String: TargetAnswer]

    private init(_ kind: TargetKind?, _ answers: [String: TargetAnswer]) {
        (self.kind, self.answers) = (kind, answers)
    }

    /// Reads `KIND` or `KIND=WHERE`.
    ///
    /// - Throws: also for a chat's address itself: every user of the machine can read a command line.
    init(_ text: String) throws(TextFormatError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0] != "none" || parts.count > 1 else {
            self = .nowhere
            return
        }
        guard let kind = TargetKind(word: parts[0]) else {
            let words = TargetKind.all.map(\.word) + ["none"]
            throw TextFormatError(
                "must begin with \(words.joined(separator: ", "))",
                hint: nearest(to: parts[0], in: words).map { "did you mean '\($0)'?" })
        }
        self.init(kind, try kind.answers(at: parts.count == 2 ? parts[1] : nil))
    }

    /// The target with its name; what was not said is left to the configuration's defaults.
    func target(besides taken: [String]) -> SetupTarget? {
        kind.map { SetupTarget($0, name: SetupTarget.name(for: $0, besides: taken), answers) }
    }

    fileprivate static let nowhere = SetupTargetChoice(nil, [:])

    /// All that it may be, for people.
    package static var forms: String {
        let more = TargetKind.all.filter { $0.form == nil }.map(\.word).joined(separator: ", ")
        let forms = (TargetKind.all.compactMap(\.form) + ["none"]).joined(separator: ", ")
        return "\(forms). ntfy=SERVER/TOPIC names another server; file:PATH and env:NAME may stand for each address. "
            + "There is more to say of \(more): for these leave --target out and be asked, or write them into the file "
            + "(pocketbell config reference)."
    }
}

extension SetupTarget {
    fileprivate init(_ kind: TargetKind, name: String, _ answers: [String: TargetAnswer]) {
        self.init(kind, name: name)
        for question in kind.questions { self.answers[question.key] = answers[question.key] ?? .nothing }
    }
}

extension TextFormat where Value == SetupTargetChoice {
    /// See ``SetupTargetChoice``.
    package static var setupTarget: TextFormat {
        let shape = TextShape(name: "target", example: "slack=file:/home/mum/slack.url")
        return TextFormat(shape: shape, placeholder: .nowhere) { text throws(TextFormatError) in
            try SetupTargetChoice(text)
        }
    }
}
