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
    static let speaksInTheClear = true
    static let questions = [
        TargetQuestion("url", "Address of the broker (mqtt://… or mqtts://…): ", isPlace: true) {
            text throws(TextFormatError) in
            _ = try TextFormat.broker.parse(text)
            return .plain(text)
        },
        TargetQuestion("user", "Name to sign in with there: ", standard: "none") { text throws(TextFormatError) in
            text.isEmpty ? .nothing : .plain(try TextFormat.brokerUser.parse(text))
        },
        TargetQuestion("password", "Password of that name: ", isSecret: true, standard: "none", need: "user") {
            text throws(TextFormatError) in
            text.isEmpty ? .nothing : .secret(Secret(try TextFormat.brokerPassword.parse(text)))
        },
    ]

    let broker: ServerPlace
    let user: String?
    let password: SecretSource?
    let client: String?
    let topics: MQTTTopics
    let connection: TargetConnection

    init(
        broker: ServerPlace, user: String? = nil, password: SecretSource? = nil, client: String? = nil,
        topics: MQTTTopics,
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

extension String {
    fileprivate var unlessNone: String? { self == "none" ? nil : self }
}

extension TextFormat where Value == ServerPlace {
    /// `mqtt://HOST[:PORT]` or `mqtts://HOST[:PORT]`.
    static var broker: TextFormat {
        server("broker", scheme: "mqtt", host: "homeassistant.local", ports: (plain: 1883, encrypted: 8883))
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
    static var brokerUser: TextFormat { signIn("user name", "pocketbell", upTo: 1_000) }
    /// What it knows them by.
    static var brokerPassword: TextFormat { signIn("password", "abcd efgh ijkl mnop", upTo: 1_000) }
    /// What it calls a connection.
    static var brokerClient: TextFormat { signIn("name", "pocketbell-hall", upTo: 1_000) }
}
