import AllowanceAPI
import Store
import Values

/// Writes down what an order has met, both versions of each field, in the commit that says what becomes of the order.
struct ConflictCommit: Sendable {
    let rules: ConflictRules
    let now: Timestamp

    /// - Returns: What is next; `nil` where the order goes on as if nothing had been.
    func take(
        _ contests: [OrderContest], _ intent: IntentRow, _ order: RecordOrder,
        in transaction: borrowing StoreTransaction
    ) throws -> IntentMatch.Verdict? {
        let decision = ConflictDecision(contests, of: order, by: rules)
        for decided in decision.decided {
            let contest = decided.contest
            try transaction.keep(
                NewConflict(
                    of: intent.id, contest.field, base: contest.base, local: contest.local, remote: contest.server,
                    rule: decided.rule,
                    resolution: decided.result.map { ConflictRow.Resolution($0, by: .rule, at: now) }), at: now)
        }
        switch decision.next {
        case .ask:
            try transaction.park(intent.id, because: ConflictRow.question, at: now, isContested: true)
            return .park(ConflictRow.question)
        case .send(let order):
            try transaction.amend(intent.id, to: order)
            return nil
        case .end:
            try transaction.supersede(
                intent.id, because: "somebody else has changed the same since, and that counts", at: now)
            return .ended
        }
    }

    /// The record that was to be changed is gone: the server's word, which nothing here can overrule.
    static func gone(_ intent: IntentRow, at now: Timestamp, in transaction: borrowing StoreTransaction) throws {
        guard let order = intent.order.record, order.record != nil else { return }
        let resolution = ConflictRow.Resolution(.server, by: .rule, at: now)
        try transaction.keep(
            NewConflict(
                of: intent.id, OrderContest.removal, base: order.base, local: order.payload, remote: nil,
                rule: .server, resolution: resolution), at: now)
    }
}
