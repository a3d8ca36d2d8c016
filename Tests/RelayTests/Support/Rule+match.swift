import Store
import Values

@testable import Relay

extension Rule {
    /// For children and amounts alone, as most tests want them.
    init(
        name: String, events: Set<AlertRow.Event> = [.transaction], children: [String], minimum: Decimal? = nil,
        below: Decimal? = nil, targets: [String]? = nil, when: Schedule? = nil
    ) {
        var match = RuleMatch()
        (match.children, match.minimum) = (children, minimum)
        self.init(name: name, events: events, match: match, below: below, targets: targets, when: when)
    }

    /// For amounts alone.
    init(
        name: String, events: Set<AlertRow.Event> = [.transaction], minimum: Decimal?, targets: [String]? = nil,
        template: String? = nil
    ) {
        var match = RuleMatch()
        match.minimum = minimum
        self.init(name: name, events: events, match: match, targets: targets, template: template)
    }
}
