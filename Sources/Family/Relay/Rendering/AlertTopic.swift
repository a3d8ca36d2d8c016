import Store

/// What an event is about: which places of a text its alerts fill, and which keys of a rule mean something for it.
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

    /// Whether it is about one child.
    package var hasChild: Bool { ![.summary, .drill, .problem].contains(self) }
    /// Whether a rule's `children` decides about it.
    package var isOfChildren: Bool { hasChild || self == .summary }
    /// Whether people type something about it, which a rule's `matching` looks at.
    package var hasTexts: Bool { [.transaction, .allowance, .chore, .goal, .wish, .gift].contains(self) }
    /// Whether a rule's `minimum` decides about it, and whatever else asks about money that moves.
    package var hasMinimum: Bool { self == .transaction }
    /// Whether a rule's `below` decides about it.
    package var hasThreshold: Bool { self == .balance }

    /// Whether its alerts fill the place, at least some of them.
    package func fills(_ place: TemplateField) -> Bool {
        switch place {
        case .at, .event, .account, .currency, .description: true
        case .child, .childID: hasChild
        case .verb, .transactionID: self == .transaction || self == .balance
        case .amount: hasChild
        case .category: self == .transaction
        case .balance: self == .transaction || self == .balance || self == .wish
        case .threshold: self == .balance
        case .by: [.transaction, .allowance, .chore, .gift].contains(self)
        case .notes: [.transaction, .chore, .wish, .gift].contains(self)
        case .name: [.chore, .goal, .wish, .gift].contains(self)
        case .price: [.allowance, .chore, .goal, .wish, .gift].contains(self)
        case .reason: self == .allowance || self == .chore
        case .due: self == .allowance
        }
    }
}

extension AlertRow.Event {
    /// What it is about.
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
        case .signInNeeded, .connectionLost, .targetSuspended, .accountingBroken, .historyShorter, .hubDeaf,
            .balanceUnexplained, .diskFull, .conflict, .targetSilent:
            .problem
        }
    }

    /// What it is the end of.
    var ends: Set<AlertRow.Event> {
        switch self {
        case .choreApproved, .choreRejected: [.choreWaiting]
        case .allowancePaid: [.allowanceMissing]
        case .allowanceResumed: [.allowancePaused]
        case .balanceRecovered: [.balanceLow]
        default: []
        }
    }

    /// Money that came or went: what a digest sums up.
    var isMovement: Bool { self == .transaction || self == .allowancePaid }

    /// How soon a person should look, if nobody says otherwise.
    func urgency(isOver: Bool) -> AlertStyle.Urgency {
        switch self {
        case .balanceLow, .allowanceMissing: .high
        case .transaction, .withdrawn, .edited, .balanceRecovered, .allowancePaid, .allowancePaused, .allowanceResumed,
            .choreWaiting, .choreApproved, .choreRejected, .goalReached, .wishAffordable, .giftWaiting,
            .summary:
            .normal
        case .drill: .low
        // Good news can wait.
        case .signInNeeded, .connectionLost, .targetSuspended, .accountingBroken, .historyShorter, .hubDeaf,
            .balanceUnexplained, .diskFull, .conflict, .targetSilent:
            isOver ? .normal : .high
        }
    }
}
