import Store
import Values

/// Holds whole histories against the balances that the server lists: a part of the commit that a scan ends with.
struct BooksCommit: Sendable {
    let account: AccountRow.ID
    /// Of the children whose histories were read to their end.
    let books: [ChildRow.ID: BooksCheck]

    /// Returns what was compared.
    func run(on server: ServerRow.ID, in transaction: borrowing StoreTransaction) throws -> BooksDoubts.Findings {
        var found: BooksDoubts.Findings = [:]
        for (id, books) in books.sorted(by: { $0.key < $1.key }) {
            guard let child = try transaction.child(id, on: server) else { continue }
            if let miscount = books.miscount {
                // No savings and no goal explain that.
                found[id] =
                    "\(child.firstName) has \(miscount.total) transactions, of which \(miscount.rows) are listed"
                continue
            }
            let gap = books.gap(to: child.balance)
            guard let known = try transaction.gap(of: child) else {
                try transaction.setGap(gap, of: child)
                found.updateValue(nil, forKey: id)
                continue
            }
            if gap == known, books.breaks.isEmpty {
                found.updateValue(nil, forKey: id)
                continue
            }
            // Where there are savings or goals, money moves without a row all the time.
            guard try !transaction.mayMoveWithoutRows(child, account) else { continue }
            found[id] = Self.sentence(child, gap: gap.subtracting(known) ?? gap, books)
        }
        return found
    }

    private static func sentence(_ child: ChildRow, gap: Decimal, _ books: BooksCheck) -> String {
        guard gap.isZero else {
            let word = gap.isNegative ? "less" : "more"
            return "\(child.firstName)'s balance is \(gap.magnitude.moneyText) \(word) than the transactions come to"
        }
        let moved = books.breaks.reduce(Decimal.zero) { $0.adding($1.difference) ?? $0 }
        let count = books.breaks.count
        let times = count == 1 ? "once" : "\(count) times"
        return "\(child.firstName)'s balance has moved \(times) without a transaction, by \(moved.moneyText) in all"
    }
}

extension StoreTransaction {
    /// Whether savings or goals may have moved the child's balance: there are some, or nobody knows yet.
    fileprivate borrowing func mayMoveWithoutRows(_ child: ChildRow, _ account: AccountRow.ID) throws -> Bool {
        for kind in [RecordRow.Kind.goal, .savingsMovement] {
            let list = try recordList(of: account, kind, owner: child.id.rawValue)
            // A server without such a list has no such thing.
            guard let list, list.failure == "absent" || list.readAt != nil else { return true }
            if try !recordIDs(of: account, kind, owner: child.id.rawValue).isEmpty { return true }
        }
        return false
    }
}
