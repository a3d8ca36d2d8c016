import Store
import Testing
import Values

@testable import Relay

@Suite("The lane, decided")
struct LaneMachineTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private func entry(_ number: Int64, due: Int64 = 0, attempts: Int = 0, inDoubt: Bool = false) -> LaneQueue.Entry {
        LaneQueue.Entry(
            number: .init(rawValue: number), dueAt: Self.now.advanced(by: .seconds(due)), attempts: attempts,
            isInDoubt: inDoubt)
    }

    private func attempt(_ attempts: Int = 1, first: Int64? = nil) -> LaneAttempt {
        LaneAttempt(
            number: .init(rawValue: 1), attempts: attempts,
            firstAttemptAt: first.map { Self.now.advanced(by: .seconds($0)) })
    }

    private func numbers(_ values: Int64...) -> [DeliveryRow.Number] { values.map { .init(rawValue: $0) } }

    private func machine(
        deduplicates: Bool = true, inDoubt: TargetConfiguration.DoubtPolicy = .repeat
    ) -> LaneMachine {
        LaneMachine(LanePolicy(deduplicates: deduplicates, inDoubt: inDoubt, window: 4))
    }

    // MARK: Steps

    @Test("the oldest goes first, and holds back the others until it is due")
    func order() {
        let machine = machine()
        #expect(machine.step(LaneQueue(inOrder: [], aside: nil), now: Self.now) == .rest(until: nil))
        #expect(
            machine.step(LaneQueue(inOrder: [entry(1), entry(2)], aside: nil), now: Self.now) == .send(numbers(1)))
        #expect(
            machine.step(LaneQueue(inOrder: [entry(1, due: 9), entry(2)], aside: nil), now: Self.now)
                == .rest(until: Self.now.advanced(by: .seconds(9))))
    }

    @Test("one that stepped aside goes when it is due and nothing older is")
    func aside() {
        let machine = machine()
        let step = { (queue: LaneQueue) in machine.step(queue, now: Self.now) }
        #expect(step(LaneQueue(inOrder: [entry(5)], aside: entry(1, attempts: 4))) == .send(numbers(1)))
        #expect(step(LaneQueue(inOrder: [entry(5)], aside: entry(9, attempts: 4))) == .send(numbers(5)))
        #expect(step(LaneQueue(inOrder: [entry(5, due: 3)], aside: entry(9, attempts: 4))) == .send(numbers(9)))
        #expect(step(LaneQueue(inOrder: [entry(5)], aside: entry(1, due: 3, attempts: 4))) == .send(numbers(5)))
        #expect(
            step(LaneQueue(inOrder: [entry(5, due: 7)], aside: entry(1, due: 3, attempts: 4)))
                == .rest(until: Self.now.advanced(by: .seconds(3))))
    }

    @Test("batches grow while a target that tells repeats apart is quick, and are one otherwise")
    func window() {
        let queue = LaneQueue(inOrder: (1...9).map { entry($0) }, aside: nil)
        var quick = machine()
        for expected in [1, 2, 4, 4] {
            #expect(quick.step(queue, now: Self.now) == .send((1...Int64(expected)).map { .init(rawValue: $0) }))
            quick.batchEnded(took: .milliseconds(1))
        }
        quick.batchEnded(took: .seconds(1))
        #expect(quick.step(queue, now: Self.now) == .send(numbers(1, 2)))
        _ = quick.settle(.retry(.serverError, "x"), of: attempt(), now: Self.now, jitter: 1)
        #expect(quick.step(queue, now: Self.now) == .send(numbers(1)))
        var blind = machine(deduplicates: false)
        blind.batchEnded(took: .milliseconds(1))
        #expect(blind.step(queue, now: Self.now) == .send(numbers(1)))
    }

    @Test("what is in doubt is skipped at a target that must not be told twice, even while it rests")
    func skips() {
        let queue = LaneQueue(
            inOrder: [entry(1, inDoubt: true), entry(2)], aside: entry(3, attempts: 4, inDoubt: true))
        var careful = machine(deduplicates: false, inDoubt: .skip)
        #expect(careful.step(queue, now: Self.now) == .skip(numbers(1, 3)))
        _ = careful.settle(.retry(.rateLimited, after: .seconds(9), "x"), of: attempt(), now: Self.now, jitter: 1)
        #expect(careful.step(queue, now: Self.now) == .skip(numbers(1, 3)))
        #expect(machine(deduplicates: true, inDoubt: .skip).step(queue, now: Self.now) == .send(numbers(1)))
        #expect(machine(deduplicates: false).step(queue, now: Self.now) == .send(numbers(1)))
    }

    // MARK: Verdicts, in each condition

    private func conditions(_ base: LaneMachine) -> [LaneMachine] {
        var failing = base, suspended = base
        _ = failing.settle(.retry(.unreachable, "x"), of: attempt(), now: Self.now, jitter: 0)
        _ = suspended.settle(.endpointDead(.gone, "x"), of: attempt(), now: Self.now, jitter: 0)
        return [base, failing, suspended]
    }

    @Test("delivered: the lane works, and tells if it didn't before")
    func delivered() {
        for (index, start) in conditions(machine()).enumerated() {
            var machine = start
            let settlement = machine.settle(.delivered, of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .delivered && settlement.goesOn)
            #expect(settlement.targetIsBack == (index > 0))
            #expect(machine.condition == .working && machine.restsUntil == nil)
        }
    }

    @Test("refused: this one is parked, the next goes")
    func refused() {
        for start in conditions(machine()) {
            var machine = start
            let settlement = machine.settle(.refused(.rejected, "no"), of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .dead && settlement.end.reason == "rejected" && settlement.goesOn)
            #expect(machine.condition == .working)
        }
    }

    @Test(
        "a failure waits as long as the step and the dice say",
        arguments: [(1, 5), (2, 60), (3, 300), (4, 1_800), (5, 7_200), (6, 21_600), (9, 21_600)])
    func backoff(_ attempts: Int, _ seconds: Int) {
        for start in conditions(machine()) {
            for (jitter, share) in [(0.0, 0), (0.5, seconds * 500), (1.0, seconds * 1_000), (7.0, seconds * 1_000)] {
                var machine = start
                let settlement = machine.settle(
                    .retry(.serverError, "x"), of: attempt(attempts), now: Self.now, jitter: jitter)
                #expect(settlement.end.outcome == .retry(at: Self.now.advanced(by: .milliseconds(share))))
                #expect(!settlement.goesOn && machine.condition == .failing(.serverError))
            }
        }
    }

    @Test(
        "a target's wish is a floor for the message and a rest for the target, up to six hours",
        arguments: [(0, 5), (3, 5), (90, 90), (1_000_000_000, 21_600)])
    func retryAfter(_ wish: Int, _ expected: Int) {
        var machine = machine()
        let settlement = machine.settle(
            .retry(.rateLimited, after: .seconds(wish), "x"), of: attempt(1), now: Self.now, jitter: 1)
        #expect(settlement.end.outcome == .retry(at: Self.now.advanced(by: .seconds(expected))))
        let until = Self.now.advanced(by: .seconds(min(wish, 21_600)))
        #expect(machine.restsUntil == until)
        let queue = LaneQueue(inOrder: [entry(2)], aside: nil)
        #expect(machine.step(queue, now: Self.now) == (wish == 0 ? .send(numbers(2)) : .rest(until: until)))
        #expect(machine.step(queue, now: until) == .send(numbers(2)))
    }

    @Test("a dead endpoint suspends the target for six hours, or until somebody says that it works")
    func suspended() {
        for start in conditions(machine()) {
            var machine = start
            let settlement = machine.settle(.endpointDead(.gone, "x"), of: attempt(), now: Self.now, jitter: 0)
            let until = Self.now.advanced(by: .seconds(21_600))
            #expect(settlement.end.outcome == .retry(at: until) && !settlement.goesOn)
            #expect(machine.condition == .suspended(.gone))
            let queue = LaneQueue(inOrder: [entry(2)], aside: nil)
            #expect(machine.step(queue, now: Self.now) == .rest(until: until))
            machine.resume()
            #expect(machine.step(queue, now: Self.now) == .send(numbers(2)))
        }
    }

    @Test("doubt: repeated where that is harmless or wished, skipped where it isn't")
    func doubt() {
        let verdict = Verdict.inDoubt(.timedOut, "x")
        for start in conditions(machine()) + conditions(machine(deduplicates: false)) {
            var machine = start
            let settlement = machine.settle(verdict, of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .inDoubt(retryAt: Self.now.advanced(by: .seconds(5))))
            #expect(!settlement.goesOn)
        }
        for start in conditions(machine(deduplicates: false, inDoubt: .skip)) {
            var machine = start
            let settlement = machine.settle(verdict, of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .skipped && settlement.goesOn)
        }
    }

    @Test(
        "after 72 hours a person has to decide",
        arguments: [(-259_200, 0.0, false), (-259_200, 1.0, true), (-100, 1.0, false)])
    func givesUp(_ first: Int64, _ jitter: Double, _ isOver: Bool) {
        var machine = machine()
        let settlement = machine.settle(
            .retry(.serverError, "answered 500"), of: attempt(12, first: first), now: Self.now, jitter: jitter)
        #expect((settlement.end.outcome == .dead) == isOver)
        if isOver {
            #expect(settlement.end.reason == "gave-up")
            #expect(settlement.end.detail == "given up after 12 attempts; the last one: answered 500")
        }
    }

    // MARK: A walk

    @Test("whatever happens, in whatever order, the promises hold", arguments: 0..<50 as Range<UInt64>)
    func walk(_ seed: UInt64) {
        var dice = SplitMix(seed)
        var lane = SimulatedLane(
            machine: machine(deduplicates: seed % 2 == 0, inDoubt: seed % 3 == 0 ? .skip : .repeat), count: 12)
        for _ in 0..<2_000 where lane.isOpen { lane.advance(&dice) }
        #expect(!lane.isOpen, "some delivery never came to an end")
        #expect(lane.broken.isEmpty, "\(lane.broken)")
    }
}
