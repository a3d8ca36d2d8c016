import Settings
import TextFormats
import Values

/// A room of a Matrix server.
struct MatrixSettings: HTTPTargetSettings {
    static let word = "matrix"
    static let help = "A room of a Matrix server that is not encrypted."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .link]
    static let deduplicates = true
    static let questions = [
        TargetQuestion("server", "Address of the Matrix server (https://…): ") { text throws(TextFormatError) in
            .plain(try TextFormat.serverAddress.parse(text))
        },
        TargetQuestion("room", "Internal id of the room, as its settings show it (!…): ") {
            text throws(TextFormatError) in .plain(try TextFormat.matrixRoom.parse(text))
        },
        TargetQuestion("token", "Access token of the user who writes there: ", isSecret: true, isPlace: true) {
            text throws(TextFormatError) in .secret(Secret(try TextFormat.headerValue.parse(text)))
        },
    ]

    let server: String
    let room: String
    let token: SecretSource
    let connection: TargetConnection
    var edits: Bool { true }

    init(server: String, room: String, token: SecretSource, connection: TargetConnection) {
        (self.server, self.room, self.token, self.connection) = (server, room, token, connection)
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .serverAddress.showing("https://matrix.example.org"),
            help: "Where the server's client API is; `https://SERVER/.well-known/matrix/client` names it.")
        room = reader.value(
            "room", .matrixRoom, help: "The room's internal id, from the advanced part of its settings.")
        token = reader.secret(
            "token", literal: .guarded(.headerValue.showing("syt_YmVsbA_wbBOKbNZPDLczyJeDyQe")),
            help: "The access token of a user in that room; it is a secret.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try MatrixTarget(server: server, room: room, token: try token.resolve(), addresses: connection.addresses)
    }
}

extension TextFormat where Value == String {
    /// `!` and at most 254 bytes of ASCII; the part behind a colon is not there in rooms of version 12 and later.
    static var matrixRoom: TextFormat {
        let shape = TextShape(name: "room", example: "!mIF2mP5J7SxGOiIDyy:example.org").with {
            $0.pattern = "^![!-~]{1,254}$"
        }
        return TextFormat(shape: shape, placeholder: "!unset") { text throws(TextFormatError) in
            guard text.first == "!", 2...255 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                throw TextFormatError(
                    "must be a room's internal id, which begins with '!'",
                    hint: "an address that begins with '#' is another name of it; the room's settings show both")
            }
            return text
        }
    }
}
