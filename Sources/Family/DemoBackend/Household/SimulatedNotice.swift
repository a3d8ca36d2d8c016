import JSON
import Values

/// What a person of the simulated family was told.
struct SimulatedNotice: Sendable, Equatable {
    /// What a kind is called over REST, by the hub, and for people.
    enum Kind: Int, Sendable {
        case transactionCreated = 3
        case allowancePaused = 11
        case allowanceResumed = 12
        case goalProgress = 20
        case goalCompleted = 22
        case completionPending = 36

        var name: String {
            self == .completionPending ? "TaskCompletionPendingApproval" : typeName.filter { $0 != " " }
        }

        /// One of them the real server has no words for.
        var typeName: String {
            switch self {
            case .transactionCreated: "Transaction Created"
            case .allowancePaused: "Allowance Paused"
            case .allowanceResumed: "Allowance Resumed"
            case .goalProgress: "Goal Progress"
            case .goalCompleted: "Goal Completed"
            case .completionPending: "TaskCompletionPendingApproval"
            }
        }
    }

    /// What it is about, in the API's words.
    struct Subject: Sendable, Equatable {
        let kind: String
        let id: String
    }

    /// What it says, before anybody is told.
    struct Words: Sendable, Equatable {
        let kind: Kind
        let title: String
        let body: String
        /// A document in a text, as the real server sends it.
        let data: String?
    }

    let id: String
    /// Whose it is.
    let person: String
    let words: Words
    let createdAt: Timestamp
    var subject: Subject?
    var readAt: Timestamp?

    var isRead: Bool { readAt != nil }
}

extension SimulatedNotice.Words {
    static func row(_ row: SimulatedTransaction) -> Self {
        Self(
            kind: .transactionCreated, title: row.kind == .credit ? "Money Added" : "Purchase Recorded",
            body: "\(row.amount.moneyText) - \(row.description)",
            data: text { object in
                object.set("transactionId", row.id)
                object.set("amount", row.amount)
                object.set("type", row.kind.rawValue)
                object.set("category", row.category)
            })
    }

    static func allowance(of child: SimulatedChild, isPaused: Bool, reason: String?) -> Self {
        let what = isPaused ? "paused" : "resumed"
        return Self(
            kind: isPaused ? .allowancePaused : .allowanceResumed,
            title: isPaused ? "Allowance Paused" : "Allowance Resumed",
            body: "Your allowance has been \(what)." + (reason.map { " Reason: \($0)" } ?? ""),
            data: text { object in
                object.set("childId", child.id)
                if isPaused { object.set("reason", reason) }
            })
    }

    static func goal(_ goal: SimulatedGoal) -> Self {
        let isCompleted = goal.completedAt != nil
        return Self(
            kind: isCompleted ? .goalCompleted : .goalProgress,
            title: isCompleted ? "Goal Achieved!" : "Savings Progress",
            body: isCompleted ? "You saved enough for \"\(goal.name)\"!" : "You're closer to \"\(goal.name)\"!",
            data: text { object in
                object.set("goalId", goal.id)
                object.set("goalName", goal.name)
                if !isCompleted { object.set("currentAmount", goal.saved) }
                object.set("targetAmount", goal.target)
            })
    }

    private static func text(_ body: (inout JSONObjectWriter) -> Void) -> String {
        var data = JSONWriter()
        data.object(body)
        return data.text
    }
}
