import Settings
import TextFormats

/// A kind of target in the word of the file, and what it shows of an alert's looks.
package enum TargetWord: String, CaseIterable, Sendable {
    case desktop, webhook, slack, discord, ntfy

    /// The kind's word.
    package init(_ kind: Configuration.Target.Kind) {
        self =
            switch kind {
            case .desktop: .desktop
            case .webhook: .webhook
            case .slack: .slack
            case .discord: .discord
            case .ntfy: .ntfy
            }
    }

    /// The keys that such a target has, because it can show them.
    var shows: [StyleSettings.Key] {
        switch self {
        case .webhook, .ntfy: StyleSettings.Key.allCases
        case .slack: [.title, .link]
        case .desktop, .discord: [.title, .urgency, .icon, .link]
        }
    }

    /// Whether it shows what the style says about this.
    ///
    /// A desktop has icons and fetches none; of all others it is the other way round, but for a receiver that may do as it
    /// likes.
    fileprivate func shows(_ key: StyleSettings.Key, of style: StyleSettings) -> Bool {
        guard shows.contains(key) else { return false }
        guard key == .icon, self != .webhook else { return true }
        return style.icon?.isWebAddress == (self != .desktop)
    }
}

/// What rules ask for and targets of theirs do not show: no mistake, since another target of the rule may show it.
package enum IgnoredLooks {
    /// A sentence for each rule and key, with its place.
    package static func sentences(of configuration: Configuration) -> [String] {
        configuration.rules.flatMap { rule in
            rule.style.keys.compactMap { key in
                let deaf = rule.to.compactMap { name in configuration.targets.first { $0.name == name } }
                    .map { (name: $0.name, word: TargetWord($0.kind)) }.filter { !$0.word.shows(key, of: rule.style) }
                guard !deaf.isEmpty else { return nil }
                let names = deaf.map { "\($0.name) (\($0.word.rawValue))" }.joined(separator: ", ")
                return rule.places.sentence(
                    "rule \(rule.name): '\(key.rawValue)' is not shown by \(names)", at: key.rawValue)
            }
        }
    }
}
