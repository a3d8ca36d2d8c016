import HTTPClient
import Settings
import TextFormats
import Values

/// A chat that takes messages at an address which is the permission to post: nothing else is configured for it.
protocol HookTarget: HTTPTarget {
    /// The kind's word in the file.
    static var word: String { get }
    /// One sentence for the reference.
    static var help: String { get }
    /// What people call the service.
    static var product: String { get }
    /// The keys of looks that it can show.
    static var looks: [AlertStyle.Key] { get }
    /// How the address is asked for.
    static var question: String { get }

    var hook: Hook { get }

    /// - Throws: `badURL` for an address that can't be used.
    init(url: Secret, addresses: AddressPolicy) throws(RelayError)
}

/// Where a hook's messages go.
struct Hook: Sendable {
    let url: HTTPURL
    let addresses: AddressPolicy
    let secrets: [Secret]

    /// - Parameter secrets: what must not be seen; `nil`: the address.
    /// - Throws: `badURL`.
    init(_ url: Secret, _ addresses: AddressPolicy, secrets: [Secret]? = nil) throws(RelayError) {
        self.url = try HTTPURL(target: url)
        self.addresses = addresses
        self.secrets = secrets ?? [url]
    }
}

extension HookTarget {
    var url: HTTPURL { hook.url }
    var addresses: AddressPolicy { hook.addresses }
    var secrets: [Secret] { hook.secrets }
    // Hooks know no identity of a message: each is a post of its own.
    var deduplicates: Bool { false }
}

/// What any of them is configured with.
struct HookSettings<Target: HookTarget>: HTTPTargetSettings {
    static var word: String { Target.word }
    static var help: String { Target.help }
    static var looks: [AlertStyle.Key] { Target.looks }
    static var questions: [TargetQuestion] { [.hook(Target.question)] }

    let url: SecretSource
    let connection: TargetConnection
    var edits: Bool { Target.self is any EditingTarget.Type }

    init(url: SecretSource, connection: TargetConnection) { (self.url, self.connection) = (url, connection) }

    init(reading reader: inout SettingsReader) {
        url = reader.secret(
            "url", literal: .guarded(.url),
            help: "The hook's address as \(Target.product) shows it; it is a secret.")
        connection = TargetConnection(reading: &reader)
    }

    func target() throws -> any HTTPTarget { try Target(url: try url.resolve(), addresses: connection.addresses) }
}
