import JSON
import Runtime
import Store
import TextFormats
import Values

/// Tells how something came to be told, or why nobody was told of it.
struct ExplainDesk: Sendable {
    let api: ControlAPI
    private let explaining: Explaining

    init(api: ControlAPI) {
        self.api = api
        explaining = Explaining(api.store)
    }

    /// Of an id no more is needed than tells it from others, and no less than people write.
    private static let shortest = 4

    /// `explain?id=…`: a delivery's number, an alert's key, a transaction's or a record's id, or how only one of them begins.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        guard let text = request.query["id"], !text.isEmpty else {
            throw ControlAnswer.Refusal(.malformed, "it is not said what is meant")
        }
        if let number = Int64(text), let matter = try await matter(ofDelivery: number) { return try await json(matter) }
        if let matter = try await explaining.matter(ofAlert: AlertRow.Key(rawValue: text)) {
            return try await json(matter)
        }
        let id = text.lowercased()
        if id.utf8.count >= Self.shortest, let matter = try await matter(startingWith: id, text) {
            return try await json(matter)
        }
        throw ControlAnswer.Refusal(
            .unknown, "nothing here is called '\(text)'",
            hint: "see: \(api.commands.line("deliveries list")), \(api.commands.line("transactions --ids"))")
    }

    private func matter(ofDelivery number: Int64) async throws -> ExplainedMatter? {
        let history = try await api.store.history(of: DeliveryRow.Number(rawValue: number))
        guard let key = history?.delivery.work?.delivery.alert else { return nil }
        return try await explaining.matter(ofAlert: key)
    }

    private func matter(startingWith id: String, _ text: String) async throws -> ExplainedMatter? {
        let found = try await explaining.transactions(startingWith: id)
        if let row = found.first(where: { $0.id.rawValue == id }) ?? (found.count == 1 ? found[0] : nil) {
            return try await explaining.matter(of: row)
        }
        guard found.isEmpty else {
            let ids = found.prefix(5).map(\.id.rawValue).joined(separator: ", ")
            throw ControlAnswer.Refusal(
                .unknown, "more than one transaction begins with '\(text)'", hint: "write more of it: \(ids)")
        }
        let alerts = try await explaining.alerts(ofRecord: id)
        guard !alerts.isEmpty else { return nil }
        return ExplainedMatter(alerts, of: alerts[0].child)
    }

    // MARK: The answer

    private func json(_ matter: ExplainedMatter) async throws -> JSONValue {
        let installed = await api.installed()
        let currency = installed.currency
        var alerts: [JSONValue] = []
        for alert in matter.alerts { alerts.append(try await json(alert, installed)) }
        return [
            "transaction": matter.transaction.map { JSONValue($0, child: matter.child, in: currency) } ?? nil,
            "firstSeenAt": .moment(matter.transaction?.firstSeenAt),
            "hints": .array(matter.hints.map(json)), "alerts": .array(alerts),
        ]
    }

    private func json(_ heard: HeardHint) -> JSONValue {
        [
            "account": .string(heard.account), "message": .string(heard.hint.target),
            "receivedAt": .moment(heard.hint.receivedAt), "state": .word(heard.hint.state.rawValue),
            "settledAt": .moment(heard.hint.settledAt),
        ]
    }

    private func json(_ history: AlertHistory, _ installed: Installed) async throws -> JSONValue {
        let currency = installed.currency
        var deliveries: [JSONValue] = []
        for delivery in history.deliveries { deliveries.append(try await api.json(delivery, currency)) }
        let (verdicts, alert) = (api.judge(history), history.alert)
        let isChanged = history.isTold(otherwiseThan: verdicts)
        let planned = isChanged ? [] : history.ofItsRule(verdicts).flatMap(\.later)
        return [
            "alert": .string(alert.key.rawValue), "event": .word(alert.event.rawValue),
            "at": .moment(alert.createdAt), "late": .bool(alert.isLate),
            "child": history.child.map { JSONValue(naming: $0) } ?? nil, "balance": .amount(alert.balance),
            "threshold": .amount(alert.threshold), "currency": .string(currency.code),
            "notice": .text(alert.notice?.sentence), "reminder": JSONValue(alert.reminder),
            "rules": .array(verdicts.map(json)), "rulesChanged": .bool(isChanged),
            "dropped": .array(
                history.dropped.map {
                    [
                        "target": .string($0.target), "rule": .text($0.rule), "reason": .word($0.reason.rawValue),
                        "why": .string($0.reason.sentence),
                    ]
                }),
            "deliveries": .array(deliveries),
            "later": .array(
                LaterTelling.all(of: history, planned: planned, by: installed.counting).map { later in
                    let (target, taken) = (later.plan.target, installed.taken(by: later.plan.target))
                    return json(later) { Proof(of: $0, at: target, seen: history.sightings, taken: taken) }
                }),
            "seen": history.seen.map { ["at": .moment($0.at), "by": .string($0.by)] } ?? nil,
        ]
    }

    /// - Parameter proof: of a delivery in this state.
    private func json(_ later: LaterTelling, proof: (DeliveryRow.State) -> Proof?) -> JSONValue {
        let (word, moment): (String, Timestamp?)
        var number: DeliveryRow.Number?
        var state: DeliveryRow.State?
        var (reason, why): (String?, String?) = (nil, nil)
        switch later.standing {
        case .planned(let at): (word, moment) = ("planned", at)
        case .caused(let delivery, let stands, let failure, let at):
            (word, moment) = ("caused", at)
            (number, state, reason) = (delivery, stands, failure?.rawValue)
        case .needless(let end, let at, let delivery):
            (word, moment) = ("notNeeded", at)
            (number, reason, why) = (delivery, end.rawValue, end.sentence)
        }
        return [
            "kind": .word(later.plan.kind.rawValue), "target": .string(later.plan.target),
            "number": .count(later.plan.number), "of": .count(later.plan.times), "state": .string(word),
            "at": .moment(moment), "delivery": number.map { .count(Int($0.rawValue)) } ?? nil,
            "deliveryState": .word(state?.rawValue), "proof": .word(state.flatMap(proof)?.rawValue),
            "reason": .word(reason), "why": .text(why),
        ]
    }

    private func json(_ verdict: RuleVerdict) -> JSONValue {
        func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
        return [
            "rule": .string(verdict.rule), "place": .text(verdict.place), "matches": .bool(verdict.refusedBy == nil),
            "refusedBy": .text(verdict.refusedBy), "why": .text(verdict.why), "tells": names(verdict.tells),
            "drops": names(verdict.drops), "outdone": names(verdict.outdone),
        ]
    }
}

extension AlertHistory {
    /// Of what only a rule defines, that rule's alone.
    fileprivate func ofItsRule(_ verdicts: [RuleVerdict]) -> [RuleVerdict] {
        verdicts.filter { alert.rule == nil || $0.rule == alert.rule }
    }

    /// Whether today's rules would tell others of it: then they are not those by which it was planned.
    fileprivate func isTold(otherwiseThan verdicts: [RuleVerdict]) -> Bool {
        // Whom a problem is told depends on what was in trouble then.
        guard alert.notice == nil, alert.reminder == nil, !alert.closesThread else { return false }
        let works = deliveries.compactMap { $0.delivery.work?.delivery }
        guard works.count == deliveries.count else { return false }
        let told = Set(works.map { [$0.rule ?? "", $0.target] } + dropped.map { [$0.rule ?? "", $0.target] })
        let planned = ofItsRule(verdicts).flatMap { verdict in
            (verdict.tells + verdict.drops).map { [verdict.rule, $0] }
        }
        return told != Set(planned)
    }
}
