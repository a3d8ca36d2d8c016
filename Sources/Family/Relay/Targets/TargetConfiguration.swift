import HTTPClient
package import Settings
import Systemd
import TextFormats
import Values

/// A place where alerts can go, as it is configured.
package struct TargetConfiguration: SettingsSection {
    /// What to do with a message that may have arrived, at a target that can't tell a repeat from a new one.
    package enum DoubtPolicy: String, Sendable, CaseIterable {
        /// Send it again and say that it may be a repeat.
        case `repeat`
        /// Leave it, and say so in the list of deliveries.
        case skip
    }

    /// Unique among the targets. Deliveries keep it: a renamed target is a new one to them.
    package let name: String
    /// As the file says it: secrets are read when the relay is made, and nothing was tried.
    let settings: any TargetSettings
    /// Looked at only where a repeat can't be told from a new message by the target itself: other kinds have no key for it.
    package var inDoubt = DoubtPolicy.repeat
    /// How alerts look there whose rule says nothing else.
    package var style: AlertStyle
    /// So many alerts that waited are told together, in one message; below 2: never.
    package var digest: Int
    /// What its readers speak; `nil`: what the family speaks.
    package var language: Language?
    /// What its readers are not shown.
    package var hides: Set<HiddenFact> = []
    /// Where it stands in the file.
    package let places: SettingsPlaces

    /// Popups on this machine.
    package static let desktop = TargetConfiguration(name: "desktop", DesktopSettings())

    /// Told twice rather than never, and 20 together, unless said otherwise.
    init(name: String, _ settings: any TargetSettings, inDoubt: DoubtPolicy = .repeat, digest: Int = 20) {
        self.name = name
        self.settings = settings
        self.inDoubt = inDoubt
        self.digest = digest
        style = AlertStyle()
        places = .none
    }

    /// Declares the keys; the word of `kind` decides which there are.
    package init(reading reader: inout SettingsReader) {
        name = reader.name(of: "target", help: "How rules and the command line call this target.")
        digest = reader.value(
            "digest", .integer(in: 0...100), default: "20",
            help: "So many alerts that waited, for a minute or while nobody watched, come in one message. 0: never.")
        language = reader.optional(
            "language", .choice, help: "What its readers speak. Left out: as at the top of the file.")
        hides = Set(
            reader.values(
                "hide", .choice,
                help: "What its readers are not shown, whatever a rule's `text` asks for: `amounts` (also balances), "
                    + "`descriptions` (also notes). Left out: all is shown."))
        (settings, style, inDoubt) = reader.variant(
            "kind", help: "What kind of target this is.", TargetKind.all.map(\.variant))
        places = reader.places
    }

    package var kind: TargetKind { TargetKind(type(of: settings)) }
    /// Whether agents on people's desktops fetch what goes there.
    package var isForDesktops: Bool { settings is DesktopsSettings }
    /// Whether its popups approve chores as the file alone has it; at desktops elsewhere each token says so itself.
    package var approves: Bool { (settings as? DesktopSettings)?.approves ?? false }
    /// The account by whose login chores are approved there; `nil`: the file names none.
    package var approvingAccount: String? {
        (settings as? DesktopSettings)?.account ?? (settings as? DesktopsSettings)?.account
    }
    /// Whether loopback and private addresses are allowed.
    package var allowsPrivateAddresses: Bool { settings.network?.allowsPrivateAddresses ?? false }
    /// Whether it can change what it shows.
    package var edits: Bool { settings.edits }
    /// `nil` for what takes no HTTP requests.
    private var http: (any HTTPTargetSettings)? { settings as? any HTTPTargetSettings }
}

extension TargetConfiguration {
    /// The part of the program that speaks with this target.
    ///
    /// - Throws: `SecretSourceError` for a secret that cannot be read; `badURL` or `badKey`, naming the target.
    func target(by tools: TargetTools) throws -> any AlertTarget {
        try named { try settings.target(named: name, by: tools) }
    }

    /// Looks whether its address and its keys have the right form, as far as its secrets can be had, without asking anybody.
    ///
    /// - Throws: `badURL` or `badKey`, naming the target.
    package func check() throws(RelayError) {
        do {
            _ = try named { try settings.place() }
        } catch let error as RelayError {
            throw error
        } catch {
            // The configuration's referents tell of it.
        }
    }

    /// The host of an address that is refused at each attempt, since this target may not be in this house or anywhere near a cloud's
    /// metadata; `nil` where only a look at the network can tell.
    package var refusedHost: String? {
        guard let place = try? settings.place(), place.isRefused else { return nil }
        return place.host
    }

    /// What keeps the program of a command from being run, as far as a look at its file tells; `nil` for nothing, and for all other
    /// kinds.
    package var missingProgram: String? { (settings as? CommandSettings)?.missingProgram }

    /// The broker, and what all names begin with under which this target tells there; `nil` for kinds that have no names to share.
    package var names: String? {
        (settings as? MQTTSettings).map { "\($0.broker.host.lowercased()):\($0.broker.port), topic \($0.topics.base)" }
    }

    /// The family's language and money, as this target's readers have them, and what they are not shown.
    package func locale(in family: AlertLocale) -> AlertLocale {
        var locale = family.speaking(language)
        locale.hides = hides
        return locale
    }

    /// A client that trusts this target's certificate authorities; `nil` if the shared one will do.
    func ownClient() throws(RelayError) -> HTTPClient? {
        do throws(HTTPError) {
            return try http?.connection.ownClient()
        } catch {
            throw RelayError(.badURL, "target \(name): \(error.detail)")
        }
    }

    private func named<Value>(_ make: () throws -> Value) throws -> Value {
        do {
            return try make()
        } catch let error as RelayError {
            throw RelayError(error.kind, "target \(name): \(error.description)")
        }
    }
}

extension TargetConfiguration.DoubtPolicy {
    /// Declares the key.
    init(reading reader: inout SettingsReader) {
        self = reader.value(
            "in-doubt", .choice, default: "repeat",
            help:
                "What becomes of a message that may have arrived, which would be shown twice there: `repeat` sends it again "
                + "and says that it may be a repeat, `skip` leaves it and keeps it as skipped.")
    }
}
