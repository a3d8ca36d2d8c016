package import Store

/// What one rule makes of something that has happened, and why.
package struct RuleJudgement: Sendable, Equatable {
    package let rule: Rule
    /// Why it tells nothing of it; `nil`: it does, and what follows is not empty.
    package let refusal: RuleMatch.Refusal?
    /// Whom it tells.
    package var deliveries: [PlannedDelivery] = []
    /// Whom it would tell who may not know.
    package var dropped: [DroppedDelivery] = []
    /// Targets that a rule before it tells, in other words perhaps.
    package var outdone: [String] = []

    init(_ rule: Rule, refusal: RuleMatch.Refusal? = nil) { (self.rule, self.refusal) = (rule, refusal) }
}
