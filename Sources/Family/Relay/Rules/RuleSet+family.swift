package import Store

extension RuleSet {
    /// Money that came or went. Of an allowance those who want to hear of allowances are told that it is one, and not a second time as of
    /// any other money: it is one fact. Where its rule leaves the allowance out, who is to hear of money hears of it as of any.
    func arrival(_ transaction: TransactionRow, _ change: FactChange, occasion: String = "") -> [PlannedAlert] {
        let subject = "\(change.origin)|\(transaction.id.rawValue)\(occasion)"
        let judgements = { (event: AlertRow.Event) in judge(Occurrence(event, of: transaction, change), at: change.at) }
        let paid = transaction.isAllowance ? judgements(.allowancePaid) : []
        var allowance = PlannedAlert(
            key: AlertRow.Key(rawValue: "paid|\(subject)"), event: .allowancePaid, balance: transaction.balanceAfter,
            paid)
        var alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "new|\(subject)"), event: .transaction, balance: transaction.balanceAfter,
            judgements(.transaction))
        guard !allowance.concernsNobody || transaction.isAllowance && isEnd(.allowancePaid) else { return [alert] }
        // That it was missing is over.
        let matter = RecordNews.Matter.allowance(of: change.child.id)
        (allowance.thread, allowance.closesThread) = (matter.thread(at: change.origin), allowance.event.isEnd)
        allowance.barred = barred(from: Occurrence(.allowancePaid, of: transaction, change))
        for index in alert.deliveries.indices { alert.deliveries[index].givesWayTo = allowance.key }
        // In this order: what becomes of the one decides about the other.
        return [allowance, alert]
    }

    /// What a transaction says differently; no alert where no rule asks for it.
    func edit(
        _ transaction: TransactionRow, _ former: TransactionRow, _ revision: Int, _ change: FactChange
    ) -> [PlannedAlert] {
        let key = AlertRow.Key(rawValue: "edit|\(change.origin)|\(transaction.id.rawValue)|\(revision)")
        // One that was worth telling, or is now.
        let (now, before) = (
            judge(Occurrence(.edited, of: transaction, change), at: change.at),
            judge(Occurrence(.edited, of: former, change), at: change.at)
        )
        var alert = PlannedAlert(
            key: key, event: .edited, balance: change.child.balance,
            zip(now, before).map { $0.refusal == nil ? $0 : $1 }.tellingOnce())
        guard !alert.concernsNobody else { return [] }
        alert.details = AlertDetails.stored(former)
        return [alert]
    }

    /// What has become of a record; no alert where no rule asks for it.
    func alerts(_ news: RecordNews, _ change: FactChange) -> [PlannedAlert] {
        let details = AlertDetails(stored: news.details)
        var occurrence = Occurrence(news.event, change, at: details.at ?? change.at)
        occurrence.texts = details.texts
        var alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "\(news.event.rawValue)|\(change.origin)|\(news.identity)"), event: news.event,
            balance: news.balance, judge(occurrence, at: change.at))
        alert.closesThread = news.matter != nil && news.event.isEnd
        if alert.closesThread { alert.barred = barred(from: occurrence) }
        guard !alert.concernsNobody || alert.closesThread && isEnd(news.event) else { return [] }
        alert.details = news.details
        alert.thread = news.matter?.thread(at: change.origin)
        return [alert]
    }

    /// The kinds of records whose lists show what rules tell of, and that nothing else shows: they are read with each scan. Settings are
    /// not among them, because nobody has to hear within a minute that an allowance did not come yesterday.
    package var records: Set<RecordRow.Kind> { Set(rules.flatMap { $0.events.compactMap(\.shownBy) }) }
}

extension AlertRow.Event {
    /// Of chores their own list, one for the whole family, says in its counts whose completions have to be read.
    fileprivate var shownBy: RecordRow.Kind? {
        switch topic {
        case .chore: .chore
        case .goal: .goal
        case .wish: .wish
        case .gift: .gift
        case .allowance: self == .allowanceMissing ? nil : .allowanceChange
        case .transaction, .balance, .summary, .drill, .problem: nil
        }
    }
}

extension [RuleJudgement] {
    /// Those of different occurrences as of one: of several that tell a target the first one counts.
    fileprivate func tellingOnce() -> [RuleJudgement] {
        var told: Set<String> = []
        return map { judgement in
            var judgement = judgement
            judgement.deliveries = judgement.deliveries.filter { told.insert($0.target).inserted }
            return judgement
        }
    }
}
