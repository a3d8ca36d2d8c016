import Store
import Values

/// Decides what one target's lane does next, and what becomes of a delivery after each attempt. A pure value: the moment
/// and the jitter are given.
///
/// Deliveries go one after the other in the order of their alerts. When one fails, the target is taken to be down, and is asked
/// again by one delivery at a time. Where the message itself may be to blame that is another one, so that nothing new waits behind
/// it for longer than one pause; when that fails too, or when nothing of the message can have been seen, it is the oldest, so that
/// the order stays, in doubtful cases for ``LanePolicy/patience`` attempts. A delivery that has failed before and fails while
/// others get through is to blame itself: it waits alone, and holds back nobody. However many of those fail one after the other,
/// what was never tried is sent at once.
///
/// A target that has taken something within ``proof`` is alive, and what fails for a reason that may be the messages' own is
/// taken to be their fault for so long: not the oldest asks, but what was never tried, at most ``Backoff/shortest`` after the
/// failure before. So something new waits for at most that long for each new one before it that fails, whatever else is failing.
/// A target that refuses everything (``Condition/suspended(_:)``) keeps its own pauses.
///
/// What tells of what is over waits for a moment, because more of it comes with it; and if much has waited while the target is
/// there, it is told together.
struct LaneMachine: Sendable, Equatable {
    /// How the target is doing.
    enum Condition: Sendable, Equatable {
        case working
        /// It works, but a delivery that had failed before has failed again; what fails next takes the target to be down, and
        /// proves it if it was never tried before.
        case doubted
        /// The last attempt failed; it is tried again.
        case failing(Outage)
        /// It refuses, and probably will until somebody changes something; it is asked again seldom.
        case suspended(Outage)
    }

    enum Step: Sendable, Equatable {
        /// Mark these, then send them in this order.
        case send([DeliveryRow.Number])
        /// Send these, which are marked already.
        case carryOut([DeliveryRow.Number])
        /// Take back these marks: nothing was sent.
        case takeBack([DeliveryRow.Number])
        /// End these, which are in doubt and must not be repeated.
        case skip([DeliveryRow.Number])
        /// Put what has waited into a digest, which then is due as a delivery is.
        case gather
        /// Nothing is due before this moment; `nil` if nothing waits.
        case rest(until: Timestamp?)
    }

    let policy: LanePolicy
    private(set) var condition = Condition.working
    private(set) var window = 1
    /// When the target last took something, or refused one message only.
    private var aliveAt: Timestamp?

    /// How long a success speaks for the target.
    static let proof: Duration = .seconds(120)

    init(_ policy: LanePolicy) { self.policy = policy }

    /// Of a lane that begins anew while deliveries wait that have failed before. In an outage these keep their place: the oldest
    /// asks, and whatever the target said before, no other one does first. A machine that knew nothing of the outage would take
    /// the oldest, when it fails again, to be to blame itself, and let the others pass.
    init(_ policy: LanePolicy, after former: LaneMachine, now: Timestamp) {
        self.init(policy)
        if let outage = former.outage { condition = .failing(outage.anew(at: now)) }
    }

    /// Whether a delivery may be born with its attempt marked.
    var isOpen: Bool { condition == .working }

    var outage: Outage? {
        switch condition {
        case .working, .doubted: nil
        case .failing(let outage), .suspended(let outage): outage
        }
    }

    // MARK: What next

    func step(_ queue: LaneQueue, now: Timestamp) -> Step {
        let doubtful = mustSkip(queue)
        if !doubtful.isEmpty { return .skip(doubtful) }
        guard queue.marked.isEmpty else {
            return outage == nil ? .carryOut(queue.marked.map(\.number)) : .takeBack(queue.marked.map(\.number))
        }
        switch condition {
        case .working: return together(queue, now) ?? all(queue)
        case .doubted:
            return together(queue, now) ?? queue.fresh.map { .send([$0.number]) } ?? all(queue)
        case .failing(let outage), .suspended(let outage): return probe(queue, outage, now)
        }
    }

    /// What to do about what may be told together; `nil` for nothing.
    private func together(_ queue: LaneQueue, _ now: Timestamp) -> Step? {
        if let first = queue.due.first, first.isLate, first.attempts == 0, !first.isInDoubt {
            let settled = first.createdAt.advanced(by: policy.settling)
            // What a clock that was set says is to come has been long enough.
            if now < settled, now >= first.createdAt { return .rest(until: settled) }
        }
        return queue.gathers ? .gather : nil
    }

