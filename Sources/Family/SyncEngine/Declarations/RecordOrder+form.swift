package import AllowanceAPI
package import Store

extension RecordOrder.Deed {
    /// One for each: a deed without does not compile.
    package var form: OrderForm {
        switch self {
        case .addWish: .addWish
        case .editWish: .editWish
        case .buyWish: .buyWish
        case .removeWish: .removeWish
        case .addGoal: .addGoal
        case .editGoal: .editGoal
        case .depositGoal: .depositGoal
        case .withdrawGoal: .withdrawGoal
        case .removeGoal: .removeGoal
        case .setAllowance: .setAllowance
        case .pauseAllowance: .pauseAllowance
        case .resumeAllowance: .resumeAllowance
        case .changeSettings: .changeSettings
        case .readNotifications: .readNotifications
        case .addChore: .addChore
        case .doneChore: .doneChore
        case .approveChore: .approveChore
        case .rejectChore: .rejectChore
        }
    }

    /// The lists that show what came of it; `nil` for lists that are read for that alone, and not kept.
    package var shownIn: RecordRow.Kind? {
        switch self {
        case .addWish, .editWish, .buyWish, .removeWish: .wish
        case .addGoal, .editGoal, .removeGoal: .goal
        case .depositGoal, .withdrawGoal: nil
        case .setAllowance, .changeSettings: .settings
        case .pauseAllowance, .resumeAllowance: .allowanceChange
        case .readNotifications: .notification
        case .addChore: .chore
        case .doneChore, .approveChore, .rejectChore: .completion
        }
    }
}
