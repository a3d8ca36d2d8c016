import Cryptography
import Glibc
import HTTPClient
import MQTT
import Settings
import TextFormats
import Values

/// A broker that hands alerts and states on, such as Home Assistant's.
struct MQTTSettings: TargetSettings {
    static let word = "mqtt"
    static let help =
        "An MQTT broker: alerts as messages, each child's balance as a state that Home Assistant shows by itself."
    /// Whoever subscribes may do as they like with all of them.
    static let looks = AlertStyle.Key.allCases
    static var icons: TextFormat<String> { .icon }
    static let questions = [
        TargetQuestion("url", "Address of the broker (mqtt://… or mqtts://…): ", isPlace: true) {
            text throws(TextFormatError) in
            _ = try TextFormat.broker.parse(text)
            return .plain(text)
        },
        TargetQuestion("user", "Name to sign in with there: ", standard: "none") { text throws(TextFormatError) in
            text.isEmpty ? .nothing : .plain(try TextFormat.brokerUser.parse(text))
        },
        TargetQuestion("password", "Password of that name: ", isSecret: true, standard: "none") {
            text throws(TextFormatError) in
            text.isEmpty ? .nothing : .secret(Secret(try TextFormat.brokerPassword.parse(text)))
        },
    ]

    let broker: Broker
    let user: String?
    let password: SecretSource?
    let client: String?
    let topics: MQTTTopics
    let connection: TargetConnection

    init(
        broker: Broker, user: String? = nil, password: SecretSource? = nil, client: String? = nil, topics: MQTTTopics,
        connection: TargetConnection
    ) {
        (self.broker, self.user, self.password, self.client) = (broker, user, password, client)
        (self.topics, self.connection) = (topics, connection)
    }

    init(reading reader: inout SettingsReader) {
        broker = reader.value(
            "url", .broker,
            help:
                "The broker: `mqtts://` is encrypted (port 8883 unless named); `mqtt://` sends in the clear (1883), and only "
                + "within the own house.")
        user = reader.optional("user", .brokerUser, help: "Who signs in; left out, nobody does.")
        password = reader.optionalSecret(
            "password", literal: .guarded(.brokerPassword), help: "The password of `user`.")
        client = reader.optional(
            "client-id", .brokerClient,
            help:
                "As whom the broker knows this connection, the only one of that name. Left out: made from this machine's name."
        )
        topics = MQTTTopics(
            base: reader.value(
                "topic", .topicBase, default: "pocketbell",
                help: "What the names of all messages begin with. Two programs at one broker need two."),
            discovery: reader.value(
                "discovery", .topicBase.showing("homeassistant"), default: "homeassistant",
                help:
                    "Where Home Assistant looks for new devices, as its MQTT integration says; `none` tells it of none."
            ).unlessNone)
        connection = TargetConnection(reading: &reader)
        if user == nil, password != nil { reader.require(false, at: "password", "'password' needs a 'user' beside it") }
    }

    var network: TargetConnection? { connection }

    /// In the clear nothing leaves the house, whatever the name leads to.
    var addresses: AddressPolicy {
        guard !broker.isEncrypted else { return connection.addresses }
        return connection.allowsPrivateAddresses ? .homeAlone : .only([])
    }

    func place() throws -> TargetPlace? {
        // The password is what can be wrong of it.
        _ = try password?.resolve()
        return TargetPlace(host: broker.host, addresses: addresses)
    }

    func target(named name: String, by tools: TargetTools) throws -> any AlertTarget {
        var options = MQTTOptions(
            host: broker.bareHost, port: broker.port, clientID: client ?? Self.clientID(of: name, topics.base))
        options.isEncrypted = broker.isEncrypted
        options.certificateAuthorities = connection.certificateAuthorities
        (options.user, options.password) = (user, try password?.resolve())
        let place = MQTTPlace(options: options, addresses: addresses, status: topics.status)
        // A reload that changes nothing goes on with the connection that there is.
        let link = tools.lasting.part({ $0.place.isSame(as: place) }, else: { MQTTLink(place, on: tools.network) })
        return MQTTTarget(name: name, topics: topics, link: link)
    }

