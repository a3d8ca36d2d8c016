package import Configuration
package import Control
package import Relay
import Settings
package import Store

extension RuleVerdict {
    /// What the rules of a configuration make of an alert, in the order of the file.
    package static func all(of alert: AlertHistory, by configuration: Configuration) -> [RuleVerdict] {
        let judgements = RelaySettings(configuration).rules.judge(Occurrence(alert), at: alert.alert.createdAt)
        return zip(configuration.rules, judgements).map { rule, judgement in
            RuleVerdict(
                rule: rule.name, place: rule.places.place(at: "name"), refusedBy: judgement.refusal?.rawValue,
                why: judgement.refusal?.sentence(of: alert.alert.event), tells: judgement.deliveries.map(\.target),
                drops: judgement.dropped.map(\.target), outdone: judgement.outdone)
        }
    }
}

extension RuleMatch.Refusal {
    /// Why the rule tells nothing of it.
    package func sentence(of event: AlertRow.Event) -> String {
        switch self {
        case .events: "its 'events' lack \(event.rawValue)"
        case .children: "its 'children' name others"
        case .accounts: "its 'accounts' name others"
        case .kinds: "its 'kinds' want money that goes the other way"
        case .categories: "its 'categories' name others"
        case .minimum: "the amount is below its 'minimum'"
        case .maximum: "the amount is above its 'maximum'"
        case .matching: "neither description nor notes have what its 'matching' names"
        case .hours: "it was not in its 'hours'"
        case .days: "it was not on its 'days'"
        case .late: "its 'late' wants the opposite"
        case .below: "the balance is not below its 'below'"
        }
    }
}
