import Relay
import Settings

/// What rules ask for and targets of theirs do not show: no mistake, since another target of the rule may show it.
package enum IgnoredLooks {
    /// A sentence for each rule and key, with its place.
    package static func sentences(of configuration: Configuration) -> [String] {
        configuration.rules.flatMap { rule in
            rule.style.keys.compactMap { key in
                let deaf = rule.to.compactMap { name in configuration.targets.first { $0.name == name } }
                    .filter {
                        !$0.kind.shows(key, of: rule.style) && !(key == .urgency && configuration.isQuiet($0.name))
                    }
                guard !deaf.isEmpty else { return nil }
                let names = deaf.map { "\($0.name) (\($0.kind.word))" }.joined(separator: ", ")
                return rule.places.sentence(
                    "rule \(rule.name): '\(key.rawValue)' is not shown by \(names)", at: key.rawValue)
            }
        }
    }
}

extension Configuration {
    /// Whether somebody who reads this target has quiet hours: then urgency says what breaks them, shown or not.
    fileprivate func isQuiet(_ target: String) -> Bool {
        people.contains { !$0.quiet.isEmpty && $0.targets.contains(target) }
    }
}
