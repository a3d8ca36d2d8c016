import Store

/// Who reads what goes to a target: it is the strictest of its people that counts.
struct Audience: Sendable, Equatable {
    /// Of the people whose target it is, those who are children, as the server calls them.
    let children: [String]

    /// Nobody who may not know everything.
    static let parents = Audience(of: "", among: [])

    init(of target: String, among people: [Person]) {
        children = people.filter { $0.targets.contains(target) }.compactMap(\.child)
    }

    /// Why nobody there may be told; `nil`: they may.
    func refusal(of occurrence: Occurrence) -> DroppedDelivery.Reason? {
        // A drill tells of nobody.
        guard !children.isEmpty, occurrence.event != .drill else { return nil }
        if occurrence.event.isProblem { return .aboutProgram }
        if !children.allSatisfy(occurrence.isAbout) { return .otherChild }
        return occurrence.event.isForChildren ? nil : .forParents
    }
}

extension AlertRow.Event {
    /// Whether the child whom it is about may hear of it. What is not named here is for parents: one of theirs that came to a child is
    /// not taken back.
    var isForChildren: Bool {
        switch self {
        case .transaction, .withdrawn, .edited, .balanceLow, .balanceRecovered, .allowancePaid, .allowancePaused,
            .allowanceResumed, .choreApproved, .choreRejected, .goalReached, .wishAffordable, .summary, .drill:
            true
        default: false
        }
    }
}
