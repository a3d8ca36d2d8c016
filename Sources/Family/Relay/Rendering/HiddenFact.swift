import Store

/// What the readers of a target are not shown, whatever a rule's words ask for.
package enum HiddenFact: String, Sendable, CaseIterable {
    /// What moved, balances and thresholds. What people typed may hold amounts as well: nobody can know.
    case amounts
    /// What people typed: description and notes.
    case descriptions

    /// What is shown instead. No target takes it for markup.
    static let mark = "•••"
}

extension AlertFacts {
    /// Without what is hidden: what comes afterwards cannot show what is not there.
    ///
    /// - Parameter words: of those who read it.
    func hiding(_ hidden: Set<HiddenFact>, _ words: any Vocabulary) -> AlertFacts {
        guard !hidden.isEmpty else { return self }
        var facts = self
        facts.hides = hidden
        if hidden.contains(.amounts) {
            facts.movement?.amount = nil
            facts.movement?.balance = nil
            (facts.balance, facts.threshold, facts.details.price) = (nil, nil, nil)
            facts.details.was?.amount = nil
        }
        if hidden.contains(.descriptions) {
            facts.movement?.description = HiddenFact.mark
            facts.movement?.notes = nil
            if facts.details.name != nil { facts.details.name = HiddenFact.mark }
            (facts.details.notes, facts.details.reason) = (nil, nil)
            facts.details.was?.notes = nil
            facts.details.was?.description = HiddenFact.mark
            facts.week = week?.hidingNames()
        }
        if let notice, event.quotesMoney {
            facts.notice = AlertRow.Notice(
                subject: notice.subject, sentence: words.moneyProblem, since: notice.since, isOver: notice.isOver)
        }
        return facts
    }
}

extension AlertRow.Event {
    /// Whether the sentence of such a problem may hold what a server or a person said about money.
    fileprivate var quotesMoney: Bool {
        self == .balanceUnexplained || self == .conflict
    }
}
