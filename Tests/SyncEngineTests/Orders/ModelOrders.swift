import AllowanceAPI
import Runtime
import Store
import SyncEngine
import Values

/// A server of wishes and the like that carries orders out, and answers as badly as real servers do.
final class ModelOrders: OrderSender {
    enum Behaviour: Sendable {
        /// Does it and says so.
        case well
        /// Does it; the answer is lost.
        case lostAnswer
        /// Does it, and its lists show that only so many readings later.
        case lagging(Int)
        /// Does nothing.
        case answer(PushOutcome)
    }

    struct State: Sendable {
        /// What there is, by list.
        var facts: [String: [RecordFact]] = [:]
        /// What lists show later, and after how many readings.
        var hidden: [(fact: RecordFact, readings: Int)] = []
        var script: [Behaviour] = []
        var sent: [(deed: RecordOrder.Deed, payload: String, current: String?)] = []
        var readings = 0
        /// What the next readings of lists come to.
        var failures: [FactError] = []
        var isAbsent = false
        /// Called at the moment of the first byte.
        var atFirstByte: (@Sendable (IntentRow) async -> Void)?
        var made = 0
    }

    let state = Lock(State())

    func next(_ behaviours: Behaviour...) { state.withLock { $0.script += behaviours } }

    var sent: Int { state.withLock { $0.sent.count } }

    func set(_ facts: [RecordFact], of owner: String = "alice") { state.withLock { $0.facts[owner] = facts } }

    func facts(of owner: String = "alice") -> [RecordFact] { state.withLock { $0.facts[owner] ?? [] } }

    func evidence(for order: RecordOrder) async throws(FactError) -> Reply<RecordAnswer>? {
        let start = WallClock.system.now
        let found = state.withLock { state -> Result<[RecordFact]?, FactError> in
            state.readings += 1
            if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
            if state.isAbsent { return .success(nil) }
            for index in state.hidden.indices { state.hidden[index].readings -= 1 }
            let shown = state.hidden.filter { $0.readings < 0 }.map(\.fact)
            state.hidden.removeAll { $0.readings < 0 }
            state.facts[order.owner, default: []] += shown
            return .success(state.facts[order.owner] ?? [])
        }
        guard let facts = try found.get() else { return nil }
        return Reply(
            value: RecordAnswer(facts: facts, isWhole: true), startedAt: start, endedAt: WallClock.system.now)
    }

    func listed(_ kind: RecordRow.Kind, of owner: String) async -> Reply<RecordAnswer>? { nil }

    func carryOut(_ order: RecordOrder, of intent: IntentRow, over current: String?) async -> PushOutcome {
        state.withLock { $0.sent.append((order.deed, order.payload, current)) }
        await state.withLock { $0.atFirstByte }?(intent)
        switch state.withLock({ $0.script.isEmpty ? .well : $0.script.removeFirst() }) {
        case .well: return .done(carryOut(order))
        case .lostAnswer:
            _ = carryOut(order)
            return .unclear("the connection broke")
        case .lagging(let readings):
            let id = carryOut(order)
            state.withLock { state in
                guard let fact = state.facts[order.owner]?.popLast() else { return }
                state.hidden.append((fact, readings))
            }
            return .done(id)
        case .answer(let outcome): return outcome
        }
    }

    /// What a server does: makes one, changes it, or takes it away.
    private func carryOut(_ order: RecordOrder) -> RecordRow.ID? {
        state.withLock { state in
            var list = state.facts[order.owner] ?? []
            defer { state.facts[order.owner] = list }
            switch order.deed.effect {
            case .creates:
                state.made += 1
                list.append(.made("made-\(state.made)", order.payload))
                return RecordRow.ID(rawValue: "made-\(state.made)")
            case .moves:
                state.made += 1
                list.append(.made("moved-\(state.made)", order.payload.dropLast() + #","action":"childDeposit"}"#))
            case .deletes: list.removeAll { $0.id == order.record?.rawValue }
            case .updates:
                guard let index = list.firstIndex(where: { $0.id == order.record?.rawValue }) else { return nil }
                // As the member that is changed; the others don't matter here.
                list[index] = .made(list[index].id, order.payload)
            }
            return order.record
        }
    }
}

extension RecordFact {
    /// A record that says what was ordered, made now.
    static func made(_ id: String, _ payload: String) -> RecordFact {
        let content = payload.dropLast() + #","createdAt":"\#(WallClock.system.now.wholeSeconds)"}"#
        return RecordFact(id: id, child: Child.ID(rawValue: "alice"), content: String(content), rank: 1)
    }
}
