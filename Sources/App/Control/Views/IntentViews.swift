import JSON
import Store
import Values

extension JSONValue {
    /// An entry as commands show it.
    ///
    /// - Parameters:
    ///   - upload: how far its photo is, while it is on its way.
    ///   - reason: why it waits or needs a person.
    ///   - nextStep: what that person types; `nil` where nobody has to do anything.
    init(
        _ intent: IntentRow, child: ChildRow?, account: AccountRow?, upload: LiveStatus.Upload?, reason: String?,
        nextStep: String?, in currency: Currency
    ) {
        let (content, record) = (intent.order.content, intent.order.record)
        let made = intent.state == .confirmed ? intent.fact?.rawValue : nil
        self = [
            "intent": .string(intent.id.rawValue), "order": .word(intent.order.deed),
            "state": .word(intent.state.shown.rawValue), "account": .text(account?.name),
            "child": intent.child.map { JSONValue(naming: child, id: $0) } ?? nil,
            "amount": content.map { .amount($0.amount) } ?? record?.amount ?? nil, "currency": .string(currency.code),
            "category": .text(content?.category), "description": .text(content?.description ?? record?.title),
            "notes": .text(content?.notes), "record": .text(record?.record?.rawValue ?? made),
            "fields": record.flatMap { try? JSONValue(parsing: $0.payload) } ?? nil,
            "photo": .word(record?.photo(in: intent)), "photoProgress": upload?.progress ?? nil,
            "attempts": .count(intent.attempts),
            "reason": .text(reason), "nextStep": .text(nextStep),
            "waitsForPerson": .bool(!intent.state.isEnded && account?.userID != intent.acceptedBy),
            "transaction": intent.state == .confirmed ? .text(intent.transaction?.rawValue) : nil,
            "acceptedAt": .moment(intent.acceptedAt),
            "dueAt": intent.state.isWaiting ? .moment(intent.dueAt) : nil, "settledAt": .moment(intent.settledAt),
        ]
    }

    /// An entry in the place of the row that it will be.
    init(pending intent: IntentRow, child: ChildRow?, in currency: Currency) {
        self = [
            "id": nil, "state": "pending", "child": intent.child.map { JSONValue(naming: child, id: $0) } ?? nil,
            "amount": .amount(intent.order.content?.amount), "currency": .string(currency.code),
            "category": .text(intent.order.content?.category),
            "description": .text(intent.order.content?.description),
            "balance": nil, "at": .moment(intent.acceptedAt), "by": nil, "source": nil, "late": false,
            "intent": .string(intent.id.rawValue),
        ]
    }

    /// - Parameter child: `nil` where the child's own row cannot be read.
    init(naming child: ChildRow?, id: ChildRow.ID) {
        self =
            child.map { JSONValue(naming: $0) } ?? ["id": .string(id.rawValue), "name": nil, "firstName": nil]
    }
}

extension IntentRow.State {
    /// What the server has made and no list has shown is on its way still.
    fileprivate var shown: IntentRow.State { self == .acked ? .sending : self }
}

extension RecordOrder {
    /// How far its photo is; `nil` where none belongs to it. It is uploaded when a list of the server's shows it, and not before.
    fileprivate func photo(in intent: IntentRow) -> String? {
        guard deed == .doneChore, case .string? = (try? JSONValue(parsing: payload))?["photo"] else { return nil }
        return switch intent.state {
        case .accepted: "pending"
        case .sending, .unknown, .acked: "uploading"
        case .confirmed: intent.reason == Self.lostPhoto ? "failed" : "uploaded"
        case .superseded, .parked, .discarded: "failed"
        }
    }

    /// The money that it is about, if it is about any.
    fileprivate var amount: JSONValue? {
        let payload = try? JSONValue(parsing: payload)
        return ["amount", "price", "target", "weeklyAllowance", "reward"].lazy.compactMap { payload?[$0] }.first
    }
}
