package import JSON
package import Values

/// Money that somebody outside the family wants to give a child, and that waits for a parent.
package struct Gift: FamilyRecord {
    /// What a parent made of it.
    package enum State: String, KnownWord {
        case pending, approved, rejected, expired

        /// As older servers and the hub send it.
        package var number: Int {
            switch self {
            case .pending: 1
            case .approved: 2
            case .rejected: 3
            case .expired: 4
            }
        }
    }

    package let id: Identifier<Gift>
    package let child: Child.ID?
    /// Anybody who has the link types this: hostile until shown to be harmless.
    package let giver: String
    package let amount: Decimal
    /// In the server's words, such as `Birthday`, or the giver's own.
    package let occasion: String
    /// As hostile as ``giver``.
    package let message: String?
    package let state: ServerWord<State>
    package let createdAt: Timestamp?

    /// Where servers have them: those that wait, for parents alone.
    package static let list = RecordList(
        of: Gift.self, "gifts", for: .login, at: "/gifts/pending", newestFirst: { $0.createdAt })

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        giver = try reader.text("giverName")
        amount = try reader.money("amount")
        let own = try reader.optionalText("customOccasion")
        occasion = if let own, !own.isEmpty { own } else { try reader.wordText("occasion") }
        message = try reader.optionalText("message")
        state = try reader.word("status") ?? .known(.pending)
        createdAt = try reader.moment("createdAt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("giver", giver)
        object.set("amount", amount.moneyText)
        object.set("occasion", occasion)
        object.set("message", message)
        object.set("state", state.text)
        object.set("createdAt", createdAt?.wholeSeconds)
    }
}
