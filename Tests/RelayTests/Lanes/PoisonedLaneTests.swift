import Store
import Testing
import Values

@testable import Relay

/// A lane towards a receiver that takes all but some messages, without a store, a network or a clock.
@Suite("A lane with messages that its target cannot take")
struct PoisonedLaneTests {
    private struct Delivery {
        let isPoison: Bool
        let createdAt: Timestamp
        var dueAt: Timestamp
        var attempts = 0
        var isOpen = true
    }

    private struct Simulation {
        var machine = LaneMachine(LanePolicy(deduplicates: true, inDoubt: .repeat, window: 4))
        var deliveries: [Delivery] = []
        var now = PoisonedLaneTests.start
        /// The longest that a good one has waited.
        var longest = Duration.zero
        let jitter: Double

        /// As the store gives it: two at most of each kind, and the oldest new one.
        var queue: LaneQueue {
            let open = deliveries.indices.filter { deliveries[$0].isOpen && deliveries[$0].createdAt <= now }
            let due = open.filter { deliveries[$0].attempts == 0 || deliveries[$0].dueAt <= now }
            let (inOrder, aside) = (
                due.filter { deliveries[$0].attempts < machine.policy.patience },
                due.filter { deliveries[$0].attempts >= machine.policy.patience }
            )
            return LaneQueue(
                due: inOrder.prefix(4).map(entry), fresh: inOrder.first { deliveries[$0].attempts == 0 }.map(entry),
                aside: aside.sorted { deliveries[$0].dueAt < deliveries[$1].dueAt }.prefix(2).map(entry),
                nextDueAt: open.map { deliveries[$0].dueAt }.filter { $0 > now }.min())
        }

        func entry(_ index: Int) -> LaneQueue.Entry {
            LaneQueue.Entry(
                number: .init(rawValue: Int64(index)), attempts: deliveries[index].attempts, isInDoubt: false)
        }

        mutating func advance(_ verdict: Verdict) {
            switch machine.step(queue, now: now) {
            case .send(let numbers):
                for number in numbers where !attempt(Int(number.rawValue), verdict) { break }
                now = now.advanced(by: .milliseconds(10))
            case .rest(let until):
                let coming = deliveries.map(\.createdAt).first { $0 > now }
                now = [until, coming].compactMap { $0 }.min() ?? now.advanced(by: .seconds(3_600))
            case .carryOut, .takeBack, .skip, .gather, .release: Issue.record("nothing of this was asked for")
            }
        }

        mutating func attempt(_ index: Int, _ verdict: Verdict) -> Bool {
            deliveries[index].attempts += 1
            let settlement = machine.settle(
                deliveries[index].isPoison ? verdict : .delivered,
                of: LaneAttempt(
                    number: .init(rawValue: Int64(index)), attempts: deliveries[index].attempts, triedFor: .zero),
                now: now, jitter: jitter)
            switch settlement.end.outcome {
            case .retry(let moment), .inDoubt(let moment): deliveries[index].dueAt = moment
            case .delivered, .dead, .skipped, .notSent:
                deliveries[index].isOpen = false
                longest = max(longest, now.duration(since: deliveries[index].createdAt))
            }
            guard settlement.targetIsBack else { return settlement.goesOn }
            for index in deliveries.indices where deliveries[index].isOpen {
                deliveries[index].dueAt = min(deliveries[index].dueAt, now)
            }
            return settlement.goesOn
        }
    }

    private static let start = Timestamp(seconds: 1_000_000)

    @Test(
        "however many fail, a good one waits for one short pause for each new bad one before it",
        arguments: ["PG", "GP", "PPG", "PGPG", "PPPGG"], [Verdict.retry(.serverError, "x"), .inDoubt(.timedOut, "x")])
    func poisons(_ round: String, _ verdict: Verdict) {
        for jitter in [0, 0.5, 1] {
            var simulation = Simulation(jitter: jitter)
            // One that shows that the target is alive, then bad and good ones for ten minutes, bad ones for as long as the pauses take.
            let bad = round.count { $0 == "P" }
            let pause = 2 + 5 * bad
            var kinds = [(isPoison: false, second: 0)]
            for second in stride(from: 1, to: 600, by: pause) { kinds += round.map { ($0 == "P", second) } }
            simulation.deliveries = kinds.map { kind in
                let moment = Self.start.advanced(by: .seconds(kind.second))
                return Delivery(isPoison: kind.isPoison, createdAt: moment, dueAt: moment)
            }
            let end = Self.start.advanced(by: .seconds(660))
            for _ in 0..<20_000 where simulation.now < end { simulation.advance(verdict) }
            #expect(simulation.now >= end)
            #expect(simulation.deliveries.allSatisfy { $0.isPoison == $0.isOpen }, "good ones came, bad ones wait")
            #expect(simulation.longest <= .seconds(5 * bad + 6), "\(round) \(jitter): \(simulation.longest)")
        }
    }

    @Test("a success speaks for the target for two minutes: then the oldest asks again, and the order stays")
    func down() {
        var machine = LaneMachine(LanePolicy(deduplicates: true, inDoubt: .repeat, window: 4))
        func entry(_ number: Int64, _ attempts: Int) -> LaneQueue.Entry {
            LaneQueue.Entry(number: .init(rawValue: number), attempts: attempts, isInDoubt: false)
        }
        func fail(_ number: Int64, _ attempts: Int, at moment: Timestamp, _ verdict: Verdict) {
            _ = machine.settle(
                verdict, of: LaneAttempt(number: .init(rawValue: number), attempts: attempts, triedFor: .zero),
                now: moment, jitter: 1)
        }
        fail(1, 1, at: Self.start, .delivered)
        let queue = LaneQueue(due: [entry(2, 1), entry(3, 1), entry(4, 0)])
        for (second, verdict, next) in [
            (10, .retry(.serverError, "x"), 4), (119, .retry(.serverError, "x"), 4),
            (200, .retry(.serverError, "x"), 2),
            // Nobody has read any.
            (10, .retry(.unreachable, "x"), 2),
        ] as [(Int, Verdict, Int64)] {
            let before = machine
            let moment = Self.start.advanced(by: .seconds(second))
            fail(2, 1, at: moment, verdict)
            fail(3, 1, at: moment, verdict)
            let asked = max(machine.outage!.freshAt, moment)
            // The pause's end may lie beyond what the success speaks for.
            let isBeyond = asked.duration(since: Self.start) > Outage.proof
            #expect(machine.step(queue, now: asked) == .send([.init(rawValue: isBeyond ? 2 : next)]))
            machine = before
        }
    }
}
