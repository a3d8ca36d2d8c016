import JSON
import Store
import Values

extension JSONValue {
    /// A child as commands show it. Amounts are text: a reader's binary fractions would round them.
    init(_ child: ChildRow) {
        self = [
            "id": .string(child.id.rawValue), "firstName": .string(child.firstName),
            "lastName": .string(child.lastName), "balance": .string(child.balance.moneyText),
            "seenAt": .string(child.seenAt.description), "gone": .bool(child.isGone),
        ]
    }

    /// A transaction as commands show it.
    init(_ transaction: TransactionRow, child: ChildRow?) {
        self = [
            "id": .string(transaction.id.rawValue), "child": .string(transaction.child.rawValue),
            "childName": child.map { .string($0.firstName) } ?? nil,
            "amount": .string(transaction.amount.moneyText), "kind": .string(transaction.kind.rawValue),
            "category": .string(transaction.category), "description": .string(transaction.description),
            "balance": .string(transaction.balanceAfter.moneyText), "at": .string(transaction.createdAt.description),
            "by": transaction.createdBy.map { .string($0) } ?? nil,
            "source": .string(transaction.source.rawValue), "late": .bool(transaction.isLate),
        ]
    }
}
