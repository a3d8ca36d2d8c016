package import JSON
package import Values

/// Money that came to a child's savings, or left them.
package struct SavingsMovement: FamilyRecord {
    /// Which way it went, and why.
    package enum Action: String, KnownWord {
        case deposit, withdrawal, autoTransfer, interest

        /// As older servers and the hub send it.
        package var number: Int {
            switch self {
            case .deposit: 1
            case .withdrawal: 2
            case .autoTransfer: 3
            case .interest: 4
            }
        }
    }

    package let id: Identifier<SavingsMovement>
    package let child: Child.ID?
    package let action: ServerWord<Action>
    /// As sent: the sign comes from ``action``.
    package let amount: Decimal
    /// Typed by people: hostile until shown to be harmless.
    package let description: String
    /// Of the savings.
    package let balanceAfter: Decimal
    package let createdAt: Timestamp?
    package let by: String?

    /// The newest of them: there is no paging.
    package static let list = RecordList(
        of: SavingsMovement.self, "savings movements", for: .child, at: "/children/{owner}/savings/history?limit=500",
        "/savings/{owner}/history?limit=500", atMost: 500, newestFirst: { $0.createdAt }, listed: .newestFirst)

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        action = try reader.word("type") ?? .known(.deposit)
        amount = try reader.money("amount")
        description = try reader.text("description")
        balanceAfter = try reader.money("balanceAfter")
        createdAt = try reader.moment("createdAt")
        by = try reader.optionalText("createdByName")
    }

    /// The amount as it moves the savings.
    private var signedAmount: Decimal { action == .known(.withdrawal) ? -amount : amount }

    package func write(to object: inout JSONObjectWriter) {
        object.set("action", action.text)
        object.set("amount", signedAmount.moneyText)
        object.set("description", description)
        object.set("balance", balanceAfter.moneyText)
        object.set("at", createdAt?.wholeSeconds)
        object.set("by", by)
    }
}
