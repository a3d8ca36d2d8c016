package import JSON
package import Values

/// When a parent paused or resumed an allowance, or changed its amount: nothing else says whether it is paused.
package struct AllowanceChange: FamilyRecord {
    /// What was done.
    package enum Action: String, KnownWord {
        case paused, resumed, amountChanged

        /// As older servers and the hub send it.
        package var number: Int {
            switch self {
            case .paused: 0
            case .resumed: 1
            case .amountChanged: 2
            }
        }
    }

    package let id: Identifier<AllowanceChange>
    package let child: Child.ID?
    package let action: ServerWord<Action>
    package let oldAmount: Decimal?, newAmount: Decimal?
    /// Typed by a parent: hostile until shown to be harmless.
    package let reason: String?
    package let by: String?
    package let at: Timestamp?

    /// Where servers have them.
    package static let list = RecordList(
        of: AllowanceChange.self, "allowance changes", for: .child, at: "/children/{owner}/allowance/history",
        newestFirst: { $0.at }, listed: .oldestFirst)

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        action = try reader.word("adjustmentType") ?? .known(.amountChanged)
        oldAmount = try reader.optionalMoney("oldAmount")
        newAmount = try reader.optionalMoney("newAmount")
        reason = try reader.optionalText("reason")
        by = try reader.optionalText("adjustedByName")
        at = try reader.moment("adjustedAt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("action", action.text)
        object.set("oldAmount", oldAmount?.moneyText)
        object.set("newAmount", newAmount?.moneyText)
        object.set("reason", reason)
        object.set("by", by)
        object.set("at", at?.wholeSeconds)
    }
}
