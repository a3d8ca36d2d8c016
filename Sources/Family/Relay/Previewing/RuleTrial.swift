package import Store
package import Values

/// What rules would make of something at the moment when it happens; nobody is told.
package struct RuleTrial: Sendable {
    /// Of each rule, in the order of the settings.
    package let judgements: [RuleJudgement]
    /// A problem of the program that no rule tells of: it goes to these all the same.
    package let unnamed: [PlannedDelivery]
    /// When it happens, and whose quiet hours are looked at.
    package let moment: Timestamp

    package init(of event: PreviewEvent, by rules: RuleSet) {
        let occurrence = Occurrence(event.facts)
        moment = event.facts.notice == nil ? occurrence.at : event.facts.createdAt
        judgements = rules.judge(occurrence, at: moment).map { $0.following(occurrence) }
        let isNamed = judgements.contains { !$0.deliveries.isEmpty }
        unnamed =
            event.event.isProblem && !isNamed
            ? rules.deliveries(of: event.event, besides: nil, isOver: occurrence.isOver, at: moment) : []
    }

    /// Whether anybody would be told.
    package var tellsSomebody: Bool { !unnamed.isEmpty || judgements.contains { !$0.deliveries.isEmpty } }
}

extension RuleSet {
    /// Whom one rule would tell of something and how, whether it matches or not: for a look at its words.
    ///
    /// - Parameter rule: one of these.
    package func trial(of event: PreviewEvent, by rule: Rule) -> RuleJudgement {
        let occurrence = Occurrence(event.facts)
        return judgement(of: rule, occurrence, at: event.facts.createdAt).following(occurrence)
    }

    /// First name, full name or id of the child who alone reads what goes to a target; `nil` for none.
    package func child(reading target: String) -> String? {
        let readers = children(reading: target)
        return readers.count == 1 ? readers[0] : nil
    }
}

extension RuleJudgement {
    /// As the store plans it: nothing follows what only says that a matter is over.
    fileprivate func following(_ occurrence: Occurrence) -> RuleJudgement {
        guard occurrence.isOver || occurrence.event.isEnd else { return self }
        var judgement = self
        for index in judgement.deliveries.indices {
            judgement.deliveries[index].timing?.again = nil
            judgement.deliveries[index].timing?.ladder = []
        }
        return judgement
    }
}
