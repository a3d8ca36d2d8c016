import Store
import TestNumbers
import Testing
import Values

@testable import Relay

@Suite("The lane, decided")
struct LaneMachineTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private func entry(_ number: Int64, attempts: Int = 0, inDoubt: Bool = false) -> LaneQueue.Entry {
        LaneQueue.Entry(number: .init(rawValue: number), attempts: attempts, isInDoubt: inDoubt)
    }

    private func queue(
        marked: [LaneQueue.Entry] = [], due: [LaneQueue.Entry] = [], aside: [LaneQueue.Entry] = [], next: Double? = nil
    ) -> LaneQueue {
        LaneQueue(marked: marked, due: due, aside: aside, nextDueAt: next.map(after))
    }

    private func after(_ seconds: Double) -> Timestamp { Self.now.advanced(by: .seconds(seconds)) }

    private func attempt(_ attempts: Int = 1, of number: Int64 = 1, triedFor: Int64 = 0) -> LaneAttempt {
        LaneAttempt(number: .init(rawValue: number), attempts: attempts, triedFor: .seconds(triedFor))
    }

    private func numbers(_ values: Int64...) -> [DeliveryRow.Number] { values.map { .init(rawValue: $0) } }

    private func machine(
        deduplicates: Bool = true, inDoubt: TargetConfiguration.DoubtPolicy = .repeat
    ) -> LaneMachine {
        LaneMachine(LanePolicy(deduplicates: deduplicates, inDoubt: inDoubt, window: 4))
    }

    /// The lane in each of its conditions: working, doubted, failing, suspended.
    private func conditions(_ base: LaneMachine) -> [LaneMachine] {
        var doubted = base, failing = base, suspended = base
        _ = doubted.settle(.retry(.serverError, "x"), of: attempt(2, of: 9), now: Self.now, jitter: 1)
        _ = failing.settle(.retry(.unreachable, "x"), of: attempt(of: 9), now: Self.now, jitter: 1)
        _ = suspended.settle(.endpointDead(.gone, "x"), of: attempt(of: 9), now: Self.now, jitter: 1)
        return [base, doubted, failing, suspended]
    }

    // MARK: Steps, in each condition

    @Test("the oldest that are due go, and what is not due holds back nobody while the target works")
    func order() {
        let machine = machine()
        #expect(machine.step(queue(), now: Self.now) == .rest(until: nil))
        #expect(machine.step(queue(next: 9), now: Self.now) == .rest(until: after(9)))
        #expect(machine.step(queue(due: [entry(1), entry(2)]), now: Self.now) == .send(numbers(1)))
        #expect(machine.step(queue(due: [entry(2)], next: 9), now: Self.now) == .send(numbers(2)))
    }

    @Test("while nobody is there nothing is sent or let go, and marks are taken back, whatever state the target is in")
    func away() {
        for machine in conditions(machine()) {
            let waiting = LaneQueue(due: [entry(1), entry(2)], nextDueAt: after(9), heldUntil: Self.now, gathers: true)
            #expect(machine.step(waiting, now: Self.now, isAway: true) == .rest(until: nil))
            let marked = queue(marked: [entry(1)], due: [entry(2)])
            #expect(machine.step(marked, now: Self.now, isAway: true) == .takeBack)
        }
    }

    @Test("whoever goes away says nothing against the target; only one that everybody goes away with may be to blame")
    func wentAway() {
        for former in conditions(machine()) {
            var machine = former
            let left = machine.settle(.away("x"), of: attempt(), now: Self.now, jitter: 1)
            #expect(left.end.outcome == .notSent && !left.goesOn && machine.standing == former.standing)
            let lost = machine.settle(.lost("x"), of: attempt(3), now: Self.now, jitter: 1)
            #expect(lost.end.outcome == .inDoubt(retryAt: Self.now) && machine.standing == former.standing)
            #expect(lost.end.sign == AttemptEnd.Sign.none)
            let again = machine.settle(.lost("x"), of: attempt(4), now: Self.now, jitter: 1)
            guard case .inDoubt(let moment) = again.end.outcome else {
                Issue.record("\(again)")
                return
            }
            #expect(moment > Self.now && machine.standing != former.standing)
        }
    }

    @Test("what was held is let go once it is time, whatever state the target is in, but not before what is marked")
    func released() {
        for machine in conditions(machine()) {
            let due = LaneQueue(due: [entry(1)], heldUntil: Self.now)
            #expect(machine.step(due, now: Self.now) == .release)
            let later = machine.step(LaneQueue(heldUntil: after(30)), now: Self.now)
            guard case .rest(let until?) = later else {
                Issue.record("\(later)")
                continue
            }
            #expect(until == after(30))
            let waiting = machine.step(LaneQueue(heldUntil: after(0.5)), now: Self.now)
            #expect(waiting == .rest(until: after(0.5)), "however long the target is left alone")
            let marked = LaneQueue(marked: [entry(7, attempts: 1)], heldUntil: Self.now)
            #expect(machine.step(marked, now: Self.now) != .release)
        }
    }

    @Test("one that stepped aside goes when it is due and nothing older is")
    func aside() {
        let machine = machine()
        let step = { (due: [Int64], aside: [Int64]) in
            machine.step(queue(due: due.map { entry($0) }, aside: aside.map { entry($0, attempts: 4) }), now: Self.now)
        }
        #expect(step([5], [1]) == .send(numbers(1)))
        #expect(step([5], [9]) == .send(numbers(5)))
        #expect(step([], [9, 10]) == .send(numbers(9)))
    }

    @Test("what is marked is sent before anything else while the target works, and taken back when it doesn't")
    func marked() {
        let queue = queue(marked: [entry(7, attempts: 1), entry(8, attempts: 1)], due: [entry(9)])
        let all = conditions(machine())
        for machine in all.prefix(2) { #expect(machine.step(queue, now: Self.now) == .carryOut(numbers(7, 8))) }
        for machine in all.suffix(2) { #expect(machine.step(queue, now: Self.now) == .takeBack) }
        #expect(all.map(\.isOpen) == [true, false, false, false])
    }

    @Test("what was born marked behind a batch does not pass those of it that were put back")
    func putBack() {
        let queue = queue(marked: [entry(9, attempts: 1)], due: [entry(7), entry(8)])
        for machine in conditions(machine()) { #expect(machine.step(queue, now: Self.now) == .takeBack) }
        // While one that failed may be to blame itself, what was never tried passes it.
        let again = self.queue(marked: [entry(9, attempts: 1)], due: [entry(7, attempts: 1)])
        let steps = conditions(machine()).prefix(2).map { $0.step(again, now: Self.now) }
        #expect(steps == [.takeBack, .carryOut(numbers(9))])
    }

    @Test("after a message failed alone, one that was never tried goes first")
    func doubted() {
        let machine = conditions(machine())[1]
        #expect(
            machine.step(queue(due: [entry(1, attempts: 2), entry(5), entry(6)]), now: Self.now) == .send(numbers(5)))
        #expect(machine.step(queue(due: [entry(1, attempts: 2)]), now: Self.now) == .send(numbers(1)))
        #expect(machine.step(queue(aside: [entry(1, attempts: 5)]), now: Self.now) == .send(numbers(1)))
        #expect(machine.step(queue(), now: Self.now) == .rest(until: nil))
    }

    @Test("a target that is down is asked by the oldest, at its moment and by one alone")
    func probes() {
        let machine = conditions(machine())[2]
        let waiting = queue(due: [entry(1, attempts: 1), entry(2), entry(3)])
        #expect(machine.step(waiting, now: Self.now) == .rest(until: after(5)))
        #expect(machine.step(waiting, now: after(5)) == .send(numbers(1)))
        #expect(machine.step(queue(aside: [entry(1, attempts: 4)]), now: after(5)) == .send(numbers(1)))
        #expect(machine.step(queue(next: 3), now: Self.now) == .rest(until: after(5)))
        #expect(machine.step(queue(next: 30), now: Self.now) == .rest(until: after(30)))
        #expect(machine.step(queue(), now: after(5)) == .rest(until: nil))
        // No message can be to blame, so none passes the oldest, however often that was tried.
        #expect(
            machine.step(queue(due: [entry(2)], aside: [entry(3, attempts: 9), entry(1, attempts: 9)]), now: after(5))
                == .send(numbers(1)))
    }

    @Test(
        "after a failure that may be the message's own another one asks; when that fails too, the oldest, in order",
        arguments: [Verdict.retry(.serverError, "x"), .inDoubt(.timedOut, "x"), .inDoubt(.connectionLost, "x")])
    func otherAsks(_ verdict: Verdict) {
        var machine = machine()
        _ = machine.settle(verdict, of: attempt(of: 1), now: Self.now, jitter: 1)
        let waiting = queue(due: [entry(1, attempts: 1), entry(2), entry(3)])
        #expect(machine.step(waiting, now: Self.now) == .rest(until: after(5)))
        #expect(machine.step(waiting, now: after(5)) == .send(numbers(2)))
        #expect(machine.step(queue(due: [entry(1, attempts: 1)]), now: after(5)) == .send(numbers(1)))
        // It gets through: the first one is due again at once, and if it fails again it waits alone.
        var alive = machine
        #expect(alive.settle(.delivered, of: attempt(of: 2), now: after(5), jitter: 1).targetIsBack)
        let settlement = alive.settle(verdict, of: attempt(2, of: 1), now: after(5), jitter: 1)
        #expect(settlement.end.outcome.dueAtForTests == after(35))
        #expect(alive.step(queue(due: [entry(3), entry(4)], next: 35), now: after(5)) == .send(numbers(3)))
        // It doesn't: from now on the oldest asks, whichever failed last.
        _ = machine.settle(verdict, of: attempt(of: 2), now: after(5), jitter: 1)
        let both = queue(due: [entry(1, attempts: 1), entry(2, attempts: 1), entry(3)])
        #expect(machine.step(both, now: after(10)) == .send(numbers(1)))
        _ = machine.settle(verdict, of: attempt(2, of: 1), now: after(10), jitter: 1)
        #expect(machine.step(both, now: after(15)) == .send(numbers(1)))
    }

    @Test("which failures may be a message's own", arguments: FailureReason.allCases)
    func blame(_ reason: FailureReason) {
        let ofTheTarget: Set<FailureReason> = [
            .unreachable, .tls, .forbiddenAddress, .rateLimited, .off, .misconfigured,
        ]
        var machine = machine()
        _ = machine.settle(.retry(reason, "x"), of: attempt(of: 1), now: Self.now, jitter: 1)
        let step = machine.step(queue(due: [entry(1, attempts: 1), entry(2)]), now: after(5))
        #expect(step == .send(ofTheTarget.contains(reason) ? numbers(1) : numbers(2)))
    }

    @Test("a lane that begins anew in an outage asks at once and by the oldest; no other passes it when it fails again")
    func anew() {
        let all = conditions(machine())
        let waiting = queue(due: [entry(9, attempts: 1), entry(10)])
        for former in all.prefix(2) {
            #expect(LaneMachine(former.policy, after: former, now: Self.now) == LaneMachine(former.policy))
        }
        for former in all.suffix(2) {
            for verdict in [Verdict.retry(.serverError, "x"), .endpointDead(.gone, "x"), .inDoubt(.timedOut, "x")] {
                var machine = LaneMachine(former.policy, after: former, now: after(100))
                #expect(machine.standing.state == .failing && !machine.isOpen)
                #expect(machine.step(waiting, now: after(100)) == .send(numbers(9)))
                _ = machine.settle(verdict, of: attempt(2, of: 9), now: after(100), jitter: 1)
                guard case .rest(let due?) = machine.step(waiting, now: after(100)) else {
                    Issue.record("it sends the next one")
                    continue
                }
                #expect(due == after(verdict.isEndpointDead ? 160 : 105), "as after a first failure")
            }
            var machine = LaneMachine(former.policy, after: former, now: after(100))
            #expect(machine.settle(.delivered, of: attempt(2, of: 9), now: after(100), jitter: 1).targetIsBack)
            #expect(machine.isOpen)
        }
        // Nothing that was never tried has failed: the others are not held up by what may be to blame itself.
        var unproven = all[1]
        _ = unproven.settle(.retry(.serverError, "x"), of: attempt(2, of: 9), now: Self.now, jitter: 1)
        #expect(unproven.standing.state == .failing)
        let machine = LaneMachine(unproven.policy, after: unproven, now: after(100))
        #expect(machine.step(waiting, now: after(100)) == .send(numbers(10)))
    }

    @Test("a target that refuses is asked by another message than the one it refused, if there is one")
    func otherProbe() {
        let machine = conditions(machine())[3]
        #expect(
            machine.step(queue(due: [entry(9, attempts: 1), entry(10, attempts: 1)]), now: after(60))
                == .send(numbers(10)))
        #expect(machine.step(queue(due: [entry(9, attempts: 1)]), now: after(60)) == .send(numbers(9)))
        #expect(
            machine.step(queue(due: [entry(9, attempts: 1)], aside: [entry(3, attempts: 5)]), now: after(60))
                == .send(numbers(3)))
    }

    @Test("batches grow while a target that tells repeats apart is quick, and are one otherwise")
    func window() {
        let queue = queue(due: (1...9).map { entry($0) })
        var quick = machine()
        for expected in [1, 2, 4, 4] {
            #expect(quick.step(queue, now: Self.now) == .send((1...Int64(expected)).map { .init(rawValue: $0) }))
            quick.batchEnded(took: .milliseconds(1))
        }
        quick.batchEnded(took: .seconds(1))
        #expect(quick.step(queue, now: Self.now) == .send(numbers(1, 2)))
        _ = quick.settle(.retry(.serverError, "x"), of: attempt(), now: Self.now, jitter: 1)
        quick.resume(isProven: false, at: Self.now)
        #expect(quick.step(queue, now: Self.now) == .send(numbers(1)))
        var blind = machine(deduplicates: false)
        blind.batchEnded(took: .milliseconds(1))
        #expect(blind.step(queue, now: Self.now) == .send(numbers(1)))
    }

    @Test("what is in doubt is skipped at a target that must not be told twice, unless a person put it back")
    func skips() {
        let queue = queue(
            due: [entry(1, attempts: 1, inDoubt: true), entry(2)], aside: [entry(3, attempts: 4, inDoubt: true)])
        for careful in conditions(machine(deduplicates: false, inDoubt: .skip)) {
            #expect(careful.step(queue, now: Self.now) == .skip(numbers(1, 3)))
        }
        let careful = machine(deduplicates: false, inDoubt: .skip)
        #expect(careful.step(self.queue(due: [entry(1, inDoubt: true)]), now: Self.now) == .send(numbers(1)))
        #expect(machine(deduplicates: true, inDoubt: .skip).step(queue, now: Self.now) == .send(numbers(1)))
        #expect(machine(deduplicates: false).step(queue, now: Self.now) == .send(numbers(1)))
    }

    // MARK: Verdicts, in each condition

    @Test("delivered: the lane works, and tells if it didn't before")
    func delivered() {
        for (index, start) in conditions(machine()).enumerated() {
            var machine = start
            let settlement = machine.settle(.delivered, of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .delivered && settlement.goesOn)
            #expect(settlement.targetIsBack == (index > 1))
            #expect(machine.isOpen)
        }
    }

    @Test("refused: this one is parked, the next goes, and the target is there")
    func refused() {
        for (index, start) in conditions(machine()).enumerated() {
            var machine = start
            let settlement = machine.settle(.refused(.rejected, "no"), of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .dead && settlement.end.reason == .rejected && settlement.goesOn)
            #expect(settlement.targetIsBack == (index > 1))
            #expect(machine.isOpen)
        }
    }

    @Test("a first failure speaks against the target: one delivery asks again soon, whatever the dice say")
    func firstFailure() {
        for start in conditions(machine()) {
            for (jitter, delay) in [(0.0, 2.5), (0.5, 3.75), (1.0, 5), (7.0, 5)] {
                var machine = start
                let settlement = machine.settle(
                    .retry(.serverError, "x"), of: attempt(), now: Self.now, jitter: jitter)
                #expect(settlement.end.outcome == .retry(at: after(delay)) && !settlement.goesOn)
                #expect(machine.standing.state == .failing && machine.outage?.probeAt == after(delay))
                #expect(machine.outage?.reason == .serverError)
            }
        }
    }

    @Test(
        "one that failed before and fails while others get through waits alone, for minutes; for longer only where it would be seen twice",
        arguments: [
            (2, 30.0, 60.0), (3, 60, 300), (4, 120, 1_800), (5, 300, 7_200), (6, 300, 21_600), (900, 300, 21_600),
        ])
    func alone(_ attempts: Int, _ seconds: Double, _ doubtful: Double) {
        var blind = machine(deduplicates: false)
        let doubt = blind.settle(.inDoubt(.timedOut, "x"), of: attempt(attempts), now: Self.now, jitter: 1)
        #expect(doubt.end.outcome == .inDoubt(retryAt: after(doubtful)))
        var refusing = machine(deduplicates: false)
        let refusal = refusing.settle(.retry(.serverError, "x"), of: attempt(attempts), now: Self.now, jitter: 1)
        #expect(refusal.end.outcome == .retry(at: after(seconds)))
        let failures: [Verdict] = [.retry(.serverError, "x"), .endpointDead(.gone, "x"), .inDoubt(.timedOut, "x")]
        for verdict in failures {
            var machine = machine()
            let settlement = machine.settle(verdict, of: attempt(attempts), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome.dueAtForTests == after(seconds) && !settlement.goesOn)
            #expect(machine.outage == nil && machine.standing.state == .working)
            // Somebody else gets through: it was the message.
            _ = machine.settle(.delivered, of: attempt(of: 2), now: Self.now, jitter: 1)
            #expect(machine.isOpen)
        }
        // Two in a row: the target.
        for verdict in failures {
            var machine = conditions(machine())[1]
            _ = machine.settle(verdict, of: attempt(attempts), now: Self.now, jitter: 1)
            #expect(machine.outage != nil)
        }
    }

    @Test(
        "an outage is noticed as over after half its length again, a minute at first, and never later than five minutes"
    )
    func outages() {
        var machine = machine()
        var now = Self.now
        while now < after(80 * 3_600) {
            _ = machine.settle(.retry(.unreachable, "x"), of: attempt(3), now: now, jitter: 1)
            if machine.outage == nil { continue }
            let (lasted, pause) = (now.duration(since: Self.now), machine.outage!.probeAt.duration(since: now))
            #expect(pause <= max(.seconds(5), lasted / 2) && pause <= .seconds(300) && pause >= .seconds(5))
            if lasted <= .seconds(600) { #expect(pause <= .seconds(60)) }
            // What was never tried may ask every minute.
            #expect(machine.outage!.freshAt.duration(since: now) <= .seconds(60))
            now = machine.outage!.probeAt
        }
        let (least, most) = (Backoff().probe(during: .seconds(72 * 3_600), jitter: 0), Duration.seconds(300))
        #expect(least == .seconds(150) && Backoff().probe(during: .seconds(72 * 3_600), jitter: 1) == most)
    }

    @Test("what slept through its moment starts an outage anew: the machine was asleep, not the target")
    func overslept() {
        var machine = machine()
        _ = machine.settle(.retry(.unreachable, "x"), of: attempt(), now: Self.now, jitter: 1)
        let tuesday = after(4 * 86_400)
        _ = machine.settle(.retry(.unreachable, "x"), of: attempt(2), now: tuesday, jitter: 1)
        #expect(machine.outage?.began == tuesday && machine.outage?.probeAt == tuesday.advanced(by: .seconds(5)))
        // And the order stays.
        #expect(machine.outage?.fresh == .waits)
    }

    @Test(
        "a target's wish is a floor for the message, up to six hours; the others ask sooner, unless it is about the rate",
        arguments: [
            (0, 5.0, 5.0, 0.0), (3, 5, 5, 3), (90, 90, 90, 90), (3_000, 300, 3_000, 3_000),
            (1_000_000_000, 300, 3_600, 21_600),
        ])
    func retryAfter(_ wish: Int, _ others: Double, _ rate: Double, _ own: Double) {
        for start in conditions(machine()) {
            for (reason, rest) in [(FailureReason.serverError, others), (.rateLimited, rate)] {
                var machine = start
                let settlement = machine.settle(
                    .retry(reason, after: .seconds(wish), "x"), of: attempt(1), now: Self.now, jitter: 1)
                #expect(settlement.end.outcome == .retry(at: after(own)))
                let other = queue(due: [entry(2)])
                // In an outage that others have seen too, a wish is more likely about all.
                guard start.outage == nil else { continue }
                #expect(machine.step(other, now: Self.now) == .rest(until: after(rest)))
                #expect(machine.step(other, now: after(rest)) == .send(numbers(2)))
            }
        }
        var machine = machine()
        _ = machine.settle(.retry(.serverError, after: .seconds(7_200), "x"), of: attempt(), now: Self.now, jitter: 1)
        _ = machine.settle(
            .retry(.serverError, after: .seconds(7_200), "x"), of: attempt(of: 2), now: after(300), jitter: 1)
        #expect(machine.outage?.probeAt == after(900))
    }

    @Test("a dead endpoint is asked after 1, 5, 15 and 30 minutes, then every hour; by something new sooner, at first")
    func suspensions() {
        var alone = machine(), several = machine()
        var moments = (Self.now, Self.now)
        for (index, minutes) in [1, 5, 15, 30, 60, 60].enumerated() {
            _ = alone.settle(.endpointDead(.gone, "x"), of: attempt(index + 1), now: moments.0, jitter: 1)
            _ = several.settle(
                .endpointDead(.gone, "x"), of: attempt(of: Int64(index)), now: moments.1, jitter: 1)
            #expect(alone.standing.state == .suspended && several.standing.state == .suspended)
            #expect(alone.outage?.probeAt == moments.0.advanced(by: .seconds(minutes * 60)))
            #expect(alone.outage?.freshAt == moments.0.advanced(by: .seconds(60)))
            #expect(several.outage?.freshAt == moments.1.advanced(by: .seconds([1, 2, 4, 8, 16, 32][index] * 60)))
            moments = (alone.outage!.probeAt, several.outage!.probeAt)
        }
        for start in conditions(machine()) {
            var machine = start
            _ = machine.settle(.endpointDead(.gone, "x"), of: attempt(), now: Self.now, jitter: 1)
            machine.resume(isProven: false, at: Self.now)
            #expect(machine.step(queue(due: [entry(2)]), now: Self.now) == .send(numbers(2)))
        }
    }

    @Test("one message that a target refuses keeps another one waiting for a minute at most, and then nobody")
    func poison() {
        var machine = machine()
        _ = machine.settle(.endpointDead(.unauthorized, "x"), of: attempt(), now: Self.now, jitter: 1)
        let waiting = queue(due: [entry(1, attempts: 1), entry(2)])
        #expect(machine.step(waiting, now: after(60)) == .send(numbers(2)))
        #expect(machine.settle(.delivered, of: attempt(of: 2), now: after(60), jitter: 1).targetIsBack)
        // It is due again with all others, and is not believed twice.
        _ = machine.settle(.endpointDead(.unauthorized, "x"), of: attempt(2), now: after(61), jitter: 1)
        #expect(machine.step(queue(due: [entry(3)], next: 900), now: after(61)) == .send(numbers(3)))
    }

    @Test(
        "two messages that a target can't take hold back nothing new, whichever way it refuses them",
        arguments: [Verdict.retry(.serverError, "x"), .endpointDead(.gone, "x"), .inDoubt(.timedOut, "x")])
    func poisons(_ verdict: Verdict) {
        var machine = machine()
        var now = Self.now
        for round in 0..<20 {
            let poison = [entry(1, attempts: round + 1), entry(2, attempts: round + 1)]
            for number in [1, 2] as [Int64] {
                _ = machine.settle(verdict, of: attempt(round + 2, of: number), now: now, jitter: 1)
            }
            // Both have failed, one after the other: the target is taken to be down, and yet the new one is sent.
            #expect(machine.outage != nil)
            #expect(machine.step(queue(due: poison + [entry(3)]), now: now) == .send(numbers(3)))
            #expect(machine.step(queue(due: poison), now: now) == .rest(until: machine.outage!.probeAt))
            // It doesn't come through either: now it is the target, and the next new one waits.
            var down = machine
            _ = down.settle(verdict, of: attempt(1, of: 3), now: now, jitter: 1)
            #expect(down.step(queue(due: [entry(4)]), now: now) == .rest(until: down.outage!.freshAt))
            #expect(down.outage!.freshAt > now)
            _ = down.settle(verdict, of: attempt(round + 3, of: 1), now: down.outage!.probeAt, jitter: 1)
            #expect(down.outage!.fresh != .passes)
            _ = machine.settle(.delivered, of: attempt(of: 3), now: now, jitter: 1)
            now = now.advanced(by: .seconds(30))
        }
    }

    @Test("a target that names its rate is believed, whoever met it")
    func rateOfOldOnes() {
        // The lane in each condition that an old one's failure can meet.
        for start in conditions(machine()).prefix(3) {
            var machine = start
            _ = machine.settle(
                .retry(.rateLimited, after: .seconds(60), "x"), of: attempt(2), now: Self.now, jitter: 1)
            #expect(machine.step(queue(due: [entry(3)]), now: Self.now) == .rest(until: after(60)))
        }
    }

    @Test("what was never tried is found behind any number of old ones")
    func hidden() {
        let old = (1...4).map { entry($0, attempts: 1) }
        let queue = LaneQueue(due: old, fresh: entry(9))
        var machine = conditions(machine())[1]
        #expect(machine.step(queue, now: Self.now) == .send(numbers(9)))
        _ = machine.settle(.retry(.serverError, "x"), of: attempt(2, of: 2), now: Self.now, jitter: 1)
        #expect(machine.step(queue, now: Self.now) == .send(numbers(9)))
    }

    @Test("doubt: repeated where that is harmless or wished, skipped where it isn't")
    func doubt() {
        let verdict = Verdict.inDoubt(.timedOut, "x")
        for start in conditions(machine()) + conditions(machine(deduplicates: false)) {
            var machine = start
            let settlement = machine.settle(verdict, of: attempt(), now: Self.now, jitter: 1)
            #expect(settlement.end.outcome == .inDoubt(retryAt: after(5)) && !settlement.goesOn)
        }
        for start in conditions(machine(deduplicates: false, inDoubt: .skip)) {
            var machine = start
            let settlement = machine.settle(verdict, of: attempt(), now: Self.now, jitter: 1)
            // The next one waits for its question: else an outage would end all that waits.
            #expect(settlement.end.outcome == .skipped && !settlement.goesOn && machine.outage != nil)
        }
        // Where each attempt may be shown, one that stepped aside keeps its distance.
        var blind = conditions(machine(deduplicates: false))[2]
        let settlement = blind.settle(verdict, of: attempt(4), now: Self.now, jitter: 1)
        #expect(settlement.end.outcome == .inDoubt(retryAt: after(1_800)))
        #expect(blind.outage?.probeAt == after(5))
    }

    @Test(
        "after 72 hours of trying a person has to decide; time without a try is none",
        arguments: [(259_200, 0.0, true), (259_196, 0.0, false), (100, 1.0, false), (0, 1.0, false)])
    func givesUp(_ triedFor: Int64, _ jitter: Double, _ isOver: Bool) {
        for start in conditions(machine()).suffix(2) {
            var machine = start
            let settlement = machine.settle(
                .retry(.serverError, "answered 500"), of: attempt(12, triedFor: triedFor), now: Self.now, jitter: jitter
            )
            #expect((settlement.end.outcome == .dead) == isOver)
            if isOver {
                #expect(settlement.end.reason == .gaveUp)
                #expect(settlement.end.detail == "given up after 12 attempts; the last one: answered 500")
            }
        }
    }

    @Test("a clock that was set moves what is waited for, in every condition", arguments: [-7_200.0, 400_000_000])
    func clock(_ step: Double) {
        for start in conditions(machine()) {
            var machine = start
            machine.clockMoved(by: .seconds(step))
            #expect(machine.standing.state == start.standing.state)
            #expect(machine.outage?.probeAt == start.outage?.probeAt.advanced(by: .seconds(step)))
            #expect(machine.outage?.began == start.outage?.began.advanced(by: .seconds(step)))
        }
    }

    @Test("what waited is told together while the target is there; what asks a target that is down goes by itself")
    func gathers() {
        let many = LaneQueue(due: [entry(1), entry(2)], gathers: true)
        for machine in conditions(machine()).prefix(2) { #expect(machine.step(many, now: Self.now) == .gather) }
        for machine in conditions(machine()).suffix(2) {
            #expect(machine.step(many, now: after(3_600)) == .send(numbers(1)))
        }
        // What is marked, and what must be skipped, is first.
        let marked = LaneQueue(marked: [entry(7, attempts: 1)], due: [entry(8)], gathers: true)
        #expect(machine().step(marked, now: Self.now) == .carryOut(numbers(7)))
        let doubtful = LaneQueue(due: [entry(1, attempts: 1, inDoubt: true)], gathers: true)
        #expect(machine(deduplicates: false, inDoubt: .skip).step(doubtful, now: Self.now) == .skip(numbers(1)))
    }

    @Test(
        "what is late waits two seconds for more of it, whatever the clock says it is",
        arguments: [(-1.0, 1.0), (0, 2), (-2, nil), (-9, nil), (1, nil)])
    func settles(_ created: Double, _ rest: Double?) {
        let late = LaneQueue.Entry(
            number: .init(rawValue: 1), attempts: 0, isInDoubt: false, isLate: true, createdAt: after(created))
        for machine in conditions(machine()).prefix(2) {
            let step = machine.step(LaneQueue(due: [late, entry(2)]), now: Self.now)
            #expect(step == rest.map { .rest(until: after($0)) } ?? .send(numbers(1)))
            let many = machine.step(LaneQueue(due: [late, entry(2)], gathers: true), now: Self.now)
            #expect(many == rest.map { .rest(until: after($0)) } ?? .gather)
            // Only before its first attempt.
            let tried = LaneQueue.Entry(
                number: .init(rawValue: 1), attempts: 1, isInDoubt: false, isLate: true, createdAt: after(created))
            #expect(machine.step(LaneQueue(due: [tried]), now: Self.now) == .send(numbers(1)))
        }
    }

    @Test("each verdict settles a digest as a whole; refused, each of it goes by itself, and the target is there")
    func digests() {
        let digest = DigestRow.Number(rawValue: 5)
        let attempt = LaneAttempt(number: .init(rawValue: 1), attempts: 1, triedFor: .zero, digest: digest)
        let verdicts: [Verdict] = [
            .delivered, .refused(.rejected, "no"), .retry(.serverError, "x"), .inDoubt(.timedOut, "x"),
            .endpointDead(.gone, "x"),
        ]
        for start in conditions(machine()) {
            for verdict in verdicts {
                var machine = start
                let settlement = machine.settle(verdict, of: attempt, now: Self.now, jitter: 1)
                #expect(settlement.end.digest == digest)
                #expect(settlement.end.dissolves == (verdict.kind == .refused))
                guard verdict.kind == .refused else { continue }
                #expect(settlement.end.outcome == .retry(at: Self.now) && machine.isOpen)
                #expect(!settlement.goesOn && settlement.end.reason == .rejected)
            }
        }
        var machine = machine()
        let last = LaneAttempt(number: .init(rawValue: 1), attempts: 9, triedFor: .seconds(300_000), digest: digest)
        let end = machine.settle(.retry(.serverError, "x"), of: last, now: Self.now, jitter: 1).end
        #expect(end.outcome == .dead && end.digest == digest && !end.dissolves)
    }

    // MARK: A walk

    @Test("whatever happens, in whatever order, the promises hold", arguments: 0..<50 as Range<UInt64>)
    func walk(_ seed: UInt64) {
        var dice = SeededNumbers(seed: seed)
        var lane = SimulatedLane(
            machine: machine(deduplicates: seed % 2 == 0, inDoubt: seed % 3 == 0 ? .skip : .repeat), count: 12)
        for _ in 0..<20_000 where lane.isOpen { lane.advance(&dice) }
        #expect(!lane.isOpen, "some delivery never came to an end")
        #expect(lane.broken.isEmpty, "\(lane.broken)")
    }
}

extension AttemptOutcome {
    fileprivate var dueAtForTests: Timestamp? {
        switch self {
        case .retry(let moment), .inDoubt(let moment): moment
        case .delivered, .skipped, .dead, .notSent: nil
        }
    }
}
