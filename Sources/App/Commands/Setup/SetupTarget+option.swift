import Configuration
import Settings
package import TextFormats
import Values

/// A target as the command line names it: `desktop`, `webhook=https://…`, `slack=file:PATH`, `ntfy=TOPIC`, or `none`.
package struct SetupTargetChoice: Sendable {
    /// `nil`: alerts go nowhere yet.
    let kind: TargetWord?
    private let fields: [(SetupTarget.Field, SetupTarget.Value)]

    /// The target with its name.
    func target(besides taken: [String]) -> SetupTarget? {
        guard let kind else { return nil }
        var target = SetupTarget(kind, name: SetupTarget.name(for: kind, besides: taken))
        for field in kind.fields { target[field] = .nothing }
        for (field, value) in fields { target[field] = value }
        return target
    }

    /// Reads `KIND` or `KIND=WHERE`.
    ///
    /// - Throws: also for a chat's address itself: every user of the machine can read a command line.
    init(_ text: String) throws(TextFormatError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let words = TargetWord.allCases.map(\.rawValue)
        guard parts[0] != "none" || parts.count > 1 else {
            (kind, fields) = (nil, [])
            return
        }
        guard let kind = TargetWord(rawValue: parts[0]) else {
            throw TextFormatError(
                "must begin with \((words + ["none"]).joined(separator: ", "))",
                hint: nearest(to: parts[0], in: words).map { "did you mean '\($0)'?" })
        }
        self.kind = kind
        fields = try Self.fields(of: kind, parts.count == 2 ? parts[1] : nil)
    }

    private static func fields(
        of kind: TargetWord, _ text: String?
    ) throws(TextFormatError) -> [(SetupTarget.Field, SetupTarget.Value)] {
        guard kind != .desktop else {
            guard text == nil else { throw TextFormatError("needs nothing behind 'desktop'") }
            return []
        }
        guard let text, !text.isEmpty else {
            throw TextFormatError("must say where", hint: "such as \(kind.rawValue)=file:PATH")
        }
        let field = kind == .ntfy ? SetupTarget.Field.topic : .address
        if let source = SecretSource(reference: text) { return [(field, .kept(source, words: text))] }
        switch kind {
        case .desktop, .slack, .discord:
            throw TextFormatError(
                "must name a file with the address of \(kind.rawValue), which is a secret: others can read a command line",
                hint: "write it into a file of mode 600 and give \(kind.rawValue)=file:PATH")
        case .webhook: return [(field, .secret(Secret(try TextFormat.url.parse(text))))]
        case .ntfy: return try topic(text)
        }
    }

    /// `TOPIC`, or `https://SERVER/TOPIC`.
    private static func topic(
        _ text: String
    ) throws(TextFormatError) -> [(SetupTarget.Field, SetupTarget.Value)] {
        guard text.contains(text: "://"), let slash = text.lastIndex(of: "/") else {
            return [(.topic, .secret(Secret(try TextFormat.ntfyTopic.parse(text))))]
        }
        return [
            (.server, .plain(try TextFormat.serverAddress.parse(String(text[..<slash])))),
            (.topic, .secret(Secret(try TextFormat.ntfyTopic.parse(String(text[text.index(after: slash)...]))))),
        ]
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

extension SetupTargetChoice {
    private init() { (kind, fields) = (nil, []) }

    fileprivate static let nowhere = SetupTargetChoice()
}
