import Store
import Values

extension ChildRow {
    static func sample(_ name: String = "Alice", on server: ServerRow.ID, balance: String = "10.00") -> ChildRow {
        ChildRow(
            server: server, id: ID(rawValue: "child-" + name), firstName: name, lastName: "Reed",
            balance: Decimal(balance)!, seenAt: Timestamp(seconds: 1_700_000_000))
    }
}

extension TransactionRow {
    static func sample(
        _ number: Int, of child: ChildRow, at seconds: Int64? = nil, position: Int? = nil, description: String = "Kite",
        balance: String = "-0.10"
    ) -> TransactionRow {
        TransactionRow(
            server: child.server, id: ID(rawValue: "TXN-\(number)"), child: child.id, amount: Decimal("12.50")!,
            kind: .debit, category: "Toys", description: description, balanceAfter: Decimal(balance)!,
            createdAt: Timestamp(seconds: seconds ?? 1_700_000_000 + Int64(number)), createdBy: "Pat", notes: nil,
            position: position ?? number, firstSeenAt: Timestamp(seconds: 1_700_000_100), source: .scan, isLate: false)
    }
}
