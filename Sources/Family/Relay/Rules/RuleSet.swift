package import Store
package import Values

/// All rules, as one pure function from a changed fact to the alerts that it causes.
///
///     let rules = RuleSet([Rule(name: "money", targets: ["chat"])], targets: ["chat", "house"])
///     let alerts = rules.plan(change)
package struct RuleSet: Sendable {
    let rules: [Rule]
    let targets: [String]
    private let people: [Person]
    private let audiences: [String: Audience]
    package let onlookers: Onlookers
    let zone: TimeZone

    /// - Parameters:
    ///   - rules: in the order of the settings; empty: nobody is told; `nil`: every transaction goes to every target.
    ///   - targets: the names of all targets.
    ///   - people: whose targets they are; one that is nobody's is never quiet.
    ///   - zone: in whose time people have quiet hours.
    package init(_ rules: [Rule]?, targets: [String], people: [Person] = [], zone: TimeZone = .utc) {
        self.rules = rules ?? [Rule(name: "everything")]
        self.targets = targets
        self.people = people
        self.zone = zone
        onlookers = Onlookers(people)
        audiences = Dictionary(people.flatMap(\.targets).map { ($0, Audience(of: $0, among: people)) }) { first, _ in
            first
        }
    }

    /// What the change is told as, and to whom. A transaction always gives one alert, perhaps told to nobody; that it is withdrawn, only
    /// where a rule asks for it.
    package func plan(_ change: FactChange) -> [PlannedAlert] {
        switch change.kind {
        case .transactionAdded(let transaction): arrival(transaction, change)
        case .transactionReplaced(let transaction):
            // The id alone was told of the one that had it before.
            arrival(transaction, change, occasion: "|\(transaction.createdAt.seconds)")
        case .transactionEdited(let transaction, let former, let revision):
            edit(transaction, former, revision, change)
        case .record(let news): alerts(news, change)
        case .transactionWithdrawn(let transaction): withdrawal(transaction, change)
        case .balanceChanged(let old, let new, let cause): alerts(old, new, cause, change)
        }
    }

    /// What each rule makes of it, in the order of the settings. One message for each target: of several rules the first one's words count.
    ///
    /// - Parameter now: decides whether people have quiet hours.
    package func judge(_ occurrence: Occurrence, at now: Timestamp) -> [RuleJudgement] {
        var told: Set<String> = []
        return rules.map { rule in
            if let refusal = rule.refusal(of: occurrence, in: zone) { return RuleJudgement(rule, refusal: refusal) }
            var judgement = judgement(of: rule, occurrence, at: now)
            // Each of them says of a balance what its own threshold is.
            guard occurrence.event.topic != .balance else { return judgement }
            judgement.outdone = judgement.deliveries.map(\.target).filter(told.contains)
            judgement.deliveries = judgement.deliveries.filter { told.insert($0.target).inserted }
            return judgement
        }
    }

    /// Whom a problem of the program itself is told: the targets of the rules that name it, else all; nobody if there is no rule. Never through the target that
    /// is in trouble: where a rule names no other, through all others. Never through a child's.
    ///
    /// - Parameters:
    ///   - event: one that is about the program itself.
    ///   - troubled: a target that takes nothing just now.
    ///   - isOver: it is over, which can wait.
    ///   - now: decides whether people have quiet hours.
    package func deliveries(
        of event: AlertRow.Event, besides troubled: String?, isOver: Bool = false, at now: Timestamp
    ) -> [PlannedDelivery] {
        var occurrence = Occurrence(event, at: now)
        occurrence.isOver = isOver
        var told: Set<String> = []
        let named = rules.filter { $0.events.contains(event) }.flatMap {
            judgement(of: $0, occurrence, at: now).deliveries
        }
        .filter { $0.target != troubled && told.insert($0.target).inserted }.map { $0.besides(troubled) }
        guard named.isEmpty, !rules.isEmpty else { return named }
        let others = targets.filter { $0 != troubled && audiences[$0]?.refusal(of: occurrence) == nil }
        return others.filter { told.insert($0).inserted }.map { target in
            PlannedDelivery(
                target: target, heldUntil: hold(on: target, AlertStyle(), event.urgency(isOver: isOver), at: now))
        }
    }

    private func withdrawal(_ transaction: TransactionRow, _ change: FactChange) -> [PlannedAlert] {
        let judgements = judge(Occurrence(.withdrawn, of: transaction, change), at: change.at)
        let alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "gone|\(change.origin)|\(transaction.id.rawValue)"), event: .withdrawn,
            balance: change.child.balance, judgements)
        return alert.concernsNobody ? [] : [alert]
    }

    private func alerts(
        _ old: Decimal, _ new: Decimal, _ cause: TransactionRow.ID?, _ change: FactChange
    ) -> [PlannedAlert] {
        rules.compactMap { rule in
            guard let (event, threshold) = rule.crossing(from: old, to: new) else { return nil }
            let (occurrence, isNamed) = (Occurrence(event, change, at: change.at), rule.events.contains(event))
            if isNamed, rule.refusal(of: occurrence, in: zone) != nil { return nil }
            // Without a transaction to name, the moment tells one fall from the next.
            let occasion = cause?.rawValue ?? "at \(change.at)"
            let subject = "\(change.origin)|\(change.child.id.rawValue)|\(rule.name)"
            let word = event == .balanceLow ? "low" : "back"
            var alert = PlannedAlert(
                key: AlertRow.Key(rawValue: "\(word)|\(subject)|\(occasion)"), event: event, rule: rule.name,
                threshold: threshold, balance: new,
                isNamed ? [judgement(of: rule, occurrence, at: change.at)] : [])
            (alert.thread, alert.closesThread) = ("low|\(subject)", event.isEnd)
            if alert.closesThread { alert.barred = barred(from: occurrence) }
            return alert
        }
    }

    /// Whether somebody reads what goes to either target.
    func sharesReader(_ target: String, with other: String) -> Bool {
        target == other || people.contains { $0.targets.contains(target) && $0.targets.contains(other) }
    }

    /// The targets whose readers may not know of it.
    package func barred(from occurrence: Occurrence) -> Set<String> {
        Set(audiences.filter { $0.value.refusal(of: occurrence) != nil }.keys)
    }

    /// Who reads what goes to a target.
    func audience(of target: String) -> Audience { audiences[target] ?? .parents }

    /// Whether any of a target's people is a child.
    func isReadByChildren(_ target: String) -> Bool { !children(reading: target).isEmpty }

    /// The children among a target's people, as the server calls them.
    func children(reading target: String) -> [String] { audiences[target]?.children ?? [] }

    /// Whether somebody is told of what this ends: then its end is written down, whoever hears of it.
    func isEnd(_ event: AlertRow.Event) -> Bool { rules.contains { !$0.events.isDisjoint(with: event.ends) } }

    /// Whom the rule tells, and whom it does not although it names them.
    func judgement(
        of rule: Rule, _ occurrence: Occurrence, at now: Timestamp
    ) -> RuleJudgement {
        var (judgement, named) = (RuleJudgement(rule), Set<String>())
        for target in rule.targets ?? targets where named.insert(target).inserted {
            if let dropped = dropped(target, rule, occurrence) {
                judgement.dropped.append(dropped)
                continue
            }
            let urgency = occurrence.event.urgency(isOver: occurrence.isOver)
            var delivery = PlannedDelivery(
                target: target, rule: rule.name, template: rule.template, style: rule.style.stored,
                heldUntil: hold(on: target, rule.style, urgency, at: now))
            delivery.living = rule.living(occurrence)
            delivery.timing = rule.timing.planned(isUrgent: (rule.style.urgency ?? urgency) == .high) { span in
                quietFrom(on: target, rule.style, urgency, within: span, of: now)
            }?.telling { dropped($0, rule, occurrence) == nil }
            for next in delivery.timing?.ladder.flatMap(\.targets) ?? [] {
                delivery.timing?.ladderHeldUntil[next] = hold(on: next, rule.style, urgency, at: now)
            }
            judgement.deliveries.append(delivery)
        }
        // Who is told next, because nobody has seen it, may not know either.
        for target in rule.timing.ladder.flatMap(\.targets) where named.insert(target).inserted {
            if let dropped = dropped(target, rule, occurrence) { judgement.dropped.append(dropped) }
        }
        return judgement
    }

    private func dropped(_ target: String, _ rule: Rule, _ occurrence: Occurrence) -> DroppedDelivery? {
        audiences[target]?.refusal(of: occurrence).map {
            DroppedDelivery(target: target, rule: rule.name, reason: $0)
        }
    }

    /// When quiet hours begin for all of the target's people, if that is within a window that begins now.
    private func quietFrom(
        on target: String, _ style: AlertStyle, _ urgency: AlertStyle.Urgency, within span: Duration, of now: Timestamp
    ) -> Timestamp? {
        people.filter { $0.targets.contains(target) }
            .flatMap { $0.quietBeginnings(after: now, upTo: now.advanced(by: span), in: zone) }.sorted()
            .first { hold(on: target, style, urgency, at: $0) != nil }
    }

    /// Whether what was planned is told now: by whom its target is and who reads it today, and when they have quiet hours.
    ///
    /// - Parameter style: the rule's, as it was planned.
    func leave(
        to target: String, stored style: String?, _ subject: FollowUpRow.Subject, at now: Timestamp
    ) -> FollowUpRow.Leave {
        guard targets.contains(target) else { return .refused(.notConfigured) }
        if let reason = audiences[target]?.refusal(of: Occurrence(subject, at: now)) { return .refused(reason) }
        let style = style.map { AlertStyle(stored: $0) } ?? AlertStyle()
        return .told(heldUntil: hold(on: target, style, subject.event.urgency(isOver: false), at: now))
    }

    /// Until when the target's people have quiet hours, all of them; `nil` for what is urgent.
    ///
    /// - Parameter urgency: the event's own; a rule's counts more. What its target makes of it is how it looks there.
    func hold(
        on target: String, _ style: AlertStyle, _ urgency: AlertStyle.Urgency, at now: Timestamp
    ) -> Timestamp? {
        guard (style.urgency ?? urgency) != .high else { return nil }
        let owners = people.filter { $0.targets.contains(target) }
        let ends = owners.compactMap { $0.isQuiet(until: now, in: zone) }
        return ends.count == owners.count ? ends.min() : nil
    }

    /// The first rule that tells this target of transactions: what alerts there mostly look like.
    func example(for target: String) -> Rule? {
        rules.first { $0.events.contains(.transaction) && $0.targets?.contains(target) ?? true }
    }
}

extension PlannedAlert {
    /// What rules made of something, as one alert.
    init(
        key: AlertRow.Key, event: AlertRow.Event, rule: String? = nil, threshold: Decimal? = nil, balance: Decimal?,
        _ judgements: [RuleJudgement]
    ) {
        self.init(
            key: key, event: event, rule: rule, threshold: threshold, balance: balance,
            deliveries: judgements.flatMap(\.deliveries))
        dropped = judgements.flatMap(\.dropped)
    }

    /// No rule wants anybody told.
    var concernsNobody: Bool { deliveries.isEmpty && dropped.isEmpty }
}

extension PlannedDelivery {
    /// The same, where nobody is told next through the target that is in trouble.
    fileprivate func besides(_ troubled: String?) -> PlannedDelivery {
        var delivery = self
        if let troubled, let timing { delivery.timing = timing.telling { $0 != troubled } }
        return delivery
    }
}
