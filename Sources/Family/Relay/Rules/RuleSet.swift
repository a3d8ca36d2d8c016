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

    /// Whom a problem of the program itself is told: the targets of the rules that name it, else all; nobody if there is no rule. Never through the target that
    /// is in trouble: where a rule names no other, through all others.
    ///
    /// - Parameters:
    ///   - event: one that is about the program itself.
    ///   - troubled: a target that takes nothing just now.
    ///   - isOver: it is over, which can wait.
    ///   - now: decides whether people have quiet hours.
    package func deliveries(
        of event: AlertRow.Event, besides troubled: String?, isOver: Bool = false, at now: Timestamp
    ) -> [PlannedDelivery] {
        var told: Set<String> = []
        let named = rules.filter { $0.events.contains(event) }.flatMap {
            deliveries(of: $0, telling: event, isOver: isOver, at: now)
        }
        .filter { $0.target != troubled && told.insert($0.target).inserted }
        guard named.isEmpty, !rules.isEmpty else { return named }
        return targets.filter { $0 != troubled && told.insert($0).inserted }.map { target in
            PlannedDelivery(
                target: target, heldUntil: hold(on: target, AlertStyle(), event.urgency(isOver: isOver), at: now))
        }
    }

    private func withdrawal(_ transaction: TransactionRow, _ change: FactChange) -> [PlannedAlert] {
        let deliveries = deliveries(of: transaction, as: .withdrawn, change)
        guard !deliveries.isEmpty else { return [] }
        return [
            PlannedAlert(
                key: AlertRow.Key(rawValue: "gone|\(change.origin)|\(transaction.id.rawValue)"), event: .withdrawn,
                balance: change.child.balance, deliveries: deliveries)
        ]
    }

    func deliveries(
        of transaction: TransactionRow, as event: AlertRow.Event, _ change: FactChange
    ) -> [PlannedDelivery] {
        deliveries(by: rules.filter { $0.tells(of: transaction, as: event) && $0.covers(change.child) }, event, change)
    }

    /// One message for each target: of several rules the first one's words count.
    func deliveries(by matching: [Rule], _ event: AlertRow.Event, _ change: FactChange) -> [PlannedDelivery] {
        var told: Set<String> = []
        return matching.flatMap { deliveries(of: $0, telling: event, at: change.at) }
            .filter { told.insert($0.target).inserted }
    }

    private func alerts(
        _ old: Decimal, _ new: Decimal, _ cause: TransactionRow.ID?, _ change: FactChange
    ) -> [PlannedAlert] {
        rules.filter { $0.covers(change.child) }.compactMap { rule in
            guard let (event, threshold) = rule.crossing(from: old, to: new) else { return nil }
            // Without a transaction to name, the moment tells one fall from the next.
            let occasion = cause?.rawValue ?? "at \(change.at)"
            let subject = "\(change.origin)|\(change.child.id.rawValue)|\(rule.name)"
            let word = event == .balanceLow ? "low" : "back"
            var alert = PlannedAlert(
                key: AlertRow.Key(rawValue: "\(word)|\(subject)|\(occasion)"), event: event, rule: rule.name,
                threshold: threshold, balance: new, deliveries: deliveries(of: rule, telling: event, at: change.at))
            (alert.thread, alert.closesThread) = ("low|\(subject)", event == .balanceRecovered)
            return alert
        }
    }

    func deliveries(
        of rule: Rule, telling event: AlertRow.Event, isOver: Bool = false, at now: Timestamp
    ) -> [PlannedDelivery] {
        var told: Set<String> = []
        return (rule.targets ?? targets).filter { told.insert($0).inserted }.map { target in
            PlannedDelivery(
                target: target, rule: rule.name, template: rule.template, style: rule.style.stored,
                heldUntil: hold(on: target, rule.style, event.urgency(isOver: isOver), at: now))
        }
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
