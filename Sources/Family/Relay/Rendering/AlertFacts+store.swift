import Store
import Values

extension AlertFacts {
    /// The facts of a delivery, with all text that people typed cleaned once for every target.
    init(_ work: DeliveryWork) {
        key = work.alert.key.rawValue
        event = work.alert.event
        childID = UserText.singleLine(work.child.id.rawValue)
        firstName = UserText.singleLine(work.child.firstName)
        fullName = UserText.singleLine("\(work.child.firstName) \(work.child.lastName)")
        movement = work.transaction.map { Movement($0) }
        balance = work.alert.balance
        threshold = work.alert.threshold
        rule = work.alert.rule ?? work.delivery.rule
        isLate = work.alert.isLate
        createdAt = work.alert.createdAt
    }
}

extension AlertFacts.Movement {
    init(_ row: TransactionRow) {
        id = UserText.singleLine(row.id.rawValue)
        amount = row.amount.magnitude
        isCredit = row.kind == .credit
        category = UserText.singleLine(row.category)
        description = UserText.cleaned(row.description)
        at = row.createdAt
        balance = row.balanceAfter
        by = row.createdBy.map(UserText.singleLine)
        notes = row.notes.map(UserText.cleaned)
    }
}
