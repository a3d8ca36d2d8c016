package import Values

/// A notification as the server stores it and the hub announces it.
package struct FamilyNotification: Sendable, Equatable {
    /// The same in the hub's message and in the stored row.
    package typealias ID = Identifier<FamilyNotification>

    /// By which a message and the row behind it are known to be one.
    package let id: ID
    /// Decides whether the notification is a hint at money.
    package let kind: Kind
    /// For people, in the server's words; shown nowhere here.
    package let title: String
    /// Written by the server in its own culture: amounts in it can't be relied on.
    package let body: String
    /// By the server's clock; `nil` where the message leaves it out.
    package let createdAt: Timestamp?
    /// False where the message leaves it out.
    package let isRead: Bool
    /// The transaction it tells of, from its data or its related entity.
    package let transaction: Transaction.ID?
    /// Whom it is about; `nil` where neither its data nor its related entity say it.
    package let child: Child.ID?
    /// What its data says of money; a hint only.
    package let amount: Decimal?

    /// Decoding makes it, and tests do.
    package init(
        id: ID, kind: Kind, title: String, body: String, createdAt: Timestamp? = nil, isRead: Bool = false,
        transaction: Transaction.ID? = nil, child: Child.ID? = nil, amount: Decimal? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.body = body
        self.createdAt = createdAt
        self.isRead = isRead
        self.transaction = transaction
        self.child = child
        self.amount = amount
    }
}

extension FamilyNotification {
    /// What a notification is about: the server's name for it, also where it sent a number.
    package struct Kind: Hashable, Sendable {
        /// The name; the number as text where this version knows no name for it.
        package let name: String

        /// - Parameter nameOrNumber: what stands in the JSON, a number as its digits.
        package init(_ nameOrNumber: String) {
            name = Self.names[nameOrNumber] ?? nameOrNumber
        }

        /// Whether money or the set of children may have changed; unknown kinds may, since looking costs little.
        package var mayMoveMoney: Bool { !Self.harmless.contains(name) }

        private static let names: [String: String] = [
            "1": "BalanceAlert", "2": "LowBalanceWarning", "3": "TransactionCreated", "10": "AllowanceDeposit",
            "11": "AllowancePaused", "12": "AllowanceResumed", "20": "GoalProgress", "21": "GoalMilestone",
            "22": "GoalCompleted", "23": "ParentMatchAdded", "30": "TaskAssigned", "31": "TaskReminder",
            "32": "TaskCompleted", "33": "ApprovalRequired", "34": "TaskApproved", "35": "TaskRejected",
            "36": "TaskCompletionPendingApproval", "40": "BudgetWarning", "41": "BudgetExceeded",
            "50": "AchievementUnlocked", "51": "StreakUpdate", "60": "FamilyInvite", "61": "ChildAdded",
            "62": "GiftReceived", "63": "FamilyUpdate", "70": "WeeklySummary", "71": "MonthlySummary",
            "99": "SystemAnnouncement",
        ]

        private static let harmless: Set<String> = [
            "AllowancePaused", "AllowanceResumed", "TaskAssigned", "TaskReminder", "TaskCompleted",
            "ApprovalRequired", "TaskRejected", "TaskCompletionPendingApproval", "BudgetWarning", "BudgetExceeded",
            "StreakUpdate", "FamilyInvite", "WeeklySummary", "MonthlySummary", "SystemAnnouncement",
        ]
    }
}
