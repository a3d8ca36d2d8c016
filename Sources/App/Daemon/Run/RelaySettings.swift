package import Configuration
package import Relay
import Settings
import Store
import Values

/// The relay's part of a configuration, with every secret read: taken whole or refused whole.
package struct RelaySettings: Sendable {
    /// In the configuration's order.
    package let targets: [TargetConfiguration]
    package let rules: RuleSet
    /// In whose money and time alerts are told.
    package let locale: AlertLocale

    /// - Throws: `SecretSourceError` for a secret that cannot be read.
    package init(_ configuration: Configuration) throws {
        var targets: [TargetConfiguration] = []
        for target in configuration.targets { targets.append(try TargetConfiguration(target)) }
        self.targets = targets
        locale = AlertLocale(configuration)
        rules = RuleSet(configuration.rules.map { Rule($0) }, targets: targets.map(\.name))
    }

    /// Targets to which nothing can ever go, in sentences for people.
    package static func warnings(of configuration: Configuration) -> [String] {
        configuration.targets.compactMap { try? TargetConfiguration($0) }.compactMap { target in
            target.refusedHost.map { host -> String in
                "target \(target.name): \(host) is not a public address, so nothing is sent there; "
                    + (target.allowsPrivateAddresses
                        ? "choose another" : "if that is meant, add 'private-addresses: true'")
            }
        }
    }

    /// Looks whether addresses and keys have the right form, of all targets whose secrets can be had; the others are told by the
    /// configuration's `referents`.
    ///
    /// - Throws: ``RelayError`` of the first target that has not.
    package static func check(_ configuration: Configuration) throws(RelayError) {
        for target in configuration.targets { try (try? TargetConfiguration(target))?.check() }
    }
}

extension AlertLocale {
    /// As the family's people read amounts and moments.
    package init(_ configuration: Configuration) {
        self.init(currency: configuration.currency, zone: configuration.timeZone)
    }
}

extension Rule {
    init(_ rule: Configuration.Rule) {
        self.init(
            name: rule.name, events: Set(rule.events.flatMap(\.alerts)), children: rule.children, minimum: rule.minimum,
            below: rule.below, targets: rule.to, template: rule.text,
            style: AlertStyle(rule.style))
    }
}

extension Configuration.Rule.Event {
    /// What the store calls it.
    fileprivate var alerts: [AlertRow.Event] {
        switch self {
        case .transaction: [.transaction]
        case .balanceLow: [.balanceLow]
        case .problem: AlertRow.Event.allCases.filter(\.isProblem)
        case .signInNeeded: [.signInNeeded]
        case .connectionLost: [.connectionLost]
        case .targetSuspended: [.targetSuspended]
        case .accountingBroken: [.accountingBroken]
        }
    }
}

extension AlertStyle {
    fileprivate init(_ style: StyleSettings) {
        let urgency: Urgency? =
            switch style.urgency {
            case .low: .low
            case .normal: .normal
            case .high: .high
            case nil: nil
            }
        self.init(title: style.title, urgency: urgency, tags: style.tags, icon: style.icon, link: style.link)
    }
}

extension TargetConfiguration {
    /// Nothing is tried but for reading its secrets.
    ///
    /// - Throws: `SecretSourceError` for one that cannot be read.
    package init(_ target: Configuration.Target) throws {
        switch target.kind {
        case .desktop: self.init(name: target.name, kind: .desktop)
        case .webhook(let url, let key, let headers, let connection):
            var fields: [WebhookHeader] = []
            for header in headers { fields.append(WebhookHeader(name: header.name, value: try header.value.resolve())) }
            self.init(
                name: target.name,
                kind: .webhook(url: try url.resolve(), signing: try key?.resolve(), headers: fields),
                connection: connection)
        case .slack(let url, let connection):
            self.init(name: target.name, kind: .slack(url: try url.resolve()), connection: connection)
        case .discord(let url, let connection):
            self.init(name: target.name, kind: .discord(url: try url.resolve()), connection: connection)
        case .ntfy(let server, let topic, let token, let connection):
            self.init(
                name: target.name,
                kind: .ntfy(server: server, topic: try topic.resolve(), token: try token?.resolve()),
                connection: connection)
        }
        style = AlertStyle(target.style)
        digest = target.digest
    }

    private init(name: String, kind: Kind, connection: Configuration.Target.Connection) {
        self.init(
            name: name, kind: kind, allowsPrivateAddresses: connection.allowsPrivateAddresses,
            certificateAuthorities: connection.certificateAuthorities)
    }
}
