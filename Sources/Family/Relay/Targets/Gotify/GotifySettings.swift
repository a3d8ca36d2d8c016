import Settings
import TextFormats
import Values

/// An application of a Gotify server.
struct GotifySettings: HTTPTargetSettings {
    static let word = "gotify"
    static let help = "An application of a Gotify server."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .link]
    static let questions = [
        TargetQuestion("server", "Address of the Gotify server (https://…): ") { text throws(TextFormatError) in
            .plain(try TextFormat.serverAddress.parse(text))
        },
        TargetQuestion("token", "Token of the application, as Gotify shows it: ", isSecret: true, isPlace: true) {
            text throws(TextFormatError) in .secret(Secret(try TextFormat.headerValue.parse(text)))
        },
    ]

    let server: String
    let token: SecretSource
    let connection: TargetConnection

    init(server: String, token: SecretSource, connection: TargetConnection) {
        (self.server, self.token, self.connection) = (server, token, connection)
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .serverAddress.showing("https://gotify.example.org"), help: "The Gotify server.")
        token = reader.secret(
            "token", literal: .guarded(.headerValue.showing("AbCdEfGhIjKlMnO")), help: "The token of the application.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try GotifyTarget(server: server, token: try token.resolve(), addresses: connection.addresses)
    }
}
