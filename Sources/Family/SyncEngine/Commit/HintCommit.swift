import Store
import Values

/// Journals hints as they arrived and opens those that ask for something.
struct HintCommit: Sendable {
    /// An open hint, with its subject as the store knows it.
    struct Taken: Sendable {
        let id: HintRow.ID
        let subject: Hint.Subject
        let receivedAt: Timestamp
    }

    let account: AccountRow.ID
    let server: ServerRow.ID
    let hints: [Hint]
    let limits: StoreLimits
    let now: Timestamp

    /// Returns the hints that nothing in the store answers, and whether the journal has to be purged.
    func run(in transaction: borrowing StoreTransaction) throws -> (open: [Taken], isOverfull: Bool) {
        var open: [Taken] = []
        for hint in hints {
            let sequence = try transaction.journal(
                hint.frame, from: .hub, account: account, at: hint.receivedAt, limits: limits)
            guard hint.subject != .nothing else { continue }
            let subject = try resolved(hint.subject, in: transaction)
            let id = try transaction.openHint(
                account: account, target: hint.target, child: subject.child, transaction: subject.transaction,
                journal: sequence, at: hint.receivedAt)
            // What is said of a withdrawn one may be that it is back.
            if let row = subject.transaction, try transaction.transaction(row, on: server) != nil,
                try transaction.absence(of: row, on: server)?.withdrawnAt == nil
            {
                try transaction.settle(id, as: .resolved, at: now)
            } else {
                open.append(Taken(id: id, subject: subject, receivedAt: hint.receivedAt))
            }
        }
        return (open, try transaction.isOverfull(limits))
    }

    /// Servers of one age announce a transaction by its child's id.
    private func resolved(_ subject: Hint.Subject, in transaction: borrowing StoreTransaction) throws -> Hint.Subject {
        guard case .transaction(let id, nil) = subject else { return subject }
        let child = ChildRow.ID(rawValue: id.rawValue)
        return try transaction.child(child, on: server) == nil ? subject : .child(child)
    }
}
