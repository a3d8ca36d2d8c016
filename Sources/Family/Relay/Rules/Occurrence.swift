package import Store
package import Values

/// Something that has happened, as far as a rule can ask about it. What it has none of, no key asks about.
package struct Occurrence: Sendable, Equatable {
    /// Money that came or went.
    package struct Money: Sendable, Equatable {
        /// Without sign.
        package let amount: Decimal
        package let kind: TransactionRow.Kind
        /// In the server's words.
        package let category: String

        package init(amount: Decimal, kind: TransactionRow.Kind, category: String) {
            (self.amount, self.kind, self.category) = (amount.magnitude, kind, category)
        }
    }

    package let event: AlertRow.Event
    /// What the child is called: first name, full name, id. Empty for the program itself.
    package var names: [String] = []
    /// Which child of which server it is, where the program has seen it happen.
    package var child: String?
    package var money: Money?
    /// To what a balance fell, where it is not known from what.
    package var lowBalance: Decimal?
    /// What people typed about it; `nil` where there is no such thing.
    package var texts: [String]?
    /// Accounts that see the child.
    package var accounts: [String] = []
    /// Found afterwards.
    package var isLate = false
    /// Of a problem: that it has ended.
    package var isOver = false
    /// When it happened.
    package let at: Timestamp

    /// - Parameter names: in any order and case.
    package init(_ event: AlertRow.Event, of names: [String] = [], at moment: Timestamp) {
        (self.event, self.names, at) = (event, names, moment)
    }

    /// Whether the child is called so, in any case.
    func isAbout(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains { $0.lowercased() == name }
    }
}

extension Occurrence {
    /// - Parameter moment: when it happened.
    init(_ event: AlertRow.Event, _ change: FactChange, at moment: Timestamp) {
        self.init(event, of: change.child.names, at: moment)
        (accounts, isLate) = (change.accounts, change.isLate)
        child = "\(change.origin)|\(change.child.id.rawValue)"
    }

    /// What is told of a transaction, as ``event`` says it.
    init(_ event: AlertRow.Event, of row: TransactionRow, _ change: FactChange) {
        self.init(event, change, at: event.isMovement ? row.createdAt : change.at)
        money = Money(amount: row.amount, kind: row.kind, category: row.category)
        texts = [row.description, row.notes ?? ""]
    }

    /// What a stored alert tells of, as its child and its transaction are today.
    package init(_ history: AlertHistory) {
        let (alert, row) = (history.alert, history.transaction)
        let isMovement = alert.event.isMovement
        self.init(
            alert.event, of: history.child?.names ?? [],
            at: isMovement ? row?.createdAt ?? alert.createdAt : alert.createdAt)
        (accounts, isLate, isOver) = (history.accounts, alert.isLate, alert.notice?.isOver ?? false)
        lowBalance = alert.event == .balanceLow ? alert.balance : nil
        let details = alert.details.map { AlertDetails(stored: $0) }
        if alert.event.topic.hasTexts { texts = details?.texts }
        guard alert.event.topic == .transaction, let row else { return }
        money = Money(amount: row.amount, kind: row.kind, category: row.category)
        texts = [row.description, row.notes ?? ""]
    }

    /// What is told again, as far as it decides who may hear of it.
    init(_ subject: FollowUpRow.Subject, at moment: Timestamp) {
        self.init(subject.event, of: subject.child?.names ?? [], at: moment)
        // A week that is one child's may be told that one.
        guard event == .summary, let week = subject.details.flatMap({ WeekSummary(stored: $0) }) else { return }
        if week.children.count == 1 { names = week.children[0].row.names }
    }

    /// The same of what a preview shows.
    init(_ facts: AlertFacts) {
        let names = facts.notice == nil ? [facts.firstName, facts.fullName, facts.childID] : []
        self.init(facts.event, of: names, at: facts.at)
        (accounts, isLate) = (facts.account.map { [$0] } ?? [], facts.isLate)
        isOver = facts.notice?.isOver ?? false
        lowBalance = facts.event == .balanceLow ? facts.balance : nil
        if facts.event.topic.hasTexts { texts = facts.details.texts }
        guard facts.event.topic == .transaction, let movement = facts.movement else { return }
        money = movement.amount.map {
            Money(amount: $0, kind: movement.isCredit ? .credit : .debit, category: movement.category)
        }
        texts = [movement.description, movement.notes ?? ""]
    }
}

extension ChildRow {
    /// What people and files call it.
    var names: [String] { [firstName, "\(firstName) \(lastName)", id.rawValue] }
}
