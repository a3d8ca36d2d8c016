import Settings
import TextFormats
import Values

/// A person or a group that a gateway to Signal writes to.
struct SignalSettings: HTTPTargetSettings {
    static let word = "signal"
    static let help = "A person or group of Signal, by a gateway of your own (signal-cli-rest-api)."
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let questions = [
        TargetQuestion("server", "Address of the gateway (http://…:8080): ") { text throws(TextFormatError) in
            .plain(try TextFormat.serverAddress.parse(text))
        },
        TargetQuestion("number", "Number that the gateway sends from (+…): ") { text throws(TextFormatError) in
            .plain(try TextFormat.phoneNumber.parse(text))
        },
        TargetQuestion("recipient", "Number or group that is told (+… or group.…): ", isPlace: true) {
            text throws(TextFormatError) in .plain(try TextFormat.signalRecipient.parse(text))
        },
    ]

    let server: String
    let number: String
    let recipient: String
    let connection: TargetConnection

    init(server: String, number: String, recipient: String, connection: TargetConnection) {
        (self.server, self.number, self.recipient, self.connection) = (server, number, recipient, connection)
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .serverAddress.showing("http://127.0.0.1:8080"),
            help: "The gateway; it asks nobody for a password, so let nobody else reach it.")
        number = reader.value("number", .phoneNumber, help: "The number that it is registered with.")
        recipient = reader.value(
            "recipient", .signalRecipient, help: "Who is told: a number, or a group as the gateway lists it.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget {
        try SignalTarget(server: server, number: number, recipient: recipient, addresses: connection.addresses)
    }
}

extension TextFormat where Value == String {
    /// `+` and 7 to 15 digits, as E.164 has it.
    static var phoneNumber: TextFormat {
        let shape = TextShape(name: "number", example: "+4915112345678").with { $0.pattern = "^[+][1-9][0-9]{6,14}$" }
        return TextFormat(shape: shape, placeholder: "+10000000") { text throws(TextFormatError) in
            guard isPhoneNumber(text) else {
                throw TextFormatError(
                    "must be a number with its country's", hint: "such as +4915112345678, without blanks")
            }
            return text
        }
    }

    /// A number, or `group.` and base 64.
    static var signalRecipient: TextFormat {
        let shape = TextShape(name: "number or group", example: "group.ckRzaEd4VmRzNnJaASAEsasa").with {
            $0.pattern = "^([+][1-9][0-9]{6,14}|group[.][-_A-Za-z0-9+/]{8,200}={0,2})$"
        }
        return TextFormat(shape: shape, placeholder: "+10000000") { text throws(TextFormatError) in
            guard isPhoneNumber(text) || isGroup(text) else {
                throw TextFormatError(
                    "must be a number or a group", hint: "such as +4915112345678, or group.… as /v1/groups lists it")
            }
            return text
        }
    }

    private static func isPhoneNumber(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.first == "+" && 7...15 ~= digits.count && digits.first != 0x30
            && digits.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func isGroup(_ text: String) -> Bool {
        guard text.hasPrefix("group.") else { return false }
        let letters = text.utf8.dropFirst(6)
        let body = letters.reversed().drop { $0 == UInt8(ascii: "=") }
        return 8...200 ~= body.count && letters.count - body.count <= 2
            && body.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF || "-_+/".utf8.contains($0) }
    }
}
