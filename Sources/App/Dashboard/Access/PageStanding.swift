package import Store

/// What whoever is signed in at the page may see and order.
package enum PageStanding: Sendable, Equatable {
    /// All that the command line can: a parent, and whoever may type `pocketbell open`.
    case family
    /// One child, its own money alone. It orders by its own login, where an account here watches with that; else it only looks.
    case child(ChildRow.ID, account: String?)

    /// What a child's own login may order, as the servers have it; `Control` and they decide all the same.
    private static let ofChildren: Set<RecordOrder.Deed> = [
        .addWish, .editWish, .buyWish, .removeWish, .addGoal, .editGoal, .depositGoal, .doneChore,
    ]

    var isOfFamily: Bool { self == .family }

    /// Whether its form is shown, and taken.
    func mayOrder(_ order: FilledOrder) -> Bool {
        guard case .child(_, let account) = self else { return true }
        guard case .deed(let deed) = order else { return false }
        return account != nil && Self.ofChildren.contains(deed)
    }
}