    /// The same for as long as machine and target keep their names: a broker then ends what is left of the connection before.
    private static func clientID(of name: String, _ base: String) -> String {
        var host = [CChar](repeating: 0, count: 256)
        _ = unsafe gethostname(&host, host.count - 1)
        let machine = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let digits = Array("0123456789abcdef")
        let hash = SHA256.hash(Array("\(machine)|\(name)|\(base)".utf8)).prefix(6)
        // As long as brokers of 3.1.1 have to take.
        return "pocketbell" + String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// Where a broker is, as the file says it.
struct Broker: Sendable, Hashable {
    /// A name, or an address; an IPv6 address in brackets.
    let host: String
    let port: Int
    let isEncrypted: Bool

    var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
}

extension String {
    fileprivate var unlessNone: String? { self == "none" ? nil : self }
}

extension TextFormat where Value == Broker {
    /// `mqtt://HOST[:PORT]` or `mqtts://HOST[:PORT]`.
    static var broker: TextFormat {
        let shape = TextShape(name: "broker", example: "mqtt://homeassistant.local:1883")
            .with { $0.pattern = "^mqtts?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$" }
        let example = Broker(host: "homeassistant.local", port: 1883, isEncrypted: false)
        return TextFormat(shape: shape, placeholder: example) { text throws(TextFormatError) in
            let isEncrypted = text.hasPrefix("mqtts://")
            guard isEncrypted || text.hasPrefix("mqtt://") else {
                throw TextFormatError("must be a broker", hint: "begin with mqtt:// or mqtts://")
            }
            var rest = text.dropFirst(isEncrypted ? 8 : 7)
            if rest.last == "/" { rest = rest.dropLast() }
            guard !rest.contains("@") else {
                throw TextFormatError(
                    "must be a broker without user name and password", hint: "'user' and 'password' are for those")
            }
            let isIPv6 = rest.first == "["
            let host = isIPv6 ? rest.prefix { $0 != "]" } + "]" : rest.prefix { $0 != ":" }
            let port = rest.dropFirst(host.count)
            let isName = host.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            }
            let isAddress = isIPv6 && IPAddress(String(host.dropFirst().dropLast())) != nil
            guard rest.hasPrefix(host), 1...255 ~= host.utf8.count, isName || isAddress else {
                throw TextFormatError("must have a host's name or address", hint: "such as mqtt://homeassistant.local")
            }
            guard let number = port.isEmpty ? (isEncrypted ? 8883 : 1883) : Int(port.dropFirst()),
                port.first ?? ":" == ":", 1...65_535 ~= number
            else {
                throw TextFormatError(
                    "must have a port from 1 to 65535", hint: "such as mqtt://homeassistant.local:1883")
            }
            return Broker(host: host.lowercased(), port: number, isEncrypted: isEncrypted)
        }
    }
}

extension TextFormat where Value == String {
    /// The beginning of names: levels of plain letters.
    static var topicBase: TextFormat {
        let shape = TextShape(name: "topic", example: "pocketbell").with {
            $0.pattern = "^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*$"
        }
        return TextFormat(shape: shape, placeholder: "unset") { text throws(TextFormatError) in
            let levels: [Substring] = text.split(separator: "/", omittingEmptySubsequences: false)
            let isPlain = text.utf8.allSatisfy {
                0x2D...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F
            }
            guard text.utf8.count <= 100, isPlain, !levels.contains("") else {
                throw TextFormatError(
                    "must be levels of letters, digits, '_', '-' and '.' with '/' between",
                    hint: "such as pocketbell or house/pocketbell")
            }
            return text
        }
    }

    /// Whom a broker knows.
    static var brokerUser: TextFormat { credential("user name", "pocketbell") }
    /// What it knows them by.
    static var brokerPassword: TextFormat { credential("password", "abcd efgh ijkl mnop") }
    /// What it calls a connection.
    static var brokerClient: TextFormat { credential("name", "pocketbell-hall") }

    private static func credential(_ name: String, _ example: String) -> TextFormat {
        TextFormat(shape: TextShape(name: name, example: example), placeholder: "unset") {
            text throws(TextFormatError) in
            guard 1...1_000 ~= text.utf8.count,
                text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
            else { throw TextFormatError("must be 1 to 1000 bytes of text without control characters") }
            return text
        }
    }
}
