import AllowanceAPI
import Store
import Values

/// What a list makes of the orders whose outcome it shows, in the commit that stores the list: no reader sees an order and the
/// record that it made, or neither.
struct OrderCommit: Sendable {
    let match: OrderMatch
    let answer: RecordAnswer
    /// What to add to this machine's time to get the server's, by which attempts are marked.
    let serverOffset: Duration
    let now: Timestamp

    /// Those that were sent; a list that was not read for them only says what is probable, unless the server has answered.
    ///
    /// - Parameters:
    ///   - kind: of the list.
    ///   - account: by whose login it was read.
    func run(
        in transaction: borrowing StoreTransaction, _ kind: RecordRow.Kind, owner: String, by account: AccountRow
    ) throws {
        for intent in try transaction.sentOrders(owner: owner, by: account)
        where intent.order.record?.deed.shownIn == kind {
            try take(step(intent, isSettled: intent.state == .acked, in: transaction), intent, in: transaction)
        }
    }

    /// The one that the list was read for.
    ///
    /// - Parameter rules: what decides where somebody else has changed the same.
    /// - Returns: What is done next about it.
    func settle(
        _ id: IntentRow.ID, by rules: ConflictRules, in transaction: borrowing StoreTransaction
    ) throws -> IntentMatch.Verdict {
        guard let intent = try transaction.intent(id), intent.state.isWaiting else { return .ended }
        let step = try step(intent, isSettled: true, in: transaction)
        try take(step, intent, in: transaction)
        if case .contested(let contests) = step, let order = intent.order.record,
            let verdict = try ConflictCommit(rules: rules, now: now).take(contests, intent, order, in: transaction)
        {
            return verdict
        }
        let verdict = match.verdict(on: try transaction.intent(id), among: answer.facts, now: now)
        switch verdict {
        case .park(let reason): try transaction.park(id, because: reason, at: now)
        case .sendAgain: try transaction.know(Set(answer.facts.map(\.id)), before: id)
        case .ended, .lookAgain: break
        }
        return verdict
    }

    private func step(
        _ intent: IntentRow, isSettled: Bool, in transaction: borrowing StoreTransaction
    ) throws -> OrderMatch.Step {
        match.step(
            intent, among: answer, taken: try transaction.takenFacts(besides: intent),
            own: try own(before: intent, in: transaction), isSettled: isSettled)
    }

    /// What the same person's earlier orders have changed of the record. What was decided of a field since then was decided over that.
    private func own(before intent: IntentRow, in transaction: borrowing StoreTransaction) throws -> [String] {
        let own = try transaction.ownChanges(before: intent)
        guard !own.isEmpty, let form = intent.order.record?.deed.form else { return own }
        var decided: [String: Timestamp] = [:]
        for conflict in try transaction.conflicts(of: intent.id) {
            if let moment = conflict.resolution?.at { decided[conflict.field] = moment }
        }
        let comparison = OrderComparison(form)
        var kept = own.map { comparison.change($0, besides: Set(decided.keys)) }
        for (field, moment) in decided {
            kept += try transaction.ownChanges(before: intent, since: moment).map { comparison.change($0, of: field) }
        }
        return kept
    }

    /// What was ordered away and is away is shown no longer, without the patience that lists have: else the reader who saw it
    /// as going would see it back.
    private func withdraw(_ id: RecordRow.ID, _ intent: IntentRow, in transaction: borrowing StoreTransaction) throws {
        guard let deed = intent.order.record?.deed, deed.form.effect == .removes, let kind = deed.shownIn,
            answer.isWhole, !answer.facts.contains(where: { $0.id == id.rawValue })
        else { return }
        try transaction.unlink(id, kind, on: intent.server, at: now)
    }

    /// The balance is read by scans. One that was asked for after the server had answered has it; where the answer was lost, the
    /// server has most probably acted within the attempt.
    private func uncover(_ intent: IntentRow, in transaction: borrowing StoreTransaction) throws {
        guard intent.order.record?.deed.movesBalance ?? false, let child = intent.child,
            let row = try transaction.child(child, on: intent.server)
        else { return }
        let acted =
            intent.state == .acked ? intent.dueAt : intent.lastAttemptAt?.advanced(by: .zero - serverOffset)
        // What was so already moves nothing.
        if let acted, row.seenAt < acted { try transaction.uncover(intent.id) }
    }

    private func take(_ step: OrderMatch.Step, _ intent: IntentRow, in transaction: borrowing StoreTransaction) throws {
        switch step {
        case .nothing where intent.fact != nil: try transaction.release(intent)
        case .nothing, .contested: break
        case .claim(let fact): try transaction.claim(fact, for: intent)
        case .confirm(let fact, let remark):
            try transaction.claim(fact, for: intent)
            try transaction.confirm(intent.id, remark: remark, at: now)
            try withdraw(fact, intent, in: transaction)
            try uncover(intent, in: transaction)
        case .supersede(let reason):
            try ConflictCommit.gone(intent, at: now, in: transaction)
            try transaction.supersede(intent.id, because: reason, at: now)
        }
    }
}
