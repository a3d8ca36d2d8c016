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
