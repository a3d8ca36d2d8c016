import Store
import Values

/// What a child's list makes of the intents that were sent for it, in the same commit: no reader sees an intent and its row, or
/// neither.
struct IntentCommit: Sendable {
    /// Those whose server had time enough before the list was asked for.
    var settled: Set<IntentRow.ID> = []
    let match: IntentMatch
    let now: Timestamp

    /// - Parameters:
    ///   - child: as it stands in the store by now.
    ///   - heads: what the newest rows of the list ended at.
    func run(in transaction: borrowing StoreTransaction, _ child: ChildRow, heads: Set<Decimal>) throws {
        for intent in try transaction.sentIntents(of: child.id, on: child.server) {
            guard let since = match.window(of: intent)?.lowerBound else { continue }
            let answered = try intent.answered.flatMap {
                try transaction.transaction(TransactionRow.ID(rawValue: $0), on: child.server)
            }
            let step = match.step(
                intent, among: try transaction.candidates(for: intent, since: since), answered: answered,
                isSettled: settled.contains(intent.id))
            switch step {
            case .nothing: continue
            case .claim(let row): try transaction.claim(row, for: intent)
            case .confirm(let row, let remark):
                guard try transaction.claim(row, for: intent) else { continue }
                try transaction.confirm(intent.id, remark: remark, at: now)
            }
        }
        // The server's own word: its balance is what its newest row ended at.
        if heads.contains(child.balance) { try transaction.coverIntents(of: child.id, on: child.server, rows: true) }
    }
}
