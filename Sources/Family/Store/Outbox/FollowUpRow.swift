package import SQLite
package import Values

/// What is to happen while nobody has seen an alert: one target is told again, or another one is told.
///
/// It is planned in the commit that causes the alert: a reload changes nothing of what is told and when, and yet nobody is told who may
/// not be by the time of the telling.
package struct FollowUpRow: Sendable, Equatable {
    /// What was told first.
    package let alert: AlertRow.Key
    package let kind: Reminder.Kind
    /// Of whose words and looks it has its own.
    package let rule: String
    package let target: String
    /// Which telling comes next, from 1: the first reminder, the first rung of the ladder.
    package let step: Int
    /// How many there are of its kind.
    package let times: Int
    /// In the time in which lanes count.
    package let dueAt: Timestamp
    /// From one reminder to the next, or how long it waits where something is in its way.
    package let every: Duration
    package let template: String?
    package let style: String?

    /// The derived alert by which it is told, the same however often it is tried.
    var derived: AlertRow.Key { derived(step) }

    func derived(_ step: Int) -> AlertRow.Key {
        AlertRow.Key(rawValue: "\(kind.rawValue)|\(rule)|\(step)|\(alert.rawValue)")
    }
}

extension FollowUpRow {
    /// What it tells of, as far as that decides who may be told.
    package struct Subject: Sendable, Equatable {
        package let event: AlertRow.Event
        /// As it is called today; `nil` of what is about no single child.
        package var child: ChildRow?
        /// As the alert keeps it.
        package let details: String?

        /// Nothing is checked.
        package init(event: AlertRow.Event, child: ChildRow?, details: String? = nil) {
            (self.event, self.child, self.details) = (event, child, details)
        }
    }

    /// Whether a target's people may be told by the time of the telling.
    package enum Leave: Sendable, Equatable {
        /// - Parameter heldUntil: until when they have quiet hours; `nil`: at once.
        case told(heldUntil: Timestamp?)
        case refused(DroppedDelivery.Reason)
    }
}

extension FollowUpRow: RowDecodable {
    /// Columns in the order of ``columns``.
    package init(row: borrowing Row) throws {
        alert = try row.value(0)
        kind = try row.value(1)
        rule = try row.value(2)
        target = try row.value(3)
        step = try row.value(4)
        times = try row.value(5)
        dueAt = try row.value(6)
        every = .microseconds(try row.value(7, as: Int64.self))
        template = try row.value(8)
        style = try row.value(9)
    }
}

/// What is known of an alert when a follow-up of it is due, and what follows from that. A pure value.
struct FollowUpEvidence: Sendable, Equatable {
    /// A person whose look counts for the target has seen it, or one of its reminders.
    var isSeen = false
    /// The matter is over.
    var isHandled = false
    /// Where the last telling to the same target stands; `nil` if that is forgotten, or another target is to be told.
    var last: (state: DeliveryRow.State, reason: FailureReason?)?

    /// What is done.
    enum Decision: Sendable, Equatable {
        case tell
        /// The last telling has not arrived yet; another one beside it would help nobody.
        case wait
        case end
    }

    func decision(_ kind: Reminder.Kind) -> Decision {
        if isSeen || isHandled { return .end }
        guard kind == .again, let last else { return .tell }
        switch last.state {
        case .delivered: return .tell
        case .queued, .attempting, .inDoubt: return .wait
        // It may have arrived, and nobody has seen it.
        case .skipped where last.reason == .notRepeated: return .tell
        // Somebody wants silence, has given it up, or the target refuses the like.
        case .skipped, .dead, .discarded: return .end
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.isSeen == right.isSeen && left.isHandled == right.isHandled && left.last?.state == right.last?.state
            && left.last?.reason == right.last?.reason
    }
}
