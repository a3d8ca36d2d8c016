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
    private(set) var notices: [SimulatedNotice] = []
    /// How many of ``notices`` each person has not read.
    private var unread: [String: Int] = [:]

    /// What a child has put aside.
    func saved(by child: String) -> Decimal { savings.last { $0.child == child }?.balanceAfter ?? .zero.twoDecimals }

    func completions(of chore: String) -> [SimulatedCompletion] { completions.filter { $0.chore == chore } }

    func goal(_ id: String) -> SimulatedGoal? { goals.first { $0.id == id } }

    /// - Returns: The goal as it is afterwards; `nil` for an unknown one.
    @discardableResult
    mutating func change(goal id: String, _ change: (inout SimulatedGoal) -> Void) -> SimulatedGoal? {
        guard let place = goals.firstIndex(where: { $0.id == id }) else { return nil }
        change(&goals[place])
        return goals[place]
    }

    /// By the last part of its address.
    func photo(_ name: Substring) -> [UInt8]? { completions.first { "\($0.id).jpg" == name }?.photo }

    /// A chore that was paid for counts as done; most others wait for a parent.
    mutating func take(_ row: SimulatedTransaction, id: String) {
        guard row.category == "Chores", let chore = chores.first(where: { $0.child == row.child }) else { return }
        completions.append(
            SimulatedCompletion(
                id: id, chore: chore.id, notes: row.description, doneAt: row.createdAt, state: .approved,
                reviewer: row.createdByName, reviewedAt: row.createdAt, transaction: row.id))
    }

    // MARK: Notices

    func unread(by person: String) -> Int { unread[person] ?? 0 }

    func notice(_ id: String, of person: String) -> SimulatedNotice? {
        notices.first { $0.id == id && $0.person == person }
    }

    mutating func keep(_ notice: SimulatedNotice) {
        notices.append(notice)
        if !notice.isRead { unread[notice.person, default: 0] += 1 }
    }

    /// - Parameter ids: `nil` for all that are not read.
    /// - Returns: How many were not read before.
    @discardableResult
    mutating func read(_ ids: Set<String>?, by person: String, now: Timestamp) -> Int {
        var count = 0
        for place in notices.indices where notices[place].person == person {
            guard ids?.contains(notices[place].id) ?? true, !notices[place].isRead else { continue }
            notices[place].readAt = now
            count += 1
        }
        unread[person, default: 0] -= count
        return count
    }
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
    private(set) var state: State
    var photo: [UInt8]?
    var reviewer: String?
    var reviewedAt: Timestamp?
    var rejection: String?
    var transaction: String?

    mutating func approve(by name: String, _ moment: Timestamp, transaction id: String) {
        (state, reviewer, reviewedAt, transaction) = (.approved, name, moment, id)
    }

    /// The real server keeps nobody who rejects.
    mutating func reject(_ reason: String?) { (state, rejection) = (.rejected, reason) }
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
    /// The amounts, where they were changed.
    var from: Decimal?, to: Decimal?
}
