import Settings
import TextFormats
import Values

/// Slack: a hook's address, or a bot's token and the channel that it writes to.
struct SlackSettings: HTTPTargetSettings {
    static let word = SlackTarget.word
    static let help = SlackTarget.help
    static let looks = SlackTarget.looks
    // Whoever has a bot writes it down by hand: it is asked for what most have.
    static let questions = [TargetQuestion.hook(SlackTarget.question)]

    let url: SecretSource?
    let token: SecretSource?
    let channel: String?
    let server: String
    let connection: TargetConnection
    /// What a hook has said, stays.
    var edits: Bool { token != nil }

    init(
        url: SecretSource? = nil, token: SecretSource? = nil, channel: String? = nil,
        server: String = SlackBotTarget.server, connection: TargetConnection
    ) {
        (self.url, self.token, self.channel, self.server) = (url, token, channel, server)
        self.connection = connection
    }

    init(reading reader: inout SettingsReader) {
        url = reader.optionalSecret(
            "url", literal: .guarded(.url),
            help: "The hook's address as Slack shows it; it is a secret. Left out where a bot writes.")
        token = reader.optionalSecret(
            "token", literal: .guarded(.slackToken),
            help: "A bot's token, with the scope `chat:write`; a bot changes its message when what it tells of is over."
        )
        channel = reader.optional(
            "channel", .slackChannel, help: "Where the bot writes: the channel's identity, from its details in Slack.")
        server = SlackBotTarget.server
        connection = TargetConnection(reading: &reader)
        reader.require(
            reader.isPresent("url") || reader.isPresent("token"), at: "kind", "'slack' needs a 'url', or a 'token'",
            hint: "url: file:PATH of a hook's address, or token: file:PATH and channel: C… of a bot")
        reader.require(
            !(reader.isPresent("url") && reader.isPresent("token")), at: "token",
            "'token' and 'url' are two ways to the same", hint: "leave one of them out")
        reader.require(
            !reader.isPresent("token") || reader.isPresent("channel"), at: "token",
            "'token' needs a 'channel' beside it")
        reader.require(
            !reader.isPresent("channel") || reader.isPresent("token"), at: "channel",
            "'channel' is where a bot writes: it needs a 'token' beside it", hint: "a hook knows its channel")
    }

    func target() throws -> any HTTPTarget {
        if let token, let channel {
            return try SlackBotTarget(
                server: server, token: try token.resolve(), channel: channel, addresses: connection.addresses)
        }
        guard let url else { throw RelayError(.badURL, "neither an address nor a token is known") }
        return try SlackTarget(url: try url.resolve(), addresses: connection.addresses)
    }
}

extension TextFormat where Value == String {
    /// `xoxb-`, letters, digits and `-`.
    static var slackToken: TextFormat {
        let shape = TextShape(name: "token", example: "xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy")
            .with { $0.pattern = "^xoxb-[-A-Za-z0-9]{10,200}$" }
        return TextFormat(shape: shape, placeholder: "xoxb-unset") { text throws(TextFormatError) in
            let rest = text.utf8.dropFirst(5)
            guard text.hasPrefix("xoxb-"), 10...200 ~= rest.count,
                rest.allSatisfy({ $0 == 0x2D || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF })
            else {
                throw TextFormatError(
                    "must be a bot's token", hint: "it begins with xoxb-, on the app's page under OAuth & Permissions")
            }
            return text
        }
    }

    /// `C`, `G` or `D` and capital letters and digits.
    static var slackChannel: TextFormat {
        let shape = TextShape(name: "channel", example: "C024BE91L").with { $0.pattern = "^[CGD][A-Z0-9]{6,20}$" }
        return TextFormat(shape: shape, placeholder: "C0000000") { text throws(TextFormatError) in
            let rest = text.utf8.dropFirst()
            guard let first = text.first, "CGD".contains(first), 6...20 ~= rest.count,
                rest.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 })
            else {
                throw TextFormatError(
                    "must be a channel's identity", hint: "such as C024BE91L, at the end of the channel's details")
            }
            return text
        }
    }
}
