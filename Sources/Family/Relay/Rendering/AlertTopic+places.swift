import Store

// Which places of a text an event's alerts fill, and which keys of a rule mean something for it.
extension AlertTopic {
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
    /// Money that came or went: what a digest sums up.
    var isMovement: Bool { self == .transaction || self == .allowancePaid }

    /// How soon a person should look, if nobody says otherwise.
    func urgency(isOver: Bool) -> AlertStyle.Urgency {
        switch topic {
        case .transaction, .balance, .allowance, .chore, .goal, .wish, .gift, .summary:
            self == .balanceLow || self == .allowanceMissing ? .high : .normal
        case .drill: .low
        // Good news can wait.
        case .problem: isOver ? .normal : .high
        }
    }
}
