import Settings
import TextFormats
import Values

/// What an Apprise server has under a key: any of the services that Apprise speaks with.
struct AppriseSettings: HTTPTargetSettings {
    static let word = "apprise"
    static let help = "The services that an Apprise API server has under a key."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .link]
    static let questions = [
        TargetQuestion("server", "Address of the Apprise server (http://…:8000): ") { text throws(TextFormatError) in
            .plain(try TextFormat.serverAddress.parse(text))
        },
        TargetQuestion("key", "Key under which its services are configured: ", isSecret: true, isPlace: true) {
            text throws(TextFormatError) in .secret(Secret(try TextFormat.appriseKey.parse(text)))
        },
    ]

    let server: String
    let key: SecretSource
    let tag: String?
    let connection: TargetConnection

    init(server: String, key: SecretSource, tag: String? = nil, connection: TargetConnection) {
        (self.server, self.key, self.tag, self.connection) = (server, key, tag, connection)
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .serverAddress.showing("http://127.0.0.1:8000"), help: "The server, where Apprise API runs.")
        key = reader.secret(
            "key", literal: .open(.appriseKey),
            help: "The key under which the services are configured there; who knows it can use them.")
        tag = reader.optional("tag", .appriseTag, help: "Of these services those with this tag. Left out: all of them.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try AppriseTarget(server: server, key: try key.resolve(), tag: tag, addresses: connection.addresses)
    }
}

extension TextFormat where Value == String {
    /// 1 to 128 letters, digits, `-` and `_`.
    static var appriseKey: TextFormat { appriseWord("key", example: "family-k3Xw9qLr2ZpT", upTo: 128) }
    /// 1 to 64 letters, digits, `-` and `_`.
    static var appriseTag: TextFormat { appriseWord("tag", example: "parents", upTo: 64) }

    private static func appriseWord(_ name: String, example: String, upTo limit: Int) -> TextFormat {
        let shape = TextShape(name: name, example: example).with { $0.pattern = "^[-_A-Za-z0-9]{1,\(limit)}$" }
        return TextFormat(shape: shape, placeholder: "unset") { text throws(TextFormatError) in
            guard 1...limit ~= text.utf8.count,
                text.utf8.allSatisfy({
                    $0 == 0x2D || $0 == 0x5F || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF
                })
            else { throw TextFormatError("must be 1 to \(limit) letters, digits, '-' or '_'") }
            return text
        }
    }
}
