package import Store

/// What a rule of the configuration in force makes of something that has been told, or of which nobody was told.
package struct RuleVerdict: Sendable, Equatable {
    /// The rule's name.
    package let rule: String
    /// `FILE:LINE:COLUMN`; `nil` where there is no file.
    package let place: String?
    /// The key that keeps it from matching; `nil`: it matches.
    package let refusedBy: String?
    /// The same for people.
    package let why: String?
    /// Targets that it tells of such a thing.
    package let tells: [String]
    /// Targets that it names and whose readers may not know.
    package let drops: [String]
    /// Targets that a rule before it tells.
    package let outdone: [String]
    /// What it tells later of such a thing, while nobody has seen it.
    package let later: [PlannedTelling]

    /// Nothing is checked.
    package init(
        rule: String, place: String?, refusedBy: String?, why: String?, tells: [String], drops: [String],
        outdone: [String], later: [PlannedTelling] = []
    ) {
        (self.rule, self.place, self.refusedBy, self.why) = (rule, place, refusedBy, why)
        (self.tells, self.drops, self.outdone, self.later) = (tells, drops, outdone, later)
    }
}

/// Asks every rule about an alert, in the order of the file.
package typealias RuleJudge = @Sendable (AlertHistory) -> [RuleVerdict]

extension DroppedDelivery.Reason {
    /// Why nobody there was told, for people.
    package var sentence: String {
        switch self {
        case .otherChild: "the target is a child's, and it is about another child"
        case .forParents: "the target is a child's, and this is told to parents alone"
        case .aboutProgram: "the target is a child's, and it is about the program itself"
        case .notConfigured: "the target was not configured any more when it was to be told"
        }
    }
}
