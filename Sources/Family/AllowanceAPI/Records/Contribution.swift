package import JSON
package import Values

/// Money that went into a goal or out of it: read to see what became of an order, and not kept.
package struct Contribution: FamilyRecord {
    /// Who or what moved it.
    package enum Action: String, KnownWord {
        case childDeposit, autoTransfer, parentMatch, parentGift, challengeBonus, withdrawal, externalGift

        /// As older servers and the hub send it.
        package var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
    }

    package let id: Identifier<Contribution>
    /// As it moves the goal.
    package let amount: Decimal
    package let action: ServerWord<Action>
    /// Typed by people: hostile until shown to be harmless.
    package let description: String?
    package let createdAt: Timestamp?

    /// The goal's, which is not told here.
    package var child: Child.ID? { nil }

    /// Where servers have them.
    package static let list = RecordList(
        of: Contribution.self, "contributions", for: .goal, at: "/savings-goals/{owner}/contributions",
        newestFirst: { $0.createdAt })

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        amount = try reader.money("amount")
        action = try reader.word("type") ?? .known(.childDeposit)
        description = try reader.optionalText("description")
        createdAt = try reader.moment("createdAt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("amount", signedAmount.moneyText)
        object.set("action", action.text)
        object.set("description", description)
        object.set("createdAt", createdAt?.wholeSeconds)
    }

    /// Servers send what goes out below zero; one that does not is understood as well.
    private var signedAmount: Decimal { action == .known(.withdrawal) ? -amount.magnitude : amount }
}
