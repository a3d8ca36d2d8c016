import AllowanceAPI
import Store
import Values

/// Stores what one list of records told: what is new or other than before, what is gone, and how old it all is, in one commit.
struct RecordCommit: Sendable {
    /// What came of it.
    struct Outcome: Sendable, Equatable {
        /// What is new, or says something else than before.
        var changed: [RecordRow.ID] = []
        /// What no login sees any more.
        var withdrawn: [RecordRow.ID] = []
    }

    /// As it was when the list was asked for: what another person's login sees, or another server's, is not judged by it.
    let asked: AccountRow
    let key: RecordPlan.Key
    let answer: RecordAnswer
    /// When the request began, by this machine's clock.
    let startedAt: Timestamp
    /// See ``OrderCommit/serverOffset``.
    let serverOffset: Duration
    let now: Timestamp
    let telling: RecordTelling
    /// What of it shows that an order was carried out.
    var match = OrderMatch(settle: SyncTimings().settle)

    /// A record that an answer lacks is gone if it still is so long after.
    static let patience = Duration.seconds(300)

    /// Returns what came of it, and what is born marked; `nil` if nothing was stored: the login is another person's, or a newer answer
    /// was stored before.
    func run(in transaction: borrowing StoreTransaction) throws -> (result: Outcome?, born: [BornDelivery]) {
        guard let account = try transaction.account(asked.id), account.isSamePerson(as: asked) else { return (nil, []) }
        let former = try transaction.recordList(of: account.id, key.kind, owner: key.owner)
        // One of the future was read before the clock was set back.
        if let readAt = former?.readAt, readAt > startedAt, readAt <= now { return (nil, []) }
        var (outcome, told) = (Outcome(), Telling())
        let teller = try RecordTeller(self, for: account, in: transaction)
        let oldest = key.kind.declaration.kept.map { RecordFact.rank(at: now.advanced(by: .zero - $0)) }
        for fact in answer.facts where oldest.map({ fact.rank <= $0 }) ?? true {
            let row = row(of: fact, on: account.server)
            let former = try teller == nil ? nil : transaction.record(row.id, row.kind, on: row.server)
            let isChanged = try take(row, isPartial: fact.isPartial, account, in: transaction)
            try transaction.link(account, to: row, owner: key.owner)
            guard isChanged else { continue }
            outcome.changed.append(row.id)
            if let teller { told += try teller.tell(row.id, from: former, in: transaction) }
        }
        if answer.isWhole {
            outcome.withdrawn = try transaction.unlink(
                account, key.kind, owner: key.owner, except: Set(answer.facts.map { RecordRow.ID(rawValue: $0.id) }),
                missingFor: Self.patience, at: now)
        }
        if let oldest { outcome.withdrawn += try transaction.unlink(account, key.kind, behind: oldest, at: now) }
        try transaction.note(
            RecordListRow(account: account.id, kind: key.kind, owner: key.owner, readAt: startedAt))
        try OrderCommit(match: match, answer: answer, serverOffset: serverOffset, now: now).run(
            in: transaction, key.kind, owner: key.owner, by: account)
        if let teller { told += try teller.tellMissing(in: transaction) }
        return (outcome, told.born)
    }

    private func row(of fact: RecordFact, on server: ServerRow.ID) -> RecordRow {
        RecordRow(
            server: server, kind: key.kind, id: RecordRow.ID(rawValue: fact.id),
            child: fact.child.map { ChildRow.ID(rawValue: $0.rawValue) }, rank: fact.rank, content: fact.content,
            at: now)
    }

    /// A login that is told less takes nothing from what another's was told.
    private func take(
        _ row: RecordRow, isPartial: Bool, _ account: AccountRow, in transaction: borrowing StoreTransaction
    ) throws -> Bool {
        if isPartial, try transaction.isSeen(row, byOtherThan: account.id) { return false }
        return try transaction.take(row)
    }
}

extension AccountRow {
    /// Whether its login is still the same person's, on the same server.
    func isSamePerson(as other: AccountRow) -> Bool { userID == other.userID && server == other.server }
}
