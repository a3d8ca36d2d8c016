import Settings
import TextFormats
import Values

/// A topic of an ntfy server; a token where the server asks for one.
struct NtfySettings: HTTPTargetSettings {
    static let word = "ntfy"
    static let help = "A topic of an ntfy server."
    static let looks = AlertStyle.Key.allCases
    static let deduplicates = true
    static let questions = [
        TargetQuestion("server", "ntfy server: ", standard: usualServer) { text throws(TextFormatError) in
            text.isEmpty ? .nothing : .plain(try TextFormat.serverAddress.parse(text))
        },
        TargetQuestion(
            "topic", "Topic, which nobody should guess: ", isPlace: true, use: "the topic to subscribe to",
            suggestion: freshTopic
        ) { text throws(TextFormatError) in .secret(Secret(try TextFormat.ntfyTopic.parse(text))) },
        TargetQuestion("token", "Access token, if the server asks for one: ", isSecret: true, standard: "none") {
            text throws(TextFormatError) in
            text.isEmpty ? .nothing : .secret(Secret(try TextFormat.ntfyToken.parse(text)))
        },
    ]
    /// Where topics are whose server nobody names.
    private static let usualServer = "https://ntfy.sh"

    let server: String
    let topic: SecretSource
    let token: SecretSource?
    let connection: TargetConnection
    var edits: Bool { true }

    init(server: String, topic: SecretSource, token: SecretSource? = nil, connection: TargetConnection) {
        self.server = server
        self.topic = topic
        self.token = token
        self.connection = connection
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .serverAddress.showing("https://ntfy.example.org"), default: Self.usualServer,
            help: "The ntfy server.")
        topic = reader.secret(
            "topic", literal: .open(.ntfyTopic),
            help: "The topic; on a server without accounts it is as good as a password.")
        token = reader.optionalSecret(
            "token", literal: .guarded(.ntfyToken), help: "An access token, on servers that ask for one.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try NtfyTarget(
            server: server, topic: try topic.resolve(), token: try token?.resolve(), addresses: connection.addresses)
    }

    /// `TOPIC`, or `https://SERVER/TOPIC`.
    static func answers(
        at place: String, _ question: TargetQuestion
    ) throws(TextFormatError) -> [String: TargetAnswer] {
        guard place.contains(text: "://"), let slash = place.lastIndex(of: "/") else {
            return [question.key: try question.answer(place)]
        }
        return [
            "server": .plain(try TextFormat.serverAddress.parse(String(place[..<slash]))),
            question.key: try question.answer(String(place[place.index(after: slash)...])),
        ]
    }

    /// A topic that nobody guesses: 80 random bits.
    @Sendable private static func freshTopic() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        return "family-" + String((0..<16).map { _ in letters.randomElement() ?? "a" })
    }
}

extension TextFormat where Value == String {
    /// 1 to 64 letters, digits, `-` and `_`.
    static var ntfyTopic: TextFormat {
        let shape = TextShape(name: "topic", example: "family-k3Xw9qLr2ZpT").with {
            $0.pattern = "^[-_A-Za-z0-9]{1,64}$"
        }
        return TextFormat(shape: shape, placeholder: "topic") { text throws(TextFormatError) in
            guard 1...64 ~= text.utf8.count, text.utf8.allSatisfy(Self.isTopicCharacter) else {
                throw TextFormatError("must be 1 to 64 letters, digits, '-' or '_'")
            }
            return text
        }
    }

    /// `tk_` and letters and digits.
    static var ntfyToken: TextFormat {
        let shape = TextShape(name: "token", example: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2")
            .with { $0.pattern = "^tk_[A-Za-z0-9]+$" }
        return TextFormat(shape: shape, placeholder: "tk_") { text throws(TextFormatError) in
            guard text.hasPrefix("tk_"), text.utf8.count > 3,
                text.utf8.dropFirst(3).allSatisfy(Self.isTopicCharacter)
            else {
                throw TextFormatError("must be a token that begins with 'tk_'")
            }
            return text
        }
    }

    private static func isTopicCharacter(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
