import HTTPClient
import MQTT
import Settings
import Store
import Systemd
import TextFormats
import Values

/// What one kind of target is configured with, what is asked of who sets one up, and what speaks with it.
///
/// All that is a kind's own lies in its folder below `Targets`; ``TargetKind`` lists the kinds.
protocol TargetSettings: Sendable {
    /// The kind's word in the file.
    static var word: String { get }
    /// One sentence for the reference.
    static var help: String { get }
    /// The keys of looks that such a target has, because it can show them.
    static var looks: [AlertStyle.Key] { get }
    /// Which pictures it can show.
    static var icons: TextFormat<String> { get }
    /// What has to be known of a new one, in the order in which it is asked.
    static var questions: [TargetQuestion] { get }
    /// What `KIND=PLACE` on a command line says, where the place is no reference to a secret.
    ///
    /// - Parameter question: the one whose answer is a place.
    static func answers(at place: String, _ question: TargetQuestion) throws(TextFormatError) -> [String: TargetAnswer]
    /// Whether such a target tells a repeat from a new message by itself, as its ``AlertTarget/deduplicates`` says.
    static var deduplicates: Bool { get }
    /// Deliveries that may be marked in one commit.
    static var window: Int { get }
    /// What it proves that such a target takes an alert.
    static var taken: Proof { get }
    /// The most that it can ever prove.
    static var utmost: Proof { get }

    /// Whether addresses outside of the own house may be refused since nothing is encrypted on the way there.
    static var speaksInTheClear: Bool { get }

    /// How it is reached over a network; `nil` for what is on this machine.
    var network: TargetConnection? { get }

    /// Whether it can change what it shows.
    var edits: Bool { get }

    /// Declares the keys.
    init(reading reader: inout SettingsReader)

    /// Where it is, looked at without asking anybody; `nil` for what is reached without a network.
    ///
    /// - Throws: `SecretSourceError` for a secret that cannot be read, ``RelayError`` for what cannot be used.
    func place() throws -> TargetPlace?

    /// The part of the program that speaks with it.
    ///
    /// - Throws: `SecretSourceError` for a secret that cannot be read, ``RelayError`` for what cannot be used.
    func target(named name: String, by tools: TargetTools) throws -> any AlertTarget
}

/// Where a target is.
struct TargetPlace: Sendable {
    /// A name, or an address; an IPv6 address in brackets.
    let host: String
    /// Which addresses may be connected to.
    let addresses: AddressPolicy

    /// Whether each attempt would be refused, as far as can be told without a look at the network.
    var isRefused: Bool {
        let literal = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        if let address = IPAddress(literal) { return !addresses.allows(address) }
        let isLoopback = host == "localhost" || host.hasSuffix(".localhost")
        return isLoopback && IPAddress("127.0.0.1").map { !addresses.allows($0) } ?? false
    }
}

/// What targets speak with.
struct TargetTools {
    var http: HTTPClient
    /// `nil` where there is no session, as in a system service.
    let bus: SessionBus?
    /// For connections that last; without one a broker is only visited.
    var network: MQTTNetwork?
    var lasting = LastingParts()
    let clock: RelayClock
    /// Where the agents of people's desktops are.
    var desktops = DesktopExchange()
}

extension TargetSettings {
    // Who fetches pictures has no use for this machine's names.
    static var icons: TextFormat<String> { .iconAddress }
    static var deduplicates: Bool { false }
    static var speaksInTheClear: Bool { false }
    static var window: Int { 64 }
    // That a service took it is all that most say.
    static var taken: Proof { .accepted }
    static var utmost: Proof { taken }

    var network: TargetConnection? { nil }
    var edits: Bool { false }
    func place() throws -> TargetPlace? { nil }

    static func answers(
        at place: String, _ question: TargetQuestion
    ) throws(TextFormatError) -> [String: TargetAnswer] { [question.key: try question.answer(place)] }
}

/// Those that take one HTTP request for each alert.
protocol HTTPTargetSettings: TargetSettings {
    var connection: TargetConnection { get }

    /// What is asked for each alert.
    ///
    /// - Throws: `SecretSourceError` for a secret that cannot be read, ``RelayError`` for what cannot be used.
    func target() throws -> any HTTPTarget
}

extension HTTPTargetSettings {
    var network: TargetConnection? { connection }

    func place() throws -> TargetPlace? {
        let target = try target()
        return TargetPlace(host: target.url.host, addresses: target.addresses)
    }

    func target(named name: String, by tools: TargetTools) throws -> any AlertTarget {
        HTTPCourier(name: name, target: try target(), http: tools.http, clock: tools.clock)
    }
}
