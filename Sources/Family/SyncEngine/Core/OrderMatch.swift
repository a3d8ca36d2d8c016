package import AllowanceAPI
package import Store
package import Values

/// What a list says of an order about a record: no order is at its end without a fact, and none is sent again before one was
/// looked for.
package struct OrderMatch: Sendable, Equatable {
    /// What a list makes of an order.
    package enum Step: Sendable, Equatable {
        /// Nothing in it shows that it was carried out.
        case nothing
        /// Probably this is it; what becomes of the attempt decides.
        case claim(RecordRow.ID)
        /// This shows it.
        case confirm(RecordRow.ID, remark: String?)
        /// What it is about is no longer there.
        case supersede(String)
        /// Somebody else has changed this of it since the order was given.
        case contested([OrderContest])
    }

    /// How long after an attempt a server may still carry it out.
    package let settle: Duration

    /// - Parameter settle: see ``SyncTimings/settle``.
    package init(settle: Duration) { self.settle = settle }

    private var intents: IntentMatch { IntentMatch(settle: settle) }

    /// - Parameters:
    ///   - answer: the list that shows it.
    ///   - taken: what counts as another order.
    ///   - own: what the same person's earlier orders have changed of the record since it was given.
    ///   - isSettled: the list was asked for after the server had time enough, or has answered.
    package func step(
        _ intent: IntentRow, among answer: RecordAnswer, taken: Set<String> = [], own: [String] = [], isSettled: Bool
    ) -> Step {
        guard let order = intent.order.record, intent.state.isWaiting else { return .nothing }
        return switch order.deed.form.effect {
        case .makes, .moves: making(intent, order, answer.facts, taken, isSettled)
        case .sets, .removes: setting(intent, order, answer, own, isSettled)
        }
    }

    /// What was not there before it was first sent, looks like it, and was made while it was under way.
    private func making(
        _ intent: IntentRow, _ order: RecordOrder, _ facts: [RecordFact], _ taken: Set<String>, _ isSettled: Bool
    ) -> Step {
        guard let window = intents.window(of: intent), let known = intent.known else { return .nothing }
        let found = order.deed.form.candidates(
            for: order.payload, in: facts, except: known.union(taken), within: window)
        let named = intent.answered.flatMap { id in found.first { $0.id == id } }
        guard let fact = named ?? found.first else { return .nothing }
        let id = RecordRow.ID(rawValue: fact.id)
        // Whatever was sent and is back among what waits has had its time.
        guard isSettled || intent.state == .accepted else { return .claim(id) }
        let loss = order.deed.form.hasLostPhoto(of: order.payload, in: fact) ? RecordOrder.lostPhoto : nil
        let isPlain = named != nil || found.count == 1
        return .confirm(
            id, remark: isPlain ? loss : "\(found.count) are alike; the first is taken for it")
    }

    private func setting(
        _ intent: IntentRow, _ order: RecordOrder, _ answer: RecordAnswer, _ own: [String], _ isSettled: Bool
    ) -> Step {
        guard isSettled, let record = order.record else { return .nothing }
        let sight = order.deed.form.sight(
            of: order.payload, record: record.rawValue, base: order.base, own: own, in: answer.facts,
            isWhole: answer.isWhole)
        switch sight {
        case .done: return .confirm(record, remark: intent.isDoubtful ? nil : "it was so already")
        case .notYet(let contests) where !contests.isEmpty: return .contested(contests)
        // One list may be cut short; what the server says of the record itself comes first.
        case .gone where intent.isDoubtful: return .supersede("what it is about is no longer there")
        case .notYet, .gone: return .nothing
        }
    }

    /// What to do after the list has said what it knows.
    ///
    /// - Parameters:
    ///   - intent: as the list has left it.
    ///   - facts: the list.
    ///   - now: wall time.
    package func verdict(on intent: IntentRow?, among facts: [RecordFact], now: Timestamp) -> IntentMatch.Verdict {
        guard let intent, intent.state.isWaiting, let order = intent.order.record else { return .ended }
        guard intent.state != .accepted else { return .sendAgain }
        // The list may lag behind what the server says of itself.
        if intent.state == .acked {
            guard now.duration(since: intent.dueAt) >= settle else { return .lookAgain }
            let isRepeatable = order.deed.form.effect == .sets || order.deed.form.effect == .removes
            guard isRepeatable, intent.attempts < IntentMatch.attemptLimit else {
                return .park("the server said that it did it, and \(Self.lack(order, facts))")
            }
            return .sendAgain
        }
        guard intent.attempts < IntentMatch.attemptLimit else {
            let why = intent.reason.map { ": \($0)" } ?? ""
            return .park("sent \(intent.attempts) times, and the server has made nothing of it\(why)")
        }
        return .sendAgain
    }

    /// Servers take a setting that they don't know, and keep the others.
    private static func lack(_ order: RecordOrder, _ facts: [RecordFact]) -> String {
        guard let record = order.record?.rawValue else { return "its list does not show it" }
        let unkept = order.deed.form.unkept(of: order.payload, record: record, in: facts)
        return unkept.isEmpty ? "its list does not show it" : "has not kept \(unkept.joined(separator: ", "))"
    }
}
