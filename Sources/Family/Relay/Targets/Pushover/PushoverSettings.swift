import Settings
import TextFormats
import Values

/// A user or a group of Pushover.
struct PushoverSettings: HTTPTargetSettings {
    static let word = "pushover"
    static let help = "A user or a group of Pushover."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .link]
    static let questions = [
        TargetQuestion("token", "Token of the application, as Pushover shows it: ", isSecret: true, isPlace: true) {
            text throws(TextFormatError) in .secret(Secret(try TextFormat.pushoverKey.parse(text)))
        },
        TargetQuestion("user", "Key of the user or group: ", isSecret: true) { text throws(TextFormatError) in
            .secret(Secret(try TextFormat.pushoverKey.parse(text)))
        },
    ]

    let token: SecretSource
    let user: SecretSource
    let device: String?
    let connection: TargetConnection
    /// Everybody's; a test has its own.
    var server = "https://api.pushover.net"

    init(token: SecretSource, user: SecretSource, device: String? = nil, connection: TargetConnection) {
        (self.token, self.user, self.device, self.connection) = (token, user, device, connection)
    }

    init(reading reader: inout SettingsReader) {
        token = reader.secret(
            "token", literal: .guarded(.pushoverKey), help: "The token of an application of yours; it is a secret.")
        user = reader.secret(
            "user", literal: .guarded(.pushoverKey.showing("uQiRzpo4DXghDmr9QzzfQu27cmVRsG")),
            help: "The key of the user or group that is told.")
        device = reader.optional(
            "device", .pushoverDevice, help: "One of the user's devices. Left out: all of them.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try PushoverTarget(
            server: server, token: try token.resolve(), user: try user.resolve(), device: device,
            addresses: connection.addresses)
    }
}

extension TextFormat where Value == String {
    /// 30 letters and digits, as tokens and keys of Pushover have.
    static var pushoverKey: TextFormat {
        let shape = TextShape(name: "key", example: "azGDORePK8gMaC0QOYAMyEEuzJnyUi").with {
            $0.pattern = "^[A-Za-z0-9]{30}$"
        }
        return TextFormat(shape: shape, placeholder: "unset") { text throws(TextFormatError) in
            guard text.utf8.count == 30,
                text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF })
            else {
                throw TextFormatError("must be 30 letters and digits", hint: "as Pushover's page shows it")
            }
            return text
        }
    }

    /// 1 to 25 letters, digits, `-` and `_`.
    static var pushoverDevice: TextFormat {
        let shape = TextShape(name: "device", example: "phone").with { $0.pattern = "^[-_A-Za-z0-9]{1,25}$" }
        return TextFormat(shape: shape, placeholder: "unset") { text throws(TextFormatError) in
            guard 1...25 ~= text.utf8.count,
                text.utf8.allSatisfy({
                    $0 == 0x2D || $0 == 0x5F || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF
                })
            else { throw TextFormatError("must be 1 to 25 letters, digits, '-' or '_'") }
            return text
        }
    }
}
