import AllowanceAPI
import Store
import Values

/// Notes which of a child's rows its list has and which it lacks: a part of the commit that stores the list.
struct AbsenceCommit: Sendable {
    /// When the reading of the whole history began, by the server's clock; `nil` for any other, which proves nothing of what it lacks.
    let readAt: Timestamp?
    /// See ``SyncTimings/absenceWait``.
    let wait: Duration

    /// What a complete list lacks.
    struct Outcome: Sendable {
        /// Whether another reading has to decide about some.
        var isUndecided = false
        /// Rows that two readings lacked, far enough apart.
        var gone: [TransactionRow.ID] = []
    }

    /// Those of the page that were missing or withdrawn until now.
    func absences(
        in page: [Transaction], of child: ChildRow, _ transaction: borrowing StoreTransaction
    ) throws -> [TransactionRow.ID: TransactionAbsence] {
        guard try transaction.hasAbsentees(child.id, on: child.server) else { return [:] }
        return try page.reduce(into: [:]) { absences, row in
            absences[row.rowID] = try transaction.absence(of: row.rowID, on: child.server)
        }
    }

    /// To be asked when the page is stored.
    func run(on page: [Transaction], of child: ChildRow, in transaction: borrowing StoreTransaction) throws -> Outcome {
        var outcome = Outcome()
        // As many as are listed: none is lacking, and nothing has to be compared.
        guard let readAt, try transaction.transactionCount(of: child.id, on: child.server) > page.count else {
            return outcome
        }
        let known = try transaction.listedBefore(child.id, on: child.server)
        for row in AbsenceCheck.absent(from: page, among: known) {
            switch AbsenceCheck.verdict(on: row, readAt: readAt, wait: wait) {
            case .missing(let since):
                try transaction.setMissing(row.id, on: child.server, since: since)
                outcome.isUndecided = true
            case .stillMissing: outcome.isUndecided = true
            case .gone: outcome.gone.append(row.id)
            }
        }
        return outcome
    }
}
