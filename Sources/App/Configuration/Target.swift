package import Settings
import TextFormats

extension Configuration {
    /// A place where alerts can go.
    package struct Target: SettingsSection {
        /// Unique among the targets. Deliveries keep it: a renamed target is a new one to them.
        package let name: String
        /// So many alerts that waited are told together; 0: never.
        package let digest: Int
        /// As the file says it; secrets are read later, when the relay is made.
        package let kind: Kind
        /// What alerts look like there whose rule says nothing else.
        package let style: StyleSettings
        /// Where it stands in the file.
        package let places: SettingsPlaces

        /// Declares the keys; the word of `kind` decides which there are.
        package init(reading reader: inout SettingsReader) {
            name = reader.name(of: "target", help: "How rules and the command line call this target.")
            digest = reader.value(
                "digest", .integer(in: 0...100), default: "20",
                help: "So many alerts that waited, for a minute or while nobody watched, come in one message. 0: never."
            )
            (kind, style) = reader.variant(
                "kind", help: "What kind of target this is.",
                [
                    Self.variant(.desktop, "A popup on this machine.", icons: .iconName) { _ in .desktop },
                    Self.variant(.webhook, "A signed HTTP request with JSON.", icons: .icon, Kind.webhook(reading:)),
                    Self.variant(.slack, "A Slack incoming webhook.") { reader in
                        .slack(url: reader.hookAddress(of: "Slack"), Connection(reading: &reader))
                    },
                    Self.variant(.discord, "A Discord webhook.") { reader in
                        .discord(url: reader.hookAddress(of: "Discord"), Connection(reading: &reader))
                    },
                    Self.variant(.ntfy, "A topic of an ntfy server.", Kind.ntfy(reading:)),
                ])
            places = reader.places
        }

        /// With the usual looks, and digests of the usual size.
        package init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
            style = StyleSettings()
            digest = 20
            places = .none
        }

        /// A kind with the looks that it shows: there is no key for what it would ignore.
        private static func variant(
            _ word: TargetWord, _ help: String, icons: TextFormat<String> = .iconAddress,
            _ read: @escaping (inout SettingsReader) -> Kind
        ) -> SettingsVariant<(Kind, StyleSettings)> {
            SettingsVariant(word.rawValue, help: help) { reader in
                (read(&reader), StyleSettings(reading: &reader, word.shows, icons: icons))
            }
        }
    }
}

extension Configuration.Target {
    /// Where alerts go, and what is needed to get there.
    package enum Kind: Sendable {
        /// Popups on this machine.
        case desktop
        /// An HTTP request; signed when there is a key.
        case webhook(url: SecretSource, key: SecretSource?, headers: [HeaderSettings], Connection)
        /// A Slack incoming webhook, whose address is the permission to post.
        case slack(url: SecretSource, Connection)
        /// A Discord webhook, whose address is the permission to post.
        case discord(url: SecretSource, Connection)
        /// A topic of an ntfy server; a token where the server asks for one.
        case ntfy(server: String, topic: SecretSource, token: SecretSource?, Connection)
    }

    /// Where topics are whose server nobody names.
    package static let usualNtfyServer = "https://ntfy.sh"

    /// How a target is reached by HTTP.
    package struct Connection: Sendable, Hashable {
        /// Whether loopback and private addresses are allowed; cloud metadata never is.
        package let allowsPrivateAddresses: Bool
        /// A PEM file of certificate authorities, besides those of the system.
        package let certificateAuthorities: String?

        /// With the system's certificate authorities alone.
        package init(allowsPrivateAddresses: Bool) {
            self.allowsPrivateAddresses = allowsPrivateAddresses
            certificateAuthorities = nil
        }
    }
}

extension Configuration.Target.Kind {
    fileprivate static func webhook(reading reader: inout SettingsReader) -> Self {
        .webhook(
            url: reader.secret(
                "url", literal: .open(.url), help: "Where the request goes; an address, or where it is kept."),
            key: reader.optionalSecret(
                "secret", literal: .guarded(.signingKey),
                help: "The key that signs each request (Standard Webhooks). Left out: not signed."),
            headers: reader.headers(),
            Configuration.Target.Connection(reading: &reader))
    }

    fileprivate static func ntfy(reading reader: inout SettingsReader) -> Self {
        .ntfy(
            server: reader.value(
                "server", .serverAddress.showing("https://ntfy.example.org"),
                default: Configuration.Target.usualNtfyServer, help: "The ntfy server."),
            topic: reader.secret(
                "topic", literal: .open(.ntfyTopic),
                help: "The topic; on a server without accounts it is as good as a password."),
            token: reader.optionalSecret(
                "token", literal: .guarded(.ntfyToken), help: "An access token, on servers that ask for one."),
            Configuration.Target.Connection(reading: &reader))
    }
}

extension Configuration.Target.Connection {
    fileprivate init(reading reader: inout SettingsReader) {
        allowsPrivateAddresses = reader.value(
            "private-addresses", .boolean, default: "false",
            help: "Whether loopback and private addresses are allowed, for targets in the own house.")
        certificateAuthorities = reader.path(
            "ca-file", example: "/etc/pocketbell/house.pem",
            help: "A PEM file of certificate authorities to trust besides the system's.",
            problem: CertificateFile.problem)
    }
}

extension SettingsReader {
    /// The address of a chat's hook: who knows it may post, so it is a secret.
    fileprivate mutating func hookAddress(of product: String) -> SecretSource {
        secret("url", literal: .guarded(.url), help: "The hook's address as \(product) shows it; it is a secret.")
    }
}
