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
        judgements = rules.judge(occurrence, at: moment)
        let isNamed = judgements.contains { !$0.deliveries.isEmpty }
        unnamed =
            event.event.isProblem && !isNamed
            ? rules.deliveries(of: event.event, besides: nil, isOver: occurrence.isOver, at: moment) : []
    }

    /// Whether anybody would be told.
    package var tellsSomebody: Bool { !unnamed.isEmpty || judgements.contains { !$0.deliveries.isEmpty } }
}
