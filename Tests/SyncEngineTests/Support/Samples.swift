import Store
import SyncEngine
import Values

let alice = ChildRow.ID(rawValue: "alice")
let bruno = ChildRow.ID(rawValue: "bruno")

func listed(_ id: ChildRow.ID, _ balance: String) -> ListedChild {
    ListedChild(id: id, firstName: id.rawValue, lastName: "Reed", balance: Decimal(balance)!)
}

func known(_ balance: String, rows: Int = 0, isNew: Bool = false) -> Scan.KnownChild {
    Scan.KnownChild(balance: Decimal(balance)!, rows: rows, isNew: isNew, wasRead: !isNew)
}

/// A row made at a second, with the balance after it.
func row(_ number: Int, at seconds: Int64, amount: String = "1.00", balance: String = "1.00") -> ListedTransaction {
    ListedTransaction(
        id: TransactionRow.ID(rawValue: "txn-\(number)"), amount: Decimal(amount)!, kind: .credit,
        description: "row \(number)", balanceAfter: Decimal(balance)!, createdAt: Timestamp(seconds: seconds))
}

/// Rows with falling numbers, one a second.
func page(_ numbers: ClosedRange<Int>) -> [ListedTransaction] {
    numbers.reversed().map { row($0, at: Int64($0)) }
}

func ids(_ rows: [ListedTransaction]) -> Set<TransactionRow.ID> { Set(rows.map(\.id)) }
