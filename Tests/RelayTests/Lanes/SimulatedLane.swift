import Store
import TestNumbers
import Values

@testable import Relay

/// A lane without a store, a network or a clock: deliveries in memory, verdicts by dice, time that jumps.
struct SimulatedLane {
    private struct Delivery {
        var state = DeliveryRow.State.queued
        var dueAt: Timestamp
        var attempts = 0
        var lastAt: Timestamp?
        var triedFor: Duration = .zero
    }

    private var machine: LaneMachine
    private var deliveries: [Delivery]
    private var now = Timestamp(seconds: 1_000_000)
    /// Broken promises.
    private(set) var broken: [String] = []

    init(machine: LaneMachine, count: Int) {
        self.machine = machine
        deliveries = (0..<count).map { _ in Delivery(dueAt: Timestamp(seconds: 1_000_000)) }
    }

    var isOpen: Bool { deliveries.contains(where: isWaiting) }

    mutating func advance(_ dice: inout SeededNumbers) {
        switch machine.step(queue, now: now) {
        case .rest(let until):
            guard let until else { return broken.append("rests for ever although something waits") }
            if until <= now { broken.append("rests until the past") }
            if until.duration(since: now) > machine.policy.backoff.longest { broken.append("rests too long") }
            now = until
        case .skip(let numbers): for number in numbers { deliveries[index(number)].state = .skipped }
        case .send(let numbers): send(numbers, &dice)
        case .release: broken.append("lets go what nobody holds")
        case .gather: broken.append("gathers what nobody has counted")
        case .carryOut, .takeBack: broken.append("something was marked that nobody marked")
        }
    }

    private func index(_ number: DeliveryRow.Number) -> Int { Int(number.rawValue) }

    private var queue: LaneQueue {
        var (due, aside, next) = ([LaneQueue.Entry](), [(Timestamp, LaneQueue.Entry)](), Timestamp?.none)
        for (index, delivery) in deliveries.enumerated() where isWaiting(delivery) {
            let entry = LaneQueue.Entry(
                number: .init(rawValue: Int64(index)), attempts: delivery.attempts,
                isInDoubt: delivery.state == .inDoubt)
            if delivery.attempts > 0, delivery.dueAt > now {
                next = min(next ?? delivery.dueAt, delivery.dueAt)
            } else if delivery.attempts < machine.policy.patience {
                due.append(entry)
            } else {
                aside.append((delivery.dueAt, entry))
            }
        }
        aside.sort { ($0.0, $0.1.number) < ($1.0, $1.1.number) }
        return LaneQueue(due: due, aside: aside.prefix(2).map(\.1), nextDueAt: next)
    }

    private mutating func send(_ numbers: [DeliveryRow.Number], _ dice: inout SeededNumbers) {
        if !machine.policy.deduplicates, numbers.count != 1 { broken.append("a batch for a target that is blind") }
        if machine.outage != nil, numbers.count != 1 { broken.append("a batch for a target that is down") }
        for number in numbers {
            let place = index(number)
            if !isWaiting(deliveries[place]) { broken.append("sends what does not wait") }
            let isFirst = deliveries[place].attempts == 0
            if isFirst, deliveries[..<place].contains(where: { $0.state == .queued && $0.attempts == 0 }) {
                broken.append("out of order")
            }
            guard attempt(place, &dice) else { break }
        }
    }

    private func isWaiting(_ delivery: Delivery) -> Bool { delivery.state == .queued || delivery.state == .inDoubt }

    private mutating func attempt(_ place: Int, _ dice: inout SeededNumbers) -> Bool {
        if let last = deliveries[place].lastAt {
            deliveries[place].triedFor += min(now.duration(since: last), .seconds(21_600))
        }
        deliveries[place].lastAt = now
        deliveries[place].attempts += 1
        let settlement = machine.settle(
            Self.verdict(&dice),
            of: LaneAttempt(
                number: .init(rawValue: Int64(place)), attempts: deliveries[place].attempts,
                triedFor: deliveries[place].triedFor), now: now,
            jitter: Double.random(in: 0...1, using: &dice))
        switch settlement.end.outcome {
        case .delivered: deliveries[place].state = .delivered
        case .dead: deliveries[place].state = .dead
        case .skipped: deliveries[place].state = .skipped
        case .retry(let moment): wait(place, .queued, moment)
        case .inDoubt(let moment): wait(place, .inDoubt, moment)
        case .notSent: broken.append("an attempt that was none")
        }
        if settlement.targetIsBack {
            for index in deliveries.indices where isWaiting(deliveries[index]) {
                deliveries[index].dueAt = min(deliveries[index].dueAt, now)
            }
        }
        now = now.advanced(by: .milliseconds(Int.random(in: 1...5_000, using: &dice)))
        return settlement.goesOn
    }

    private mutating func wait(_ place: Int, _ state: DeliveryRow.State, _ moment: Timestamp) {
        if moment < now { broken.append("due in the past") }
        if deliveries[place].triedFor > machine.policy.backoff.limit { broken.append("retried beyond the limit") }
        deliveries[place].state = state
        deliveries[place].dueAt = moment
    }

    private static func verdict(_ dice: inout SeededNumbers) -> Verdict {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: .delivered
        case 1: .refused(.rejected, "x")
        case 2: .endpointDead(.gone, "x")
        case 3, 4: .inDoubt(.timedOut, "x")
        case 5: .retry(.rateLimited, after: .seconds(Int.random(in: 0...100_000, using: &dice)), "x")
        default: .retry(.unreachable, "x")
        }
    }
}

extension Verdict {
    static var delivered: Verdict { .delivered("") }
}
