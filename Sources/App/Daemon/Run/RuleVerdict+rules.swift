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
                drops: judgement.dropped.map(\.target), outdone: judgement.outdone,
                later: judgement.deliveries.flatMap { PlannedTelling.all(after: $0) })
        }
    }
}

extension PlannedTelling {
    /// What follows a delivery by its rule.
    fileprivate static func all(after delivery: PlannedDelivery) -> [PlannedTelling] {
        guard let timing = delivery.timing else { return [] }
        let again =
            timing.again.map {
                [PlannedTelling(.again, to: delivery.target, by: delivery.rule, number: 1, of: $0.times)]
            } ?? []
        return again
            + timing.ladder.enumerated().flatMap { index, rung in
                rung.targets.map {
                    PlannedTelling(.unseen, to: $0, by: delivery.rule, number: index + 1, of: timing.ladder.count)
                }
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
