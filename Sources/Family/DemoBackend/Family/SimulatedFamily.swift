package import Values

/// A family and its books: a value without clock or randomness of its own.
package struct SimulatedFamily: Sendable {
    /// The one family of the server; also in every token of the real dialect.
    package static let id = "00000000-0000-4000-8000-000000000900"
    /// What the server's family route answers.
    package static let name = "Johnson"

    /// Two parents, then a login for each child; they never change.
    package let people: [SimulatedPerson]
    /// In a fixed order, with their balances as they are now.
    package private(set) var children: [SimulatedChild]
    /// Of each child, oldest first.
    private var rows: [String: [SimulatedTransaction]] = [:]

    init(people: [SimulatedPerson], children: [SimulatedChild]) {
        self.people = people
        self.children = children
    }

    // MARK: Asking

    /// `nil` if either is wrong. The address in any letter case, as the real server takes it.
    package func person(email: String, password: Secret) -> SimulatedPerson? {
        people.first { person in
            person.email == email.lowercased()
                && person.password.withText { mine in password.withText { $0 == mine } }
        }
    }

    /// `nil` for an unknown id, and for the timer that pays allowances.
    package func person(_ id: String) -> SimulatedPerson? { people.first { $0.id == id } }
    /// In any letter case, as the real server takes ids.
    package func child(_ id: String) -> SimulatedChild? { children.first { $0.id == id.lowercased() } }
    /// The child whose login this is; `nil` for parents.
    package func child(ofPerson id: String) -> SimulatedChild? { children.first { $0.person == id } }

    /// Newest first.
    package func newest(_ limit: Int, of child: String) -> [SimulatedTransaction] {
        rows[child.lowercased()]?.suffix(limit).reversed() ?? []
    }

    // MARK: Changing

    /// Writes a row and moves the balance.
    package mutating func add(
        _ draft: SimulatedDraft, by person: String, id: String, now: Timestamp
    ) throws(SimulatedRefusal) -> SimulatedTransaction {
        guard let index = children.firstIndex(where: { $0.id == draft.child.lowercased() }) else {
            throw .unknownChild
        }
        guard let amount = draft.amount.cents, amount <= Self.maximumAmount else { throw .invalidAmount }
        guard draft.description.utf16.count <= 500 else { throw .invalidDescription }
        let child = children[index]
        guard draft.kind == .credit || child.balance >= amount || child.settings.mayOwe else {
            throw .insufficientFunds
        }
        let moved = draft.kind == .credit ? child.balance.adding(amount) : child.balance.subtracting(amount)
        guard let balance = moved else { throw .invalidAmount }
        let row = SimulatedTransaction(
            id: id, child: child.id, amount: amount, kind: draft.kind, category: draft.category,
            description: draft.description, notes: draft.notes, balanceAfter: balance, createdAt: now,
            createdBy: person, createdByName: self.person(person)?.name ?? Self.timerName)
        children[index].balance = balance
        rows[child.id, default: []].append(row)
        return row
    }

    /// Pays the weekly allowance, as the real server's timer does.
    package mutating func payAllowance(
        _ child: String, id: String, now: Timestamp
    ) throws(SimulatedRefusal) -> SimulatedTransaction {
        guard let index = children.firstIndex(where: { $0.id == child.lowercased() }) else { throw .unknownChild }
        let draft = SimulatedDraft(
            child: child, amount: children[index].settings.weeklyAllowance, kind: .credit, category: "Allowance",
            description: "Weekly Allowance")
        let row = try add(draft, by: Self.timerID, id: id, now: now)
        children[index].lastAllowanceAt = now
        return row
    }

    /// What is done to a child beside the books; an unknown one is left alone.
    mutating func change(_ child: String, _ change: (inout SimulatedChild) -> Void) {
        guard let index = children.firstIndex(where: { $0.id == child.lowercased() }) else { return }
        change(&children[index])
    }

    /// Moves a balance without a row, as goals do; below zero takes away.
    mutating func move(_ amount: Decimal, toBalanceOf child: String) {
        change(child) { $0.balance = $0.balance.adding(amount) ?? $0.balance }
    }

    private static let maximumAmount = Decimal(coefficient: 9_999_999_999, scale: 2) ?? .zero
    private static let timerID = "00000000-0000-0000-0000-000000000001"
    private static let timerName = "Earn & Learn"
}

/// Why the simulated server does not write a row; the raw value is the code that it tells.
package enum SimulatedRefusal: String, Error, Sendable, Equatable, CaseIterable {
    case unknownChild = "NOT_FOUND"
    case insufficientFunds = "INSUFFICIENT_FUNDS"
    case invalidAmount = "INVALID_AMOUNT"
    case invalidDescription = "VALIDATION"

    /// What the server says beside the code, where its dialect says anything.
    package var message: String {
        switch self {
        case .unknownChild: "Child not found or access denied"
        case .insufficientFunds: "Insufficient funds"
        case .invalidAmount: "Amount must be positive and fit the books"
        case .invalidDescription: "Description has 1 to 500 characters"
        }
    }
}
