import SQLite

extension IntentRow {
    /// What was ordered.
    package enum Order: Sendable, Hashable {
        case transaction(Content)
        case record(RecordOrder)

        /// The table's word for money.
        static let transactionDeed = "transaction"

        /// Money, if it is that.
        package var content: Content? { if case .transaction(let content) = self { content } else { nil } }
        /// The order about a record, if it is that.
        package var record: RecordOrder? { if case .record(let order) = self { order } else { nil } }

        /// The table's word.
        package var deed: String { record?.deed.rawValue ?? Self.transactionDeed }

        func fingerprint(of child: ChildRow.ID?) -> Fingerprint? {
            guard let content, let child else { return nil }
            return Fingerprint(child: child, amount: content.amount, description: content.description)
        }
    }
}

/// An order about a record: what is to be made, changed or taken away.
package struct RecordOrder: Sendable, Hashable {
    /// What can be ordered; SQL compares the words.
    package enum Deed: String, Sendable, DatabaseValue, CaseIterable {
        case addWish = "add-wish"
        case editWish = "edit-wish"
        case buyWish = "buy-wish"
        case removeWish = "remove-wish"
        case addGoal = "add-goal"
        case editGoal = "edit-goal"
        case depositGoal = "deposit-goal"
        case withdrawGoal = "withdraw-goal"
        case removeGoal = "remove-goal"
        case setAllowance = "set-allowance"
        case pauseAllowance = "pause-allowance"
        case resumeAllowance = "resume-allowance"
        case changeSettings = "change-settings"
        case readNotifications = "read-notifications"
        case addChore = "add-chore"
        case doneChore = "complete-chore"
        case approveChore = "approve-chore"
        case rejectChore = "reject-chore"

        /// In whose lists it is shown while it waits.
        package var kind: RecordRow.Kind {
            switch self {
            case .addWish, .editWish, .buyWish, .removeWish: .wish
            case .addGoal, .editGoal, .depositGoal, .withdrawGoal, .removeGoal: .goal
            case .setAllowance, .pauseAllowance, .resumeAllowance, .changeSettings: .settings
            case .readNotifications: .notification
            case .addChore: .chore
            case .doneChore, .approveChore, .rejectChore: .completion
            }
        }

        /// Of which kind the record is that a person names.
        package var subjectKind: RecordRow.Kind { self == .doneChore ? .chore : kind }

        /// What a person names to give it.
        package var subject: Subject {
            switch self {
            case .addWish, .addGoal, .addChore: .child
            case .setAllowance, .pauseAllowance, .resumeAllowance, .changeSettings: .settings
            case .editWish, .buyWish, .removeWish, .editGoal, .depositGoal, .withdrawGoal, .removeGoal, .doneChore,
                .approveChore, .rejectChore:
                .record
            case .readNotifications: .login
            }
        }

        /// Whether carrying it out moves the child's balance.
        package var movesBalance: Bool {
            switch self {
            case .depositGoal, .withdrawGoal, .removeGoal, .approveChore: true
            case .addWish, .editWish, .buyWish, .removeWish, .addGoal, .editGoal, .setAllowance, .pauseAllowance,
                .resumeAllowance, .changeSettings, .readNotifications, .addChore, .doneChore, .rejectChore:
                false
            }
        }

        /// What cannot be open about the same record beside it: a person has decided, and one decision is enough.
        var excludes: Set<Deed> {
            self == .approveChore || self == .rejectChore ? [.approveChore, .rejectChore] : []
        }

        /// What it does to a row of these lists.
        package var effect: Effect {
            switch self {
            case .addWish, .addGoal, .addChore, .doneChore: .creates
            case .removeWish, .removeGoal: .deletes
            case .depositGoal, .withdrawGoal: .moves
            case .editWish, .buyWish, .editGoal, .setAllowance, .pauseAllowance, .resumeAllowance, .changeSettings,
                .readNotifications, .approveChore, .rejectChore:
                .updates
            }
        }
    }

    /// The remark of an order that a server has carried out without the photo that belongs to it.
    package static let lostPhoto = "the server has it without its photo"

    /// What an order is about: a child, a record, the child's settings, or the login's own.
    package enum Subject: Sendable { case child, record, settings, login }

    /// How lists show it while it waits.
    package enum Effect: Sendable { case creates, updates, moves, deletes }

    package let deed: Deed
    /// The record that it is about; `nil` of what makes one from nothing.
    package let record: RecordRow.ID?
    /// The child or the record whose list shows what came of it; empty for the login's own.
    package let owner: String
    /// What is wanted: one JSON object in the spelling of records, always in one order.
    package let payload: String
    /// What the record said of all that the payload changes; `nil` where it does not matter whether that is still so. Of what is to
    /// be made, what lists show in its place.
    package let base: String?
    /// What the record is called, for people.
    package let title: String

    /// Unchecked.
    package init(
        _ deed: Deed, record: RecordRow.ID? = nil, owner: String, payload: String, base: String? = nil, title: String
    ) {
        (self.deed, self.record, self.owner) = (deed, record, owner)
        (self.payload, self.base, self.title) = (payload, base, title)
    }
}

extension IntentRow.Order {
    /// The columns of an intent's queries that say it.
    init(row: borrowing Row) throws {
        guard try row.value(22, as: String.self) != Self.transactionDeed else {
            self = .transaction(
                IntentRow.Content(
                    amount: try row.value(5), category: try row.value(6), description: try row.value(7),
                    notes: try row.value(8)))
            return
        }
        self = .record(
            RecordOrder(
                try row.value(22), record: try row.value(23), owner: try row.value(24), payload: try row.value(25),
                base: try row.value(26), title: try row.value(7)))
    }
}
