import AllowanceAPI
import Store
import Values

/// What the lists said that show an order about a record.
struct OrderEvidence: Sendable {
    /// `nil` where the server has no list that shows it.
    let shown: Reply<RecordAnswer>?
    /// Another kept list that the order changes, if it could be read.
    var also: Reply<RecordAnswer>?
}

/// Keeps the lists that were read for an order, and what they say of it, in one commit.
struct OrderLookCommit: Sendable {
    struct List: Sendable {
        let key: RecordPlan.Key
        let reply: Reply<RecordAnswer>
    }

    /// As it was when the lists were asked for.
    let asked: AccountRow
    let intent: IntentRow.ID
    /// Shows what came of it.
    let answer: RecordAnswer
    /// See ``OrderCommit/serverOffset``.
    let serverOffset: Duration
    /// Those of them that are kept.
    let lists: [List]
    let match: OrderMatch
    let rules: ConflictRules
    let now: Timestamp
    let telling: RecordTelling

    /// Nothing is stored, and nothing decided, where the login is another person's by now.
    ///
    /// - Returns: What is done next about the order, and what is born marked.
    func run(
        in transaction: borrowing StoreTransaction
    ) throws -> (result: IntentMatch.Verdict, born: [BornDelivery]) {
        guard try transaction.account(asked.id)?.isSamePerson(as: asked) == true else { return (.ended, []) }
        var born: [BornDelivery] = []
        for list in lists {
            let commit = RecordCommit(
                asked: asked, key: list.key, answer: list.reply.value, startedAt: list.reply.startedAt,
                serverOffset: serverOffset, now: now, telling: telling, match: match)
            born += try commit.run(in: transaction).born
        }
        let verdict = try OrderCommit(match: match, answer: answer, serverOffset: serverOffset, now: now)
            .settle(intent, by: rules, in: transaction)
        return (verdict, born)
    }
}
