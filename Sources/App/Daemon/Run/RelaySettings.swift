package import Configuration
package import Relay
import Settings
package import Store
package import Values

/// The relay's part of a configuration.
package struct RelaySettings: Sendable {
    /// In the configuration's order.
    package let targets: [TargetConfiguration]
    package let rules: RuleSet
    /// In whose money and time alerts are told.
    package let locale: AlertLocale

    package init(_ configuration: Configuration) {
        targets = configuration.targets.map { $0.leading(to: configuration.dashboard.publicURL) }
        locale = AlertLocale(configuration)
        rules = RuleSet(
            configuration.rules.map { Rule($0) }, targets: targets.map(\.name),
            people: configuration.people.map { Person(targets: $0.targets, quiet: $0.quiet, child: $0.child) },
            zone: configuration.timeZone)
    }

    /// Targets to which nothing can ever go, or not as a rule wants it, such as keep nothing apart from one another, and rules that wait
    /// for what nobody can show, in sentences for people.
    package static func warnings(of configuration: Configuration) -> [String] {
        let unreached = configuration.targets.compactMap { target in
            target.refusedHost.map { host -> String in
                "target \(target.name): \(host) is not a public address, so nothing is sent there; "
                    + (target.allowsPrivateAddresses
                        ? "choose another" : "if that is meant, add 'private-addresses: true'")
            }
        }
        let seen = Set(configuration.targets.filter { $0.kind.utmost == .seen }.map(\.name))
        return RuleAdvice(configuration.rules).unprovable(seen, children: configuration.targetsOfChildren) + unreached
            + warningsOfLiving(configuration) + warningsOfNames(configuration.targets)
    }

    /// Whoever reads the one reads the other, whatever their people may know, and what one takes back is gone for both.
    private static func warningsOfNames(_ targets: [TargetConfiguration]) -> [String] {
        targets.indices.compactMap { index in
            guard let names = targets[index].names, let other = targets[..<index].first(where: { $0.names == names })
            else { return nil }
            return
                "target \(targets[index].name): it tells at \(names) as \(other.name) does, so who reads the one reads both, and "
                + "each takes back what the other keeps; give it a 'topic' of its own"
        }
    }

    private static func warningsOfLiving(_ configuration: Configuration) -> [String] {
        configuration.rules.filter(\.isLiving).flatMap { rule in
            configuration.targets.filter { rule.to.contains($0.name) && !$0.edits }.map { target in
                "rule \(rule.name): target \(target.name) can't change what it has shown, so 'living' means nothing there: each "
                    + "alert is a message of its own"
            }
        }
    }

    /// Looks whether addresses and keys have the right form, of all targets whose secrets can be had; the others are told by the
    /// configuration's `referents`.
    ///
    /// - Throws: ``RelayError`` of the first target that has not.
    package static func check(_ configuration: Configuration) throws(RelayError) {
        for target in configuration.targets { try target.check() }
    }
}

extension TargetConfiguration {
    /// Where its readers have a page, alerts lead there unless a target or a rule says where else.
    fileprivate func leading(to page: PublicAddress?) -> TargetConfiguration {
        guard let page, style.link == nil else { return self }
        var target = self
        target.style.link = "\(page)/{if transaction-id}transactions/{transaction-id}{end}"
        return target
    }
}

extension Configuration {
    /// What an alert says to people when it is sent at this moment, to its target as it is configured here.
    package func words(of work: DeliveryWork, sentAt moment: Timestamp) -> (title: String, text: String) {
        let name = work.delivery.target
        return Relay.words(
            of: work, in: AlertLocale(self, readersOf: name),
            style: targets.first { $0.name == name }?.style ?? AlertStyle(), sentAt: moment)
    }
}

extension AlertLocale {
    /// As the family's people read amounts and moments.
    package init(_ configuration: Configuration) {
        self.init(
            currency: configuration.currency, zone: configuration.timeZone, language: configuration.language)
    }

    /// As the readers of the target with this name do; where that is configured no longer as the family does.
    init(_ configuration: Configuration, readersOf target: String) {
        let family = AlertLocale(configuration)
        self = configuration.targets.first { $0.name == target }?.locale(in: family) ?? family
    }
}

extension Rule {
    /// As the relay takes it.
    package init(_ rule: Configuration.Rule) {
        self.init(
            name: rule.name, events: Set(rule.events.flatMap(\.alerts)), match: rule.match, below: rule.below,
            targets: rule.to, template: rule.text, style: rule.style, when: rule.when)
        isLiving = rule.isLiving
        timing = RuleTiming(rule.timing)
    }
}

extension RuleTiming {
    /// As the relay takes it.
    fileprivate init(_ timing: RuleTimingSettings) {
        self.init(
            group: timing.group, again: timing.again.map { DeliveryTiming.Again(every: $0, times: timing.times) },
            ladder: timing.ladder.map { DeliveryTiming.Rung(after: $0.after, targets: $0.to) },
            unless: Set(timing.unless.map(\.alert)))
    }
}
