import AllowanceAPI
import Store
import Values

/// Tells of a balance that the server gives differently than before.
struct BalanceChange: Sendable {
    /// Rows of one second come in any order: any of the newest may be the last.
    static let tieLimit = 20

    let context: ScanContext
    let from: Decimal
    let now: Timestamp

    func tell(_ child: ChildRow, in transaction: borrowing StoreTransaction) throws -> Telling {
        guard from != child.balance else { return Telling() }
        // Without a row that ends there, savings or a goal moved it, or a row that is not visible yet.
        let newest = try transaction.transactions(of: child.id, on: child.server, limit: Self.tieLimit)
        let last = newest.first { $0.createdAt == newest.first?.createdAt && $0.balanceAfter == child.balance }
        // A row that explained an earlier fall is not behind a second one: that would be taken for the first.
        let cause = try last.flatMap { try transaction.mayExplain($0.position, child) ? $0 : nil }
        if let cause { try transaction.setExplained(child, upTo: cause.position) }
        let change = FactChange(
            kind: .balanceChanged(from: from, to: child.balance, cause: cause?.id), child: child,
            origin: context.origin, isLate: cause?.isLate ?? context.isAfterGap, at: now)
        return try transaction.tell(change, planner: context.planner) + tellWishes(change, cause, in: transaction)
    }

    /// Tells which wishes the money is enough for now, once for each rise.
    private func tellWishes(
        _ change: FactChange, _ cause: TransactionRow?, in transaction: borrowing StoreTransaction
    ) throws -> Telling {
        let child = change.child
        var told = Telling()
        guard from < child.balance else { return told }
        for wish in try transaction.records(.wish, of: child.id) where wish.server == child.server {
            guard let news = Wish.news(of: wish.content, from: from, to: child.balance) else { continue }
            // Without a transaction to name, the moment tells one rise from the next.
            let occasion = cause?.id.rawValue ?? "at \(now)"
            let rise = FactChange(
                kind: .record(RecordNews(news, of: wish, child, occasion: occasion)), child: child,
                origin: change.origin, isLate: change.isLate, at: now)
            told += try transaction.tell(rise, planner: context.planner)
        }
        return told
    }
}
