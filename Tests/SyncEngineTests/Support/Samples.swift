import AllowanceAPI
import Store
import SyncEngine
import Values

let alice = ChildRow.ID(rawValue: "alice")
let bruno = ChildRow.ID(rawValue: "bruno")

func listed(_ id: ChildRow.ID, _ balance: String) -> Child {
    Child(id: Child.ID(rawValue: id.rawValue)!, firstName: id.rawValue, lastName: "Reed", balance: Decimal(balance)!)
}

func known(_ balance: String, rows: Int = 0, isNew: Bool = false) -> Scan.KnownChild {
    Scan.KnownChild(balance: Decimal(balance)!, rows: rows, isNew: isNew, wasRead: !isNew)
}

/// A row made at a second, with the balance after it.
func row(_ number: Int, at seconds: Int64, amount: String = "1.00", balance: String = "1.00") -> Transaction {
    Transaction(
        id: Transaction.ID(rawValue: "txn-\(number)")!, child: Child.ID(rawValue: "alice")!, amount: Decimal(amount)!,
        kind: .credit,
        description: "row \(number)", balanceAfter: Decimal(balance)!, createdAt: Timestamp(seconds: seconds))
}

/// Rows with falling numbers, one a second.
func page(_ numbers: ClosedRange<Int>) -> [Transaction] {
    numbers.reversed().map { row($0, at: Int64($0)) }
}

func ids(_ rows: [Transaction]) -> Set<TransactionRow.ID> { Set(rows.map(\.rowID)) }
