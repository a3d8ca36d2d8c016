import Configuration
import Settings
import TextFormats
import Values

/// A place where alerts should go, as `init` is told.
struct SetupTarget: Sendable {
    /// One thing that has to be known.
    enum Field: Sendable, Hashable, CaseIterable {
        case address, signs, server, topic, token

        /// The configuration's key.
        var key: String {
            switch self {
            case .address: "url"
            case .signs: "secret"
            case .server: "server"
            case .topic: "topic"
            case .token: "token"
            }
        }

        /// What somebody else needs it for.
        var use: String? {
            switch self {
            case .signs: "the receiver needs this key"
            case .topic: "the topic to subscribe to"
            case .address, .server, .token: nil
            }
        }
    }

    /// What is known of a field.
    enum Value: Sendable {
        /// Left out: the configuration's default applies.
        case nothing
        case plain(String)
        /// Gets a file of its own.
        case secret(Secret)
        /// Lies somewhere already.
        case kept(SecretSource, words: String)
    }

    let kind: TargetWord
    /// Unique among the targets.
    let name: String
    private(set) var values: [Field: Value] = [:]
    /// A person says that it is in their own house.
    var allowsPrivateAddresses = false

    init(_ kind: TargetWord, name: String) {
        self.kind = kind
        self.name = name
    }

    /// What is to be asked next; `nil` when all is known.
    var missing: Field? { kind.fields.first { values[$0] == nil } }

    subscript(field: Field) -> Value {
        get { values[field] ?? .nothing }
        set { values[field] = newValue }
    }

    /// Takes an answer as it was typed; empty means the default.
    mutating func take(_ text: String, for field: Field) throws(TextFormatError) {
        switch field {
        case .address: self[field] = .secret(Secret(try TextFormat.url.parse(text)))
        case .signs: self[field] = try Asking.isYes(text, else: true) ? .secret(Self.freshKey()) : .nothing
        case .server where text.isEmpty: self[field] = .nothing
        case .server: self[field] = .plain(try TextFormat.serverAddress.parse(text))
        case .topic: self[field] = .secret(Secret(try TextFormat.ntfyTopic.parse(text)))
        case .token where text.isEmpty: self[field] = .nothing
        case .token: self[field] = .secret(Secret(try TextFormat.ntfyToken.parse(text)))
        }
    }

    /// 32 random bytes in the form of Standard Webhooks.
    private static func freshKey() -> Secret {
        Secret("whsec_" + Base64.standard.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// A topic that nobody guesses: 80 random bits.
    static func freshTopic() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        return "family-" + String((0..<16).map { _ in letters.randomElement() ?? "a" })
    }

    /// The kind's word, with a number where that is taken.
    static func name(for kind: TargetWord, besides taken: [String]) -> String {
        guard taken.contains(kind.rawValue) else { return kind.rawValue }
        return (2...).lazy.map { "\(kind.rawValue)-\($0)" }.first { !taken.contains($0) } ?? kind.rawValue
    }
}

extension TargetWord {
    /// What has to be known of such a target, in the order in which it is asked.
    var fields: [SetupTarget.Field] {
        switch self {
        case .desktop: []
        case .webhook: [.address, .signs]
        case .slack, .discord: [.address]
        case .ntfy: [.server, .topic, .token]
        }
    }
}
