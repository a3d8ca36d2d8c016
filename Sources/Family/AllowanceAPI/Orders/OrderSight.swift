import JSON
package import Values

extension OrderForm {
    /// What a list says of an order that changes or takes away a record.
    package enum Sight: Sendable, Equatable {
        /// The record is as it should be.
        case done
        /// It says something else.
        ///
        /// - Parameter contests: what of it is no longer as it was when the order was given: somebody has changed it since.
        case notYet(_ contests: [OrderContest] = [])
        /// The list has no such record.
        case gone
    }

    /// Whether what is wanted is so.
    ///
    /// - Parameters:
    ///   - base: what the record said when the order was given; `nil` asks nobody.
    ///   - own: what the same person's earlier orders have changed of it since.
    ///   - isWhole: what the list lacks is not there.
    package func sight(
        of payload: String, record: String, base: String?, own: [String] = [], in facts: [RecordFact], isWhole: Bool
    ) -> Sight {
        guard let wanted = try? JSONValue(parsing: payload) else { return .notYet() }
        if let isDone = isDone?(wanted, record, facts) { return isDone ? .done : .notYet() }
        guard let fact = facts.first(where: { $0.id == record }) else {
            guard isWhole else { return .notYet() }
            return effect == .removes ? .done : .gone
        }
        if effect == .sets, let content = try? JSONValue(parsing: fact.content),
            Self.isSaid(shown(wanted), by: content)
        {
            return .done
        }
        return .notYet(
            base.map { OrderComparison(self).contests(payload, base: $0, content: fact.content, own: own) } ?? [])
    }

    /// What of an order that changes a record the record does not say, as commands call it; empty where the list lacks the record, or
    /// something else shows what is so.
    package func unkept(of payload: String, record: String, in facts: [RecordFact]) -> [String] {
        guard effect == .sets, let wanted = try? JSONValue(parsing: payload), isDone?(wanted, record, facts) == nil,
            let fact = facts.first(where: { $0.id == record }), let content = try? JSONValue(parsing: fact.content)
        else { return [] }
        return Self.members(shown(wanted)).filter { !Self.isSaid($0, by: content) }.compactMap { member in
            fields.first { $0.name == member.name }?.typed
        }
    }

    /// Whether a fact that is taken for what the order made has lost its photo.
    package func hasLostPhoto(of payload: String, in fact: RecordFact) -> Bool {
        guard let wanted = try? JSONValue(parsing: payload), let content = try? JSONValue(parsing: fact.content) else {
            return false
        }
        return hasLost(wanted, content)
    }

    /// What of a list may be what the order made: it looks like it, and was not there before.
    ///
    /// - Parameters:
    ///   - known: what was there before it was first sent, and what counts as another order.
    ///   - window: when it was under way, by the server's clock.
    package func candidates(
        for payload: String, in facts: [RecordFact], except known: Set<String>, within window: ClosedRange<Timestamp>
    ) -> [RecordFact] {
        guard let wanted = try? JSONValue(parsing: payload) else { return [] }
        return facts.filter { fact in
            guard !known.contains(fact.id), let content = try? JSONValue(parsing: fact.content),
                looksLike(wanted, content)
            else { return false }
            guard case .string(let text)? = content["createdAt"] ?? content["doneAt"], let made = Timestamp(text) else {
                return true
            }
            return window.contains(made)
        }
    }
}
