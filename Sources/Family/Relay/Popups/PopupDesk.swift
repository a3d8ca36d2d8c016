/// Decides who shows a popup, and whether it was shown. A pure value: limits are measured by whoever drives it.
///
/// Every agent of the target shows it, since nobody knows before which desk a person sits; the first that has shown it counts.
struct PopupDesk: Sendable, Equatable {
    /// One connection of an agent.
    struct Agent: Hashable, Sendable { let number: UInt64 }

    /// What became of a popup.
    enum Outcome: Sendable, Equatable {
        case shown
        /// Nobody has it on the screen, for sure.
        case nobody
        /// Somebody may have it on the screen.
        case lost
    }

    enum Answer: Sendable, Equatable { case shown, notShown }

    enum Action: Sendable, Equatable {
        case show(delivery: String, Agent)
        case settle(delivery: String, Outcome)
        /// It does not answer, or cannot show anything: its connection is of no use.
        case dismiss(Agent)
    }

    private struct Offer: Equatable {
        let target: String
        /// Whose answer is out.
        var waiting: Set<Agent>
        /// One of those has gone without a word.
        var mayBeShown = false
    }

    private var agents: [Agent: String] = [:]
    private var offers: [String: Offer] = [:]

    func isAnybodyThere(for target: String) -> Bool { agents.values.contains(target) }

    mutating func came(_ agent: Agent, for target: String) { agents[agent] = target }

    mutating func left(_ agent: Agent) -> [Action] {
        guard agents.removeValue(forKey: agent) != nil else { return [] }
        return offers.keys.sorted().flatMap { resolve($0, for: agent, mayBeShown: true) }
    }

    mutating func offer(_ delivery: String, to target: String) -> [Action] {
        let those = agents.filter { $0.value == target }.keys.sorted { $0.number < $1.number }
        guard !those.isEmpty else { return [.settle(delivery: delivery, .nobody)] }
        offers[delivery] = Offer(target: target, waiting: Set(those))
        return those.map { .show(delivery: delivery, $0) }
    }

    /// Answers to what nobody offered, or what is settled, mean nothing.
    mutating func answered(_ answer: Answer, to delivery: String, by agent: Agent) -> [Action] {
        guard offers[delivery]?.waiting.contains(agent) == true else { return [] }
        switch answer {
        case .shown:
            offers[delivery] = nil
            return [.settle(delivery: delivery, .shown)]
        case .notShown:
            agents[agent] = nil
            let others = offers.keys.sorted().flatMap { resolve($0, for: agent, mayBeShown: $0 != delivery) }
            return [.dismiss(agent)] + others
        }
    }

    /// Whoever has not answered by now will not: it is stuck, and comes back when it is not.
    mutating func limitPassed(_ delivery: String) -> [Action] {
        guard let offer = offers.removeValue(forKey: delivery) else { return [] }
        let stuck = offer.waiting.sorted { $0.number < $1.number }
        return stuck.map { .dismiss($0) } + [.settle(delivery: delivery, .lost)] + stuck.flatMap { left($0) }
    }

    private mutating func resolve(_ delivery: String, for agent: Agent, mayBeShown: Bool) -> [Action] {
        guard var offer = offers[delivery], offer.waiting.remove(agent) != nil else { return [] }
        offer.mayBeShown = offer.mayBeShown || mayBeShown
        offers[delivery] = offer.waiting.isEmpty ? nil : offer
        guard offer.waiting.isEmpty else { return [] }
        return [.settle(delivery: delivery, offer.mayBeShown ? .lost : .nobody)]
    }
}
