package import JSON
package import Values

/// A chore that a child says is done; the server also makes some by itself, for chores that fall due.
package struct Completion: FamilyRecord {
    /// What a parent made of it.
    package enum State: String, KnownWord {
        case pendingApproval, approved, rejected

        /// As older servers and the hub send it.
        package var number: Int {
            switch self {
            case .pendingApproval: 0
            case .approved: 1
            case .rejected: 2
            }
        }
    }

    package let id: Identifier<Completion>
    package let child: Child.ID?
    /// `nil` where the server leaves it out.
    package let chore: Identifier<Chore>?
    /// The chore's, as it was called then.
    package let title: String
    package let reward: Decimal
    package let state: ServerWord<State>
    /// Children write this: it is hostile until shown to be harmless.
    package let notes: String?
    /// Where the photo lies; it may not be readable.
    package let photo: String?
    package let doneAt: Timestamp?
    /// Who approved it; the server keeps nobody who rejects.
    package let reviewedBy: String?
    package let reviewedAt: Timestamp?
    /// As hostile as ``notes``.
    package let rejection: String?
    /// The transaction that paid for it.
    package let transaction: Transaction.ID?

    /// Where servers have them.
    package static let list = RecordList(
        of: Completion.self, "completions", for: .chore, at: "/tasks/{owner}/completions",
        newestFirst: { $0.doneAt })

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.reference("childId")
        chore = try reader.reference("taskId")
        title = try reader.text("taskTitle")
        reward = try reader.money("rewardAmount")
        state = try reader.word("status") ?? .known(.pendingApproval)
        notes = try reader.optionalText("notes")
        photo = try reader.optionalText("photoUrl")
        doneAt = try reader.moment("completedAt")
        reviewedBy = try reader.optionalText("approvedByName")
        reviewedAt = try reader.moment("approvedAt")
        rejection = try reader.optionalText("rejectionReason")
        transaction = try reader.reference("transactionId")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("chore", chore?.rawValue)
        object.set("title", title)
        object.set("reward", reward.moneyText)
        object.set("state", state.text)
        object.set("notes", notes)
        object.set("photo", photo)
        object.set("doneAt", doneAt?.wholeSeconds)
        object.set("reviewedBy", reviewedBy)
        object.set("reviewedAt", reviewedAt?.wholeSeconds)
        object.set("rejection", rejection)
        object.set("transaction", transaction?.rawValue)
    }
}
