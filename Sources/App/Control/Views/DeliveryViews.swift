import JSON
import Store
import Values

extension JSONValue {
    /// A delivery as lists show it, also when not all of it can be read.
    init(_ delivery: ListedDelivery) {
        switch delivery {
        case .whole(let work): self = JSONValue(work)
        case .unreadable(let remains): self = JSONValue(remains)
        }
    }

    /// What is left of a delivery that cannot be read; what is not known is null.
    private init(_ remains: UnreadableDelivery) {
        self = [
            "number": .number(JSONNumberText(Int(remains.number.rawValue))),
            "target": remains.target.map { .string($0) } ?? nil,
            "state": remains.state.map { .string(StatusView.name(of: $0)) } ?? nil, "alert": nil, "event": nil,
            "child": nil, "amount": nil, "description": nil, "attempts": nil, "dueAt": nil, "late": nil, "repeat": nil,
            "reason": remains.reason.map { .string($0.rawValue) } ?? nil,
            "detail": .string(remains.detail ?? remains.sentence),
            "createdAt": nil, "updatedAt": nil,
        ]
    }

    /// A delivery as lists show it. Never with its body or its target's address.
    private init(_ work: DeliveryWork) {
        let delivery = work.delivery
        self = [
            "number": .number(JSONNumberText(Int(delivery.number.rawValue))), "target": .string(delivery.target),
            "state": .string(StatusView.name(of: delivery.state)), "alert": .string(delivery.alert.rawValue),
            "event": .string(work.alert.event.rawValue), "child": work.child.map { .string($0.firstName) } ?? nil,
            "amount": work.transaction.map { .string($0.signedAmount.moneyText) } ?? nil,
            "description": work.transaction.map { .string($0.description) } ?? nil,
            "attempts": .number(JSONNumberText(delivery.attempts)), "dueAt": .string(delivery.dueAt.description),
            "late": .bool(work.alert.isLate), "repeat": .bool(delivery.isRepeat),
            "reason": delivery.reason.map { .string($0.rawValue) } ?? nil,
            "detail": delivery.detail.map { .string($0) } ?? nil,
            "createdAt": .string(delivery.createdAt.description), "updatedAt": .string(delivery.updatedAt.description),
        ]
    }

    /// A delivery with each of its attempts.
    init(_ history: DeliveryHistory) {
        let attempts = history.attempts.map { attempt -> JSONValue in
            [
                "number": .number(JSONNumberText(attempt.number)),
                "startedAt": .string(attempt.startedAt.description),
                "finishedAt": attempt.finishedAt.map { .string($0.description) } ?? nil,
                "outcome": attempt.outcome.map { .string($0) } ?? nil,
                "reason": attempt.reason.map { .string($0.rawValue) } ?? nil,
                "detail": attempt.detail.map { .string($0) } ?? nil,
            ]
        }
        self = ["delivery": JSONValue(history.delivery), "attempts": .array(attempts)]
    }
}
