package import JSON
package import Values

/// Work that a child is paid for.
package struct Chore: FamilyRecord {
    /// Whether it is still to be done.
    package enum State: String, KnownWord {
        case active, archived

        /// As older servers and the hub send it.
        package var number: Int { self == .active ? 0 : 1 }
    }

    package let id: Identifier<Chore>
    package let child: Child.ID?
    /// Typed by a parent: hostile until shown to be harmless.
    package let title: String
    /// As hostile as ``title``.
    package let details: String?
    /// What each completion brings once it is approved.
    package let reward: Decimal
    package let state: ServerWord<State>
    /// How often it comes, in the server's words, such as `Weekly`; empty of what comes once.
    package let recurrence: String
    /// How often it was done, and how many of those wait for a parent.
    package let completions: Int, waiting: Int
    package let createdAt: Timestamp?
    package let createdBy: String?
    package let lastDoneAt: Timestamp?

    /// Where servers have them.
    package static let list = RecordList(
        of: Chore.self, "chores", for: .login, at: "/tasks", newestFirst: { $0.createdAt })

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        title = try reader.text("title")
        details = try reader.optionalText("description")
        reward = try reader.money("rewardAmount")
        state = try reader.word("status") ?? .known(.active)
        recurrence = try reader.flag("isRecurring") ? reader.text("recurrenceDisplay") : ""
        completions = try reader.count("totalCompletions")
        waiting = try reader.count("pendingApprovals")
        createdAt = try reader.moment("createdAt")
        createdBy = try reader.optionalText("createdByName")
        lastDoneAt = try reader.moment("lastCompletedAt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("title", title)
        object.set("description", details)
        object.set("reward", reward.moneyText)
        object.set("state", state.text)
        object.set("recurrence", recurrence)
        object.set("completions", completions)
        object.set("waiting", waiting)
        object.set("createdAt", createdAt?.wholeSeconds)
        object.set("by", createdBy)
        object.set("lastDoneAt", lastDoneAt?.wholeSeconds)
    }
}
