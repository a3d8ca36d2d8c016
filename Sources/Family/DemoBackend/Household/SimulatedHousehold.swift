import Values

/// What the simulated family has beside its books: goals, chores, budgets, savings, wishes, what parents decided, and notices.
struct SimulatedHousehold: Sendable, Equatable {
    var goals: [SimulatedGoal] = []
    var wishes: [SimulatedWish] = []
    var chores: [SimulatedChore] = []
    /// In the order in which they were done.
    var completions: [SimulatedCompletion] = []
    var budgets: [SimulatedBudget] = []
    /// The oldest first, as ``allowanceChanges`` and ``notices``.
    var savings: [SimulatedSavingsMove] = []
    var allowanceChanges: [SimulatedAllowanceChange] = []
    var notices: [SimulatedNotice] = []

    /// What a child has put aside.
    func saved(by child: String) -> Decimal { savings.last { $0.child == child }?.balanceAfter ?? .zero.twoDecimals }

    func completions(of chore: String) -> [SimulatedCompletion] { completions.filter { $0.chore == chore } }

    /// A chore that was paid for counts as done; most others wait for a parent.
    mutating func take(_ row: SimulatedTransaction, id: String) {
        guard row.category == "Chores", let chore = chores.first(where: { $0.child == row.child }) else { return }
        completions.append(
            SimulatedCompletion(
                id: id, chore: chore.id, notes: row.description, doneAt: row.createdAt, state: .approved,
                reviewer: row.createdByName, reviewedAt: row.createdAt, transaction: row.id))
    }
}

struct SimulatedGoal: Sendable, Equatable {
    let id: String
    let child: String
    let name: String
    let target: Decimal
    let saved: Decimal
    /// In the API's words, as all others here.
    let state: String
    let due: Timestamp?
    let createdAt: Timestamp
}

/// Only servers of the designs keep wishes.
struct SimulatedWish: Sendable, Equatable {
    let id: String
    let child: String
    let name: String
    let price: Decimal
    let createdAt: Timestamp
}

struct SimulatedChore: Sendable, Equatable {
    let id: String
    let child: String
    let title: String
    let details: String?
    let reward: Decimal
    /// `nil` of what comes once.
    let recurrence: String?
    let createdAt: Timestamp
}

struct SimulatedCompletion: Sendable, Equatable {
    enum State: String, Sendable {
        case pending = "PendingApproval"
        case approved = "Approved"
        case rejected = "Rejected"
    }

    let id: String
    let chore: String
    let notes: String?
    let doneAt: Timestamp
    let state: State
    var reviewer: String?
    var reviewedAt: Timestamp?
    var rejection: String?
    var transaction: String?
}

struct SimulatedBudget: Sendable, Equatable {
    let id: String
    let child: String
    let category: String
    let limit: Decimal
    let period: String
    let isEnforced: Bool
    let createdAt: Timestamp
}

struct SimulatedSavingsMove: Sendable, Equatable {
    let id: String
    let child: String
    let kind: String
    let amount: Decimal
    let description: String
    let balanceAfter: Decimal
    let createdAt: Timestamp
}

struct SimulatedAllowanceChange: Sendable, Equatable {
    let id: String
    let child: String
    let kind: String
    let reason: String?
    let at: Timestamp
}

struct SimulatedNotice: Sendable, Equatable {
    let id: String
    /// Whose it is.
    let person: String
    let kind: String
    let title: String
    let body: String
    /// A document in a text, as the real server sends it.
    let data: String?
    let createdAt: Timestamp
    let isRead: Bool
}

extension Decimal {
    /// Written with two decimals.
    var twoDecimals: Decimal { rescaled(to: 2) ?? self }
}
