import Values

/// What a language says of the family's allowances, chores, goals, wishes and gifts. What is filled in is as in ``Vocabulary``.
protocol FamilyWords: Sendable {
    /// A day that people can name without its year: `Sat 7 Mar`.
    func day(_ date: CivilDate) -> String
    /// Who did something, behind a sentence about it.
    func by(_ name: String) -> String
    /// Who gives something.
    func from(_ name: String) -> String

    // MARK: Money

    /// - Parameter deed: as ``Vocabulary/deed(_:_:_:_:)`` has it.
    func edited(_ deed: String, _ change: EditedFact, balance: String) -> String
    /// Between the child and a balance that is low no longer.
    var recoveredVerb: String { get }
    func noLongerBelow(_ threshold: String) -> String
    /// - Parameter noLongerBelow: as ``noLongerBelow(_:)`` has it.
    func recovered(_ child: String, _ balance: String, _ noLongerBelow: String) -> String

    // MARK: Allowances

    func allowancePaid(_ child: String, _ amount: String, balance: String) -> String
    /// - Parameter due: as ``day(_:)`` has it.
    func allowanceMissing(_ child: String, _ amount: String, due: String) -> String
    func allowancePaused(_ child: String) -> String
    func allowanceResumed(_ child: String) -> String

    // MARK: Records

    func choreWaiting(_ child: String, _ chore: String, _ price: String) -> String
    /// One that the server says is due, and nobody has done.
    func choreDue(_ child: String, _ chore: String, _ price: String) -> String
    func choreApproved(_ child: String, _ chore: String, _ price: String) -> String
    /// Who approved it.
    func approved(_ name: String) -> String
    func choreRejected(_ child: String, _ chore: String) -> String
    func goalReached(_ child: String, _ goal: String, _ price: String) -> String
    func wishAffordable(_ child: String, _ wish: String, _ price: String, balance: String) -> String
    func giftWaiting(_ child: String, _ amount: String) -> String

    // MARK: Approving at a popup

    /// On the button.
    var approve: String { get }
    var approvalKeptTitle: String { get }
    var notApprovedTitle: String { get }
    /// The click is kept here until the server can be reached.
    func approvalWaits(_ chore: String) -> String
    /// Somebody has clicked or ordered it here before, and it is on its way.
    func orderedBefore(_ chore: String) -> String
    func approvedBefore(_ chore: String) -> String
    func rejectedBefore(_ chore: String) -> String
    /// For those who are not shown why.
    func notApproved(_ chore: String) -> String

    // MARK: Titles

    var editedTitle: String { get }
    var recoveredTitle: String { get }
    var allowancePaidTitle: String { get }
    var allowanceMissingTitle: String { get }
    var allowancePausedTitle: String { get }
    var allowanceResumedTitle: String { get }
    var choreWaitingTitle: String { get }
    var choreApprovedTitle: String { get }
    var choreRejectedTitle: String { get }
    var goalReachedTitle: String { get }
    var wishAffordableTitle: String { get }
    var giftWaitingTitle: String { get }

    // MARK: Samples

    /// What a sample's chore, goal or wish is called.
    var sampleRecord: String { get }
}

/// What an edited transaction says differently, in words.
enum EditedFact: Sendable, Equatable {
    /// Nothing that its readers may know, or nothing that is told.
    case unsaid
    /// Who got or spent what for what, as it was.
    case deed(String)
    /// One thing of it, as it was and as it is; empty where there was or is none.
    case value(String, String)

    /// - Parameters:
    ///   - before: what leads to how it was.
    ///   - change: what leads to both.
    func text(_ before: String, _ change: String) -> String {
        switch self {
        case .unsaid: ""
        case .deed(let former): before + former
        case .value(let former, let now):
            change + [former, "→", now].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
