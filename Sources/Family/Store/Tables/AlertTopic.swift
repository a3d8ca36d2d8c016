/// What an alert is about.
package enum AlertTopic: Sendable, Hashable, CaseIterable {
    /// One transaction.
    case transaction
    /// A balance beside a rule's threshold.
    case balance
    /// An allowance that is paused, resumed or missing.
    case allowance
    case chore, goal, wish, gift
    /// Some children's week.
    case summary
    /// Nothing but that alerts arrive.
    case drill
    /// The program itself.
    case problem
}

extension AlertRow.Event {
    /// What it is about: each new event has to say so, and most of what is done with it follows from that.
    package var topic: AlertTopic {
        switch self {
        case .transaction, .withdrawn, .edited, .allowancePaid: .transaction
        case .balanceLow, .balanceRecovered: .balance
        case .allowanceMissing, .allowancePaused, .allowanceResumed: .allowance
        case .choreWaiting, .choreApproved, .choreRejected: .chore
        case .goalReached: .goal
        case .wishAffordable: .wish
        case .giftWaiting: .gift
        case .summary: .summary
        case .drill: .drill
        case .signInNeeded, .connectionLost, .targetSuspended, .targetSilent, .accountingBroken, .historyShorter,
            .hubDeaf, .balanceUnexplained, .diskFull, .conflict:
            .problem
        }
    }

    /// Whether it is about what is wrong with the program itself.
    package var isProblem: Bool { topic == .problem }
}