    private func all(_ queue: LaneQueue) -> Step {
        if let aside = queue.aside.first, aside.number < (queue.due.first ?? aside).number || queue.due.isEmpty {
            return .send([aside.number])
        }
        let due = queue.due.prefix(condition == .working ? window : 1)
        return due.isEmpty ? .rest(until: queue.nextDueAt) : .send(due.map(\.number))
    }

    private func probe(_ queue: LaneQueue, _ outage: Outage, _ now: Timestamp) -> Step {
        if let fresh = queue.fresh, !outage.isProven { return .send([fresh.number]) }
        let moment = queue.fresh == nil ? outage.probeAt : min(outage.freshAt, outage.probeAt)
        let candidates = queue.due + queue.aside
        guard !candidates.isEmpty else { return .rest(until: queue.nextDueAt.map { max($0, moment) }) }
        guard now >= moment else { return .rest(until: moment) }
        if let fresh = queue.fresh, outage.reason.mayBeTheMessages, isAlive(at: now) { return .send([fresh.number]) }
        return .send([candidate(candidates, outage).number])
    }

    private func isAlive(at now: Timestamp) -> Bool {
        aliveAt.map { now.duration(since: $0) <= Self.proof } ?? false
    }

    /// - Parameter candidates: at least one.
    private func candidate(_ candidates: [LaneQueue.Entry], _ outage: Outage) -> LaneQueue.Entry {
        switch condition {
        case .working, .doubted, .suspended:
            // A target that refuses is asked by another message than the one that it refused.
            return candidates.first { $0.number != outage.last } ?? candidates[0]
        case .failing:
            // No message can be to blame: the oldest of all, however often it was tried.
            guard outage.reason.mayBeTheMessages else {
                return candidates.min { $0.number < $1.number } ?? candidates[0]
            }
            // Two different ones have failed: the target is, and the order stays. A lane that begins anew knows of no failure.
            guard outage.witnesses == 1, outage.failures > 0 else { return candidates[0] }
            return candidates.first { $0.number != outage.last } ?? candidates[0]
        }
    }

    private func mustSkip(_ queue: LaneQueue) -> [DeliveryRow.Number] {
        guard !policy.deduplicates, policy.inDoubt == .skip else { return [] }
        // One without attempts was put back by a person, who wants it sent.
        return (queue.due + queue.aside).filter { $0.isInDoubt && $0.attempts > 0 }.map(\.number)
    }

    // MARK: What happened

    /// A batch was sent without a failure: a quick target gets larger ones.
    mutating func batchEnded(took duration: Duration) {
        window = duration < .milliseconds(50) ? min(window * 2, policy.window) : max(window / 2, 1)
    }

    /// Somebody says that the target works now.
    mutating func resume() { condition = .working }

    /// The wall clock was set, and all times that are waited for were moved along.
    mutating func clockMoved(by step: Duration) {
        aliveAt = aliveAt?.advanced(by: step)
        switch condition {
        case .working, .doubted: break
        case .failing(let outage): condition = .failing(outage.moved(by: step))
        case .suspended(let outage): condition = .suspended(outage.moved(by: step))
        }
    }

    mutating func settle(
        _ verdict: Verdict, of attempt: LaneAttempt, now: Timestamp, jitter: Double
    ) -> LaneSettlement {
        switch verdict.kind {
        case .delivered, .refused:
            // Whatever it said of this message, it answered: it works.
            let wasDown = outage != nil
            resume()
            aliveAt = now
            if verdict.kind == .refused, attempt.digest != nil {
                // That the whole is refused says little about its parts: each goes by itself, from the next look on.
                let end = end(.retry(at: now), attempt, verdict, dissolves: true)
                return LaneSettlement(end, goesOn: false, targetIsBack: wasDown)
            }
            let outcome: AttemptOutcome = verdict.kind == .refused ? .dead : .delivered
            return LaneSettlement(end(outcome, attempt, verdict), goesOn: true, targetIsBack: wasDown)
        case .retry, .endpointDead, .inDoubt:
            if condition == .working, attempt.attempts > 1, verdict.reason != .rateLimited {
                condition = .doubted
                return failed(verdict, attempt, now, after: ownDelay(verdict, attempt, jitter))
            }
            let outage = outage(after: verdict, of: attempt, now: now, jitter: jitter)
            condition = verdict.kind == .endpointDead ? .suspended(outage) : .failing(outage)
            window = 1
            return failed(verdict, attempt, now, after: delay(verdict, attempt, outage, now, jitter))
        }
    }

