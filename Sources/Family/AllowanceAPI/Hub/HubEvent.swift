package import Values

/// The events that builds and plans of the family server have had, by their names without regard to case.
enum HubEvent: Sendable, Equatable, CaseIterable {
    case notification
    case transaction
    case balance
    /// The first argument is a child's id, or an object that holds it.
    case ofChild
    /// The second of several arguments is a child's id, or the first is an object that holds it.
    case ofChildSecond
    /// Something may have changed; the arguments name no child.
    case vague
    /// Nothing about money.
    case harmless

    /// - Returns: `nil` for a name that nobody has used.
    init?(target: String) {
        guard let event = Self.byName[target.lowercased()] else { return nil }
        self = event
    }

    private static let byName: [String: HubEvent] = {
        let names: [HubEvent: [String]] = [
            .notification: ["ReceiveNotification"],
            .transaction: ["TransactionCreated"],
            .balance: ["BalanceUpdated"],
            .ofChild: [
                "AllowancePaid", "SavingsTransactionCreated", "SavingsBalanceUpdated", "AchievementUnlocked",
                "StreakMilestone", "WishListItemPurchased",
            ],
            .ofChildSecond: ["ChoreApproved", "GoalReached", "RequestApproved", "RequestAutoApproved"],
            .vague: ["SavingsGoalUpdated", "MilestoneAchieved", "SavingsGoalCompleted", "InterestPaid"],
            .harmless: [
                "UnreadCountChanged", "NotificationRead", "AllNotificationsRead", "WishListItemAdded",
                "NewTransactionRequest", "RequestRejected", "StreakUpdated", "StreakBroken",
            ],
        ]
        let pairs = names.flatMap { event, names in names.map { ($0.lowercased(), event) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}

/// What a hub message says may have happened. It only makes a scan happen sooner: facts come from REST.
package enum HubHint: Sendable, Equatable {
    /// Something about this child.
    case child(Child.ID)
    /// A transaction, and whose it is if the message says so.
    case transaction(Transaction.ID, child: Child.ID?)
    /// One id in a place where builds of the server put a child's or a transaction's: only who knows the children can
    /// tell.
    case childOrTransaction(String)
    /// A child's balance, which is compared with the fact, never taken for it.
    case balance(child: Child.ID, Decimal)
    /// Money or children may have changed, nobody knows whose.
    case something
}
