import JSON
import Store
import Values

extension JSONValue {
    /// An entry as commands show it.
    init(_ intent: IntentRow, child: ChildRow?, account: String?, in currency: Currency) {
        self = [
            "intent": .string(intent.id.rawValue), "state": .word(intent.state.shown.rawValue),
            "account": .text(account), "child": JSONValue(naming: child, id: intent.child),
            "amount": .amount(intent.content.amount), "currency": .string(currency.code),
            "category": .string(intent.content.category), "description": .string(intent.content.description),
            "notes": .text(intent.content.notes), "attempts": .count(intent.attempts), "reason": .text(intent.reason),
            "transaction": intent.state == .confirmed ? .text(intent.transaction?.rawValue) : nil,
            "acceptedAt": .moment(intent.acceptedAt),
            "dueAt": intent.state.isWaiting ? .moment(intent.dueAt) : nil, "settledAt": .moment(intent.settledAt),
        ]
    }

    /// An entry in the place of the row that it will be.
    init(pending intent: IntentRow, child: ChildRow?, in currency: Currency) {
        self = [
            "id": nil, "state": "pending", "child": JSONValue(naming: child, id: intent.child),
            "amount": .amount(intent.content.amount), "currency": .string(currency.code),
            "category": .string(intent.content.category), "description": .string(intent.content.description),
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
