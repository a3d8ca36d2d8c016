import JSON
import Store
import Values

extension JSONValue {
    /// A delivery as lists show it, also when not all of it can be read.
    init(_ delivery: ListedDelivery, in installed: Installed) {
        switch delivery {
        case .whole(let work): self = JSONValue(work, in: installed)
        case .unreadable(let remains): self = JSONValue(remains)
        }
    }

    /// What is left of a delivery that cannot be read; what is not known is null.
    private init(_ remains: UnreadableDelivery) {
        self = [
            "number": .count(Int(remains.number.rawValue)), "target": .text(remains.target),
            "state": .word(remains.state?.rawValue), "proof": nil, "seen": nil, "reminder": nil, "alert": nil,
            "event": nil, "at": nil, "child": nil, "amount": nil, "balance": nil, "threshold": nil, "currency": nil,
            "description": nil, "details": nil, "notice": nil, "attempts": nil, "dueAt": nil,
            "late": nil, "repeat": nil, "reason": .word(remains.reason?.rawValue),
            "detail": .string(remains.detail ?? remains.sentence), "createdAt": nil, "updatedAt": nil,
        ]
    }

    /// A delivery as lists show it. Never with its body or its target's address.
    private init(_ work: DeliveryWork, in installed: Installed) {
        let (delivery, currency) = (work.delivery, installed.currency)
        self = [
            "number": .count(Int(delivery.number.rawValue)), "target": .string(delivery.target),
            "state": .word(delivery.state.rawValue),
            "proof": .word(work.proof(taken: installed.taken(by: delivery.target))?.rawValue),
            "seen": installed.look(work.sightings, for: delivery.target, told: work.toldFirst).map {
                ["at": .moment($0.at), "by": .string($0.by)]
            } ?? nil,
            "reminder": JSONValue(work.alert.reminder), "alert": .string(delivery.alert.rawValue),
            "event": .word(work.alert.event.rawValue), "at": .moment(work.happenedAt),
            "child": work.child.map { JSONValue(naming: $0) } ?? nil, "amount": .amount(work.transaction?.signedAmount),
            "balance": .amount(work.alert.balance ?? work.transaction?.balanceAfter),
            "threshold": .amount(work.alert.threshold), "currency": work.child == nil ? nil : .string(currency.code),
            "description": .text(work.transaction?.description),
            "details": work.alert.details.flatMap { try? JSONValue(parsing: $0) } ?? nil,
            "notice": work.alert.notice.map { JSONValue($0) } ?? nil, "attempts": .count(delivery.attempts),
            "dueAt": .moment(delivery.heldUntil ?? delivery.dueAt), "late": .bool(work.alert.isLate),
            "repeat": .bool(delivery.isRepeat),
            "reason": .word(delivery.reason?.rawValue), "detail": .text(delivery.detail),
            "createdAt": .moment(delivery.createdAt), "updatedAt": .moment(delivery.updatedAt),
        ]
    }

    /// That it was told before, and nobody has seen it; null of a first telling.
    init(_ reminder: Reminder?) {
        guard let reminder else {
            self = nil
            return
        }
        self = [
            "kind": .word(reminder.kind.rawValue), "number": .count(reminder.step), "of": .count(reminder.times),
        ]
    }

    /// What follows while nobody has seen it.
    private init(_ row: FollowUpRow) {
        self = [
            "kind": .word(row.kind.rawValue), "target": .string(row.target), "number": .count(row.step),
            "of": .count(row.times), "at": .moment(row.dueAt),
        ]
    }

    /// What is or was wrong with the program itself.
    private init(_ notice: AlertRow.Notice) {
        self = [
            "subject": .string(notice.subject), "sentence": .string(notice.sentence), "since": .moment(notice.since),
            "over": .bool(notice.isOver),
        ]
    }

    /// A delivery with its words, what comes next of it, and each of its attempts.
    ///
    /// - Parameters:
    ///   - words: for people, by the configuration in force, as of the last attempt or of now if it waits; `nil` if not all of it can
    ///     be read.
    ///   - next: `nil` if not all of it can be read.
    init(
        _ history: DeliveryHistory, in installed: Installed, words: (title: String, text: String)?,
        next: DeliveryOutlook?
    ) {
        let taken = history.delivery.work.map { installed.taken(by: $0.delivery.target) }
        let attempts = history.attempts.map { attempt -> JSONValue in
            [
                "number": .count(attempt.number), "startedAt": .moment(attempt.startedAt),
                "finishedAt": .moment(attempt.finishedAt), "outcome": .word(attempt.outcome),
                "proof": .word(attempt.isTaken ? taken?.rawValue : nil),
                "reason": .word(attempt.reason?.rawValue), "detail": .text(attempt.detail),
            ]
        }
        let digest: JSONValue =
            history.companions.map { JSONValue.object(JSONObject([.init("others", .count($0))])) } ?? nil
        let sightings = history.delivery.work?.sightings ?? []
        let followUps = history.followUps.filter {
            installed.look(sightings, for: $0.target, told: history.toldFirst[$0.rule] ?? []) == nil
        }
        self = [
            "delivery": JSONValue(history.delivery, in: installed), "rule": .text(history.delivery.work?.delivery.rule),
            "title": .text(words?.title), "text": .text(words?.text), "digest": digest,
            "withdrawnAt": .moment(history.withdrawnAt),
            "next": next?.json ?? nil, "followUps": .array(followUps.map { JSONValue($0) }),
            "attempts": .array(attempts),
        ]
    }
}

extension DeliveryWork {
    /// When what it tells of has happened: by the server for a transaction, else when it was noticed.
    fileprivate var happenedAt: Timestamp {
        [.transaction, .allowancePaid].contains(alert.event)
            ? transaction?.createdAt ?? alert.createdAt : alert.createdAt
    }
}

extension ProgramCommands {
    /// - Parameter number: as it was typed; there is none such.
    func noDelivery(_ number: String) -> String { "there is no delivery \(number); see: \(line("deliveries list"))" }
}
