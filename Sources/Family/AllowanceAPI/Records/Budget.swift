package import JSON
package import Values

/// How much a child may spend of one category in a week or a month.
package struct Budget: FamilyRecord {
    package let id: Identifier<Budget>
    package let child: Child.ID?
    /// The server's word, such as `Games`.
    package let category: String
    package let limit: Decimal
    /// `weekly` or `monthly`: seven days or a month back from now, not the calendar's.
    package let period: ServerWord<Period>
    /// Per cent of the limit at which the child is warned.
    package let warnsAt: Int
    /// Whether the server refuses what goes beyond.
    package let isEnforced: Bool

    /// What the limit is for.
    package enum Period: String, KnownWord {
        case weekly, monthly

        /// As older servers and the hub send it.
        package var number: Int { self == .weekly ? 1 : 2 }
    }

    /// Where servers have them.
    package static let list = RecordList(of: Budget.self, "budgets", for: .child, at: "/children/{owner}/budgets")

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        category = CategoryNames.name(try reader.wordText("category"))
        limit = try reader.money("limit")
        period = try reader.word("period") ?? .known(.monthly)
        warnsAt = try reader.count("alertThresholdPercent")
        isEnforced = try reader.flag("enforceLimit")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("category", category)
        object.set("limit", limit.moneyText)
        object.set("period", period.text)
        object.set("warnsAt", warnsAt)
        object.set("enforced", isEnforced)
    }
}
