import Settings
import TextFormats
import Values

/// A chat that a bot of Telegram writes to.
struct TelegramSettings: HTTPTargetSettings {
    static let word = "telegram"
    static let help = "A chat that a Telegram bot writes to."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .link]
    static let questions = [
        TargetQuestion("token", "Token of the bot, as BotFather shows it: ", isSecret: true, isPlace: true) {
            text throws(TextFormatError) in .secret(Secret(try TextFormat.telegramToken.parse(text)))
        },
        TargetQuestion("chat", "Number of the chat: ") { text throws(TextFormatError) in
            .plain(try TextFormat.telegramChat.parse(text))
        },
    ]

    let token: SecretSource
    let chat: String
    let server: String
    let connection: TargetConnection
    var edits: Bool { true }

    init(
        token: SecretSource, chat: String, server: String = "https://api.telegram.org", connection: TargetConnection
    ) {
        (self.token, self.chat, self.server, self.connection) = (token, chat, server, connection)
    }

    init(reading reader: inout SettingsReader) {
        token = reader.secret(
            "token", literal: .guarded(.telegramToken), help: "The bot's token, as BotFather shows it; it is a secret.")
        chat = reader.value(
            "chat", .telegramChat, help: "The number of the chat, of a group with its minus; or a channel's `@name`.")
        server = reader.value(
            "server", .serverAddress.showing("https://api.telegram.org"), default: "https://api.telegram.org",
            help: "Where bots are served; another one only for a Bot API server of your own.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try TelegramTarget(server: server, token: try token.resolve(), chat: chat, addresses: connection.addresses)
    }
}

extension TextFormat where Value == String {
    /// The bot's number, a colon, and 30 or more letters, digits, `-` and `_`.
    static var telegramToken: TextFormat {
        let shape = TextShape(name: "token", example: "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw")
            .with { $0.pattern = "^[0-9]{3,20}:[-_A-Za-z0-9]{30,80}$" }
        return TextFormat(shape: shape, placeholder: "110201543:unset") { text throws(TextFormatError) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, 3...20 ~= parts[0].utf8.count, parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                30...80 ~= parts[1].utf8.count,
                parts[1].utf8.allSatisfy({ $0 == 0x2D || $0 == 0x5F || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF })
            else {
                throw TextFormatError(
                    "must be a bot's token", hint: "a number, a colon and some 35 letters, as BotFather shows it")
            }
            return text
        }
    }

    /// A number, of a group with its minus, or a channel's `@name`.
    static var telegramChat: TextFormat {
        let shape = TextShape(name: "chat", example: "-1001234567890")
            .with { $0.pattern = "^(-?[0-9]{1,18}|@[A-Za-z][A-Za-z0-9_]{3,31})$" }
        return TextFormat(shape: shape, placeholder: "1") { text throws(TextFormatError) in
            let name = text.utf8.dropFirst()
            let isName =
                text.hasPrefix("@") && 4...32 ~= name.count
                && name.allSatisfy { $0 == 0x5F || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF }
            guard isName || (Int64(text) != nil && !text.hasPrefix("+") && text.utf8.count <= 19) else {
                throw TextFormatError(
                    "must be a chat's number or a channel's @name",
                    hint:
                        "write to the bot, then look for \"chat\":{\"id\": at https://api.telegram.org/bot<token>/getUpdates"
                )
            }
            return text
        }
    }
}