    private func outage(after verdict: Verdict, of attempt: LaneAttempt, now: Timestamp, jitter: Double) -> Outage {
        // One whose time for a question is long past was slept through: the machine has been off or asleep, and what was
        // true before says little.
        let known = outage.flatMap { now.duration(since: $0.probeAt) > policy.backoff.often * 2 ? nil : $0 }
        let began = known?.began ?? now
        let isSame =
            if case .suspended = condition { verdict.kind == .endpointDead } else { verdict.kind != .endpointDead }
        let failures = isSame ? (known?.failures ?? 0) + 1 : 1
        let witnesses = (known?.witnesses ?? 0) + (known?.last == attempt.number ? 0 : 1)
        let backoff = policy.backoff
        let isRate = verdict.reason == .rateLimited
        var delay = backoff.probe(during: now.duration(since: began), jitter: jitter)
        var fresh = min(delay, backoff.often)
        switch verdict.kind {
        case .retry(let wish?):
            delay = max(delay, backoff.rest(wish: wish, isRate: isRate, failures: witnesses))
            fresh = delay
        case .endpointDead:
            delay = backoff.suspension(after: failures, jitter: jitter)
            fresh = min(delay, backoff.often * (1 << min(witnesses - 1, 5)))
        case .retry(nil), .inDoubt, .delivered, .refused:
            if verdict.reason?.mayBeTheMessages ?? true, isAlive(at: now) { fresh = min(delay, backoff.shortest) }
        }
        return Outage(
            reason: verdict.reason ?? .unexpectedAnswer, began: began, failures: failures, witnesses: witnesses,
            isProven: self.outage?.isProven ?? false || attempt.attempts == 1 || isRate, last: attempt.number,
            probeAt: now.advanced(by: delay), freshAt: now.advanced(by: fresh))
    }

    /// Of a delivery that fails while the target is down: it is there for the next question, unless it has a reason not to be.
    private func delay(
        _ verdict: Verdict, _ attempt: LaneAttempt, _ outage: Outage, _ now: Timestamp, _ jitter: Double
    ) -> Duration {
        switch verdict.kind {
        case .retry(let wish?): policy.backoff.pause(wish)
        case .inDoubt where !policy.deduplicates && attempt.attempts >= policy.patience:
            // Each attempt may be shown once more.
            ownDelay(verdict, attempt, jitter)
        case .retry(nil), .inDoubt, .endpointDead, .delivered, .refused:
            min(outage.probeAt, attempt.attempts < policy.patience ? outage.freshAt : outage.probeAt)
                .duration(since: now)
        }
    }

    private func ownDelay(_ verdict: Verdict, _ attempt: LaneAttempt, _ jitter: Double) -> Duration {
        let isShownAgain = verdict.kind == .inDoubt && !policy.deduplicates
        let delay = policy.backoff.delay(after: attempt.attempts, isShownAgain: isShownAgain, jitter: jitter)
        guard case .retry(let wish?) = verdict.kind else { return delay }
        return max(delay, policy.backoff.pause(wish))
    }

    private func failed(
        _ verdict: Verdict, _ attempt: LaneAttempt, _ now: Timestamp, after delay: Duration
    ) -> LaneSettlement {
        if verdict.kind == .inDoubt, !policy.deduplicates, policy.inDoubt == .skip {
            return LaneSettlement(end(.skipped, attempt, verdict), goesOn: false)
        }
        guard attempt.triedFor + delay <= policy.backoff.limit else {
            let detail = "given up after \(attempt.attempts) attempts; the last one: \(verdict.detail)"
            let end = AttemptEnd(
                attempt.number, .dead, reason: .gaveUp, detail: detail, digest: attempt.digest)
            return LaneSettlement(end, goesOn: false)
        }
        let moment = now.advanced(by: delay)
        let outcome: AttemptOutcome = verdict.kind == .inDoubt ? .inDoubt(retryAt: moment) : .retry(at: moment)
        return LaneSettlement(end(outcome, attempt, verdict), goesOn: false)
    }

    private func end(
        _ outcome: AttemptOutcome, _ attempt: LaneAttempt, _ verdict: Verdict, dissolves: Bool = false
    ) -> AttemptEnd {
        AttemptEnd(
            attempt.number, outcome, reason: verdict.reason,
            detail: verdict.detail.isEmpty ? nil : verdict.detail, digest: attempt.digest, dissolves: dissolves)
    }
}
