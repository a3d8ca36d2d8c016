package import AllowanceAPI
package import Store

/// All that is to be said of one kind of records: what it is called, where servers have it, and how long an answer is good.
package struct RecordDeclaration: Sendable {
    package let list: RecordList
    /// An answer is read again when it is so old, if nothing asks for it before.
    package let fresh: Duration
    /// Whether what the hub says may mean a change of it.
    let isAnnounced: Bool
    /// What is older is not taken, and withdrawn where it was; `nil` keeps everything. Only for lists that are ordered by time.
    let kept: Duration?
    /// What decides where a person here and somebody else have changed the same, unless the configuration says otherwise: `server` where
    /// only the server can know.
    package let conflicts: ConflictRow.Rule
    /// What people hear of a record that says something else than before; `nil`: nothing.
    let news: (@Sendable (RecordTurn) -> FamilyNews?)?

    /// From then on people are told that it is old.
    package var stale: Duration { fresh * 2 }

    /// Whatever it is, what is older than this says what was, not what is.
    package static let distrusted = Duration.seconds(24 * 3_600)

    fileprivate init(
        _ list: RecordList, freshFor fresh: Duration, isAnnounced: Bool = true, keptFor kept: Duration? = nil,
        contested conflicts: ConflictRow.Rule = .server, tells news: (@Sendable (RecordTurn) -> FamilyNews?)? = nil
    ) {
        (self.list, self.fresh, self.isAnnounced, self.kept) = (list, fresh, isAnnounced, kept)
        (self.conflicts, self.news) = (conflicts, news)
    }
}

extension RecordRow.Kind {
    /// One for each kind: a kind without does not compile.
    package var declaration: RecordDeclaration {
        switch self {
        case .goal: RecordDeclaration(Goal.list, freshFor: .seconds(600), contested: .merge, tells: Goal.news)
        case .wish:
            RecordDeclaration(
                Wish.list, freshFor: .seconds(900), isAnnounced: false, contested: .merge, tells: { Wish.news($0) })
        case .chore: RecordDeclaration(Chore.list, freshFor: .seconds(300))
        // Each has a list of its own; what changes there changes the chore's counts, which says when to look.
        case .completion:
            RecordDeclaration(
                Completion.list, freshFor: .seconds(900), isAnnounced: false, contested: .merge, tells: Completion.news)
        case .member: RecordDeclaration(FamilyMember.list, freshFor: .seconds(3_600), isAnnounced: false)
        case .settings: RecordDeclaration(ChildSettings.list, freshFor: .seconds(600), contested: .merge)
        case .allowanceChange:
            RecordDeclaration(AllowanceChange.list, freshFor: .seconds(600), tells: AllowanceChange.news)
        case .savings: RecordDeclaration(SavingsAccount.list, freshFor: .seconds(600))
        case .savingsMovement: RecordDeclaration(SavingsMovement.list, freshFor: .seconds(600))
        case .budget: RecordDeclaration(Budget.list, freshFor: .seconds(1_800), isAnnounced: false)
        case .notification:
            RecordDeclaration(FamilyNotification.list, freshFor: .seconds(300), keptFor: .seconds(90 * 86_400))
        // A parent's alone; who pays by such a link is no member of the family.
        case .gift: RecordDeclaration(Gift.list, freshFor: .seconds(300), tells: Gift.news)
        // They change when somebody puts another version on the server.
        case .category: RecordDeclaration(Category.list, freshFor: .seconds(6 * 3_600), isAnnounced: false)
        }
    }

    /// Those that what the hub says may be about.
    static let announced = Set(allCases.filter(\.declaration.isAnnounced))
}
