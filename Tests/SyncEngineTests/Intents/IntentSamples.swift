import SyncEngine
import Values

@testable import Store

extension IntentRow {
    /// One of Alice's that was sent at second 100 and again at 100, with five rows known before.
    static func sample(
        _ state: State, amount: String = "5.00", description: String = "Kite", isSent: Bool = true, attempts: Int = 1,
        answered: String? = nil, transaction: String? = nil, reason: String? = nil, id: String = "1"
    ) -> IntentRow {
        IntentRow(
            number: 1, id: ID(rawValue: id), account: AccountRow.ID(rawValue: 1), server: ServerRow.ID(rawValue: 1),
            child: alice,
            order: .transaction(Content(amount: Decimal(amount)!, category: "Gift", description: description)),
            acceptedBy: "mum", acceptedAt: Timestamp(seconds: 90), state: state, attempts: isSent ? attempts : 0,
            before: isSent ? 5 : nil, known: nil, firstSentAt: isSent ? Timestamp(seconds: 100) : nil,
            lastAttemptAt: isSent ? Timestamp(seconds: 100) : nil, dueAt: Timestamp(seconds: 160), reason: reason,
            answered: answered, transaction: transaction.map(TransactionRow.ID.init(rawValue:)), fact: nil,
            isUncovered: false, settledAt: nil, isDamaged: false)
    }
}

extension TransactionRow {
    /// What the sample makes, known as the sixth row.
    static func made(
        _ id: String = "a", at seconds: Int64 = 101, amount: String = "5.00", description: String = "Kite",
        position: Int = 6
    ) -> TransactionRow {
        let amount = Decimal(amount)!
        return TransactionRow(
            server: ServerRow.ID(rawValue: 1), id: ID(rawValue: id), child: alice, amount: amount.magnitude,
            kind: amount.isNegative ? .debit : .credit, category: "Gift", description: description,
            balanceAfter: Decimal("10.00")!, createdAt: Timestamp(seconds: seconds), position: position,
            firstSeenAt: Timestamp(seconds: seconds), source: .scan, isLate: false)
    }
}
