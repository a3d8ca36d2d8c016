import Settings
import TextFormats
import Values

/// A webhook trigger of Home Assistant.
struct HomeAssistantSettings: HTTPTargetSettings {
    static let word = "home-assistant"
    static let help = "An automation of Home Assistant that a webhook triggers."
    /// The automation may do as it likes with all of them.
    static let looks = AlertStyle.Key.allCases
    static var icons: TextFormat<String> { .icon }
    static let questions = [
        TargetQuestion("server", "Address of Home Assistant (http://…:8123): ") { text throws(TextFormatError) in
            .plain(try TextFormat.serverAddress.parse(text))
        },
        TargetQuestion(
            "webhook", "Id of the automation's webhook, which nobody should guess: ", isPlace: true,
            use: "the id for the automation's trigger", suggestion: freshID
        ) { text throws(TextFormatError) in .secret(Secret(try TextFormat.homeWebhook.parse(text))) },
    ]

    let server: String
    let webhook: SecretSource
    let connection: TargetConnection

    init(server: String, webhook: SecretSource, connection: TargetConnection) {
        (self.server, self.webhook, self.connection) = (server, webhook, connection)
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .serverAddress.showing("http://homeassistant.local:8123"), help: "Where Home Assistant is.")
        webhook = reader.secret(
            "webhook", literal: .open(.homeWebhook),
            help: "The `webhook_id` of the automation's trigger; who knows it can trigger it.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try HomeAssistantTarget(server: server, webhook: try webhook.resolve(), addresses: connection.addresses)
    }

    /// An id that nobody guesses: 120 random bits.
    @Sendable private static func freshID() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        return "pocketbell-" + String((0..<24).map { _ in letters.randomElement() ?? "a" })
    }
}

extension TextFormat where Value == String {
    /// What stays as it is in an address: Home Assistant takes more, and makes none that has more.
    static var homeWebhook: TextFormat {
        let shape = TextShape(name: "id", example: "pocketbell-3f6c0a1b5d9e7f2246810c35").with {
            $0.pattern = "^[-_.~A-Za-z0-9]{1,200}$"
        }
        return TextFormat(shape: shape, placeholder: "unset") { text throws(TextFormatError) in
            guard 1...200 ~= text.utf8.count, AlertLink.segment(text) == text, text != ".", text != ".." else {
                throw TextFormatError(
                    "must be a webhook's id: letters, digits, '-', '_', '.' and '~'",
                    hint: "the part behind /api/webhook/ alone")
            }
            return text
        }
    }
}
