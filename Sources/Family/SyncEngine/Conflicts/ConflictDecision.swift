package import AllowanceAPI
package import Store

/// What becomes of an order that meets a record which somebody else has changed since.
package struct ConflictDecision: Sendable, Equatable {
    /// What is done with the order.
    package enum Next: Sendable, Equatable {
        /// A person decides first.
        case ask
        /// It is sent, and says this by now.
        case send(RecordOrder)
        /// Nothing of it is left: what the server has counts.
        case end
    }

    /// One field, and what its rule makes of it.
    package struct Decided: Sendable, Equatable {
        package let contest: OrderContest
        package let rule: ConflictRow.Rule
        /// `nil` where a person has to decide.
        package let result: ConflictRow.Result?

        package init(contest: OrderContest, rule: ConflictRow.Rule, result: ConflictRow.Result?) {
            (self.contest, self.rule, self.result) = (contest, rule, result)
        }
    }

    /// What is to be written down: as long as a person is asked, only what that is about.
    package let decided: [Decided]
    package let next: Next

    /// - Parameter contests: of this order's record; those that nobody else has changed are no conflicts.
    package init(_ contests: [OrderContest], of order: RecordOrder, by rules: ConflictRules) {
        let found = contests.map { contest in
            let rule = rules.rule(of: order.deed.kind, contest.field)
            let finding = rule.resolve(base: contest.base, local: contest.local, server: contest.server)
            return (contest: contest, rule: rule, finding: finding)
        }
        let manual = found.filter { $0.finding == .manual }
        guard manual.isEmpty else {
            decided = manual.map { Decided(contest: $0.contest, rule: $0.rule, result: nil) }
            next = .ask
            return
        }
        decided = found.compactMap { contest, rule, finding in
            switch finding {
            case .server: Decided(contest: contest, rule: rule, result: .server)
            case .client: Decided(contest: contest, rule: rule, result: .client)
            case .same, .untouched, .manual: nil
            }
        }
        next =
            order.without(Set(decided.filter { $0.result == .server }.map(\.contest.field)))
            .map { .send($0.accepting(contests)) } ?? .end
    }
}

extension RecordOrder {
    /// The order without what it says of these fields; `nil` where nothing is left.
    package func without(_ fields: Set<String>) -> RecordOrder? {
        guard !fields.isEmpty else { return self }
        return OrderComparison(deed.form).payload(payload, without: fields).map { saying($0, base: base) }
    }

    /// The order that takes for granted what the server says of these by now: what comes later is a conflict of its own.
    package func accepting(_ contests: [OrderContest]) -> RecordOrder {
        saying(payload, base: contests.reduce(base) { OrderComparison(deed.form).base($0, accepting: $1) })
    }

    /// The order with another payload and base.
    package func saying(_ payload: String, base: String?) -> RecordOrder {
        RecordOrder(deed, record: record, owner: owner, payload: payload, base: base, title: title)
    }
}
