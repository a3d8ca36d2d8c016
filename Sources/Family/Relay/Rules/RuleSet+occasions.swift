package import Store
package import Values

/// What is told at a set time, and not because something happened.
extension RuleSet {
    /// The rules that tell what came and went in a week, and when they do.
    package var summaries: [(rule: String, when: Schedule)] {
        rules.compactMap { rule in
            guard rule.events.contains(.summary), let when = rule.when else { return nil }
            return (rule.name, when)
        }
    }

    /// In whose time occasions come.
    package var clock: TimeZone { zone }

    /// A rule's summary of an occasion.
    ///
    /// - Parameters:
    ///   - children: of whom there is something to tell; those whom the rule names are taken.
    ///   - now: decides whether people have quiet hours.
    ///   - isAnew: it was told before its time, by a clock that was ahead: this is the whole week.
    /// - Returns: `nil` if there is no such rule any more, or if none of its children is known.
    package func summary(
        of name: String, on occasion: Schedule.Occasion, of children: [WeekSummary.Child], isAnew: Bool = false,
        at now: Timestamp
    ) -> PlannedAlert? {
        guard let rule = rules.first(where: { $0.name == name && $0.events.contains(.summary) }) else { return nil }
        let told = children.filter { child in
            rule.match.children.isEmpty
                || rule.match.children.contains(where: Occurrence(.summary, of: child.row.names, at: now).isAbout)
        }
        guard !told.isEmpty else { return nil }
        var occurrence = Occurrence(.summary, at: now)
        // Whose target is a child's is told of that child alone.
        if told.count == 1 { occurrence.names = told[0].row.names }
        var alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "summary|\(name)|\(occasion.date)\(isAnew ? "|anew" : "")"), event: .summary,
            rule: name, balance: nil,
            [judgement(of: rule, occurrence, at: now)])
        alert.details = WeekSummary(period: WeekSummary.period(endingAt: occasion.at, in: zone), children: told).stored
        return alert
    }

    /// What shows each target to work, or not to.
    ///
    /// - Parameters:
    ///   - occasion: what tells it from the other drills.
    ///   - waits: in quiet hours it comes afterwards; else at once, since somebody has asked for it.
    package func drill(_ occasion: String, at now: Timestamp, waits: Bool) -> PlannedAlert {
        PlannedAlert(
            key: AlertRow.Key(rawValue: "drill|\(occasion)"), event: .drill,
            deliveries: targets.map { target in
                let hold = waits ? hold(on: target, AlertStyle(), .low, at: now) : nil
                return PlannedDelivery(target: target, heldUntil: hold)
            })
    }
}
