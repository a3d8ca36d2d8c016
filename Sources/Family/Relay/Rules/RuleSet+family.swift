package import Store

extension RuleSet {
    /// Money that came or went. Of an allowance those who want to hear of allowances are told that it is one, and not a second time as of
    /// any other money: it is one fact.
    func arrival(_ transaction: TransactionRow, _ change: FactChange, occasion: String = "") -> [PlannedAlert] {
        let subject = "\(change.origin)|\(transaction.id.rawValue)\(occasion)"
        let paid = transaction.isAllowance ? deliveries(of: transaction, as: .allowancePaid, change) : []
        let told = Set(paid.map(\.target))
        let others = deliveries(of: transaction, as: .transaction, change).filter { !told.contains($0.target) }
        let alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "new|\(subject)"), event: .transaction, balance: transaction.balanceAfter,
            deliveries: others)
        guard !paid.isEmpty else { return [alert] }
        var allowance = PlannedAlert(
            key: AlertRow.Key(rawValue: "paid|\(subject)"), event: .allowancePaid, balance: transaction.balanceAfter,
            deliveries: paid)
        // That it was missing is over.
        (allowance.thread, allowance.closesThread) = (
            "allowance|\(change.origin)|\(change.child.id.rawValue)", true
        )
        return [alert, allowance]
    }

    /// What a transaction says differently; no alert where no rule asks for it.
    func edit(
        _ transaction: TransactionRow, _ former: TransactionRow, _ revision: Int, _ change: FactChange
    ) -> [PlannedAlert] {
        // One that was worth telling, or is now.
        let matching = rules.filter { rule in
            rule.covers(change.child) && [transaction, former].contains { rule.tells(of: $0, as: .edited) }
        }
        let deliveries = deliveries(by: matching, .edited, change)
        guard !deliveries.isEmpty else { return [] }
        var alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "edit|\(change.origin)|\(transaction.id.rawValue)|\(revision)"), event: .edited,
            balance: change.child.balance, deliveries: deliveries)
        alert.details = AlertDetails.stored(former)
        return [alert]
    }

    /// What has become of a record; no alert where no rule asks for it.
    func alerts(_ news: RecordNews, _ change: FactChange) -> [PlannedAlert] {
        let matching = rules.filter { $0.events.contains(news.event) && $0.covers(change.child) }
        let deliveries = deliveries(by: matching, news.event, change)
        guard !deliveries.isEmpty else { return [] }
        var alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "\(news.event.rawValue)|\(change.origin)|\(news.identity)"), event: news.event,
            balance: news.balance, deliveries: deliveries)
        alert.details = news.details
        alert.thread = news.matter.map { "\($0.kind)|\(change.origin)|\($0.subject)" }
        alert.closesThread = news.matter?.isOver ?? false
        return [alert]
    }

    /// The kinds of records whose lists show what rules tell of, and that nothing else shows: they are read with each scan. Settings are
    /// not among them, because nobody has to hear within a minute that an allowance did not come yesterday.
    package var records: Set<RecordRow.Kind> { Set(rules.flatMap { $0.events.compactMap(\.shownBy) }) }
}

extension AlertRow.Event {
    /// Of chores their own list, one for the whole family, says in its counts whose completions have to be read.
    fileprivate var shownBy: RecordRow.Kind? {
        switch self {
        case .choreWaiting, .choreApproved, .choreRejected: .chore
        case .goalReached: .goal
        case .wishAffordable: .wish
        case .giftWaiting: .gift
        case .allowancePaused, .allowanceResumed: .allowanceChange
        case .transaction, .withdrawn, .edited, .balanceLow, .balanceRecovered, .allowancePaid, .allowanceMissing,
            .signInNeeded, .connectionLost, .targetSuspended, .accountingBroken, .historyShorter, .hubDeaf,
            .balanceUnexplained, .diskFull, .conflict:
            nil
        }
    }
}
