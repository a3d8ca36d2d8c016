package import JSON
package import Values

/// Something that a child saves for.
package struct Goal: FamilyRecord {
    /// What became of it.
    package enum State: String, KnownWord {
        case active, completed, purchased, cancelled, paused

        /// As older servers and the hub send it.
        package var number: Int {
            switch self {
            case .active: 1
            case .completed: 2
            case .purchased: 3
            case .cancelled: 4
            case .paused: 5
            }
        }
    }

    package let id: Identifier<Goal>
    package let child: Child.ID?
    /// Children write this: it is hostile until shown to be harmless.
    package let name: String
    /// As hostile as ``name``; `nil` where none was given.
    package let details: String?
    /// What it costs.
    package let target: Decimal
    /// What has been saved: money outside both balances. Of a cancelled or purchased goal it says nothing any more.
    package let saved: Decimal
    package let state: ServerWord<State>
    /// The server's word, such as `Toy`, or the digits of one that it has no name for; empty where none was given.
    package let category: String
    /// Until when; `nil` where no day was given.
    package let due: Timestamp?
    /// Where it can be bought, as somebody typed it.
    package let link: String?
    /// The first is 1.
    package let priority: Int
    package let createdAt: Timestamp?
    package let completedAt: Timestamp?
    package let purchasedAt: Timestamp?

    /// Where servers have them.
    package static let list = RecordList(
        of: Goal.self, "goals", for: .child, at: "/children/{owner}/savings-goals?includeCompleted=true")

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        name = try reader.text("name")
        details = try reader.optionalText("description")
        target = try reader.money("targetAmount")
        saved = try reader.optionalMoney("currentAmount") ?? .zero
        state = try reader.word("status") ?? .known(.active)
        category = try reader.wordText("category")
        due = try reader.moment("targetDate")
        link = try reader.optionalText("productUrl")
        priority = try reader.count("priority")
        createdAt = try reader.moment("createdAt")
        completedAt = try reader.moment("completedAt")
        purchasedAt = try reader.moment("purchasedAt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("name", name)
        object.set("description", details)
        object.set("target", target.moneyText)
        object.set("saved", saved.moneyText)
        object.set("state", state.text)
        object.set("category", category)
        object.set("due", due?.wholeSeconds)
        object.set("link", link)
        object.set("priority", priority)
        object.set("createdAt", createdAt?.wholeSeconds)
        object.set("completedAt", completedAt?.wholeSeconds)
        object.set("purchasedAt", purchasedAt?.wholeSeconds)
    }
}
