import Testing
import Values

@testable import DemoBackend

@Suite struct LifePlanTests {
    private func children() -> [SimulatedChild] {
        var generator = SeededGenerator(seed: 3)
        return SimulatedFamily(history: 12, now: Timestamp(seconds: 0), using: &generator).children
    }

    private func deeds(_ count: Int, seed: UInt64) -> [LifeDeed] {
        var plan = LifePlan(seed: seed)
        let children = children()
        return (0..<count).map { _ in plan.next(children: children).deed }
    }

    @Test("the same seed gives the same life, another one another")
    func seeds() {
        #expect(deeds(50, seed: 7) == deeds(50, seed: 7))
        #expect(deeds(50, seed: 7) != deeds(50, seed: 8))
    }

    @Test("a round of twelve has an allowance, an overdraft, a cut and a restart", arguments: [1, 2, 3] as [UInt64])
    func rounds(_ seed: UInt64) {
        let deeds = deeds(12, seed: seed)
        #expect(deeds.filter { $0 == .cut }.count == 1 && deeds.filter { $0 == .restart }.count == 1)
        #expect(deeds.contains { if case .allowance = $0 { true } else { false } })
        #expect(deeds.contains { if case .overdraft = $0 { true } else { false } })
    }

    @Test("purchases are covered, overdrafts never, and everybody waits a little")
    func amounts() {
        var plan = LifePlan(seed: 5)
        let children = children()
        for _ in 0..<500 {
            let (wait, deed) = plan.next(children: children)
            #expect(wait >= .milliseconds(300) && wait <= .milliseconds(1_200))
            switch deed {
            case .transaction(let draft):
                let balance = children.first { $0.id == draft.child }?.balance ?? .zero
                #expect(draft.kind == .credit || draft.amount <= balance)
                #expect(Decimal.zero < draft.amount)
            case .overdraft(let draft):
                let balance = children.first { $0.id == draft.child }?.balance ?? .zero
                #expect(draft.kind == .debit && balance < draft.amount)
            case .allowance, .cut, .restart: continue
            }
        }
    }
}
