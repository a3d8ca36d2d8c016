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
/// A target that has taken something within ``Outage/proof`` is alive, and what fails for a reason that may be the messages' own is
/// taken to be their fault for so long: not the oldest asks, but what was never tried, at most ``Backoff/shortest`` after the
/// failure before. So something new waits for at most that long for each new one before it that fails, whatever else is failing.
/// A target that refuses everything (``Standing/suspended(_:)``) keeps its own pauses.
///
/// What is held for quiet hours is passed by until they are over, and is new then.
///
/// What tells of what is over waits for a moment, because more of it comes with it; and if much has waited while the target is
/// there, it is told together.
struct LaneMachine: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        /// Mark these, then send them in this order.
        case send([DeliveryRow.Number])
        /// Send these, which are marked already.
        case carryOut([DeliveryRow.Number])
        /// Take back all marks: nothing was sent.
        case takeBack
        /// End these, which are in doubt and must not be repeated.
        case skip([DeliveryRow.Number])
        /// Put what has waited into a digest, which then is due as a delivery is.
        case gather
        /// Let go what was held until now.
        case release
        /// Nothing is due before this moment; `nil` if nothing waits.
        case rest(until: Timestamp?)
    }

    let policy: LanePolicy
    private(set) var standing: Standing
    private(set) var window = 1

    init(_ policy: LanePolicy) {
        self.policy = policy
        standing = .working(answered: nil)
    }

    /// Of a lane that begins anew while deliveries wait that have failed before.
    init(_ policy: LanePolicy, after former: LaneMachine, now: Timestamp) {
        self.policy = policy
        standing = former.standing.anew(at: now)
    }

    /// Whether a delivery may be born with its attempt marked.
    var isOpen: Bool { standing.isWorking }

    var outage: Outage? { standing.outage }

    // MARK: What next

    /// - Parameter isAway: nobody is there to be told, whatever the target's answers were.
    func step(_ queue: LaneQueue, now: Timestamp, isAway: Bool = false) -> Step {
        if isAway { return queue.marked.isEmpty ? .rest(until: nil) : .takeBack }
        let doubtful = mustSkip(queue)
        if !doubtful.isEmpty { return .skip(doubtful) }
        guard queue.marked.isEmpty else {
            return outage == nil && !isPassing(queue) ? .carryOut(queue.marked.map(\.number)) : .takeBack
        }
        if let until = queue.heldUntil, until <= now { return .release }
        switch standing {
        case .working: return together(queue, now) ?? all(queue)
        case .doubted:
            return together(queue, now) ?? queue.fresh.map { .send([$0.number]) } ?? all(queue)
        case .failing(let outage), .suspended(let outage): return probe(queue, outage, now)
        }
    }

    /// What was born marked behind a batch would pass those that were put back since.
    private func isPassing(_ queue: LaneQueue) -> Bool {
        guard let first = isOpen ? queue.due.first : queue.fresh, let marked = queue.marked.first else { return false }
        return first.number < marked.number
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
        let due = queue.due.prefix(isOpen ? window : 1)
        return due.isEmpty ? .rest(until: queue.nextDueAt) : .send(due.map(\.number))
    }

    private func probe(_ queue: LaneQueue, _ outage: Outage, _ now: Timestamp) -> Step {
        if let fresh = queue.fresh, outage.fresh == .passes { return .send([fresh.number]) }
        let moment = queue.fresh == nil ? outage.probeAt : outage.freshAt
        // What is let go is new, and asks sooner.
        func sooner(_ moment: Timestamp?) -> Timestamp? { [moment, queue.heldUntil].compactMap(\.self).min() }
        guard let asker = outage.asker(in: queue, at: now) else {
            return .rest(until: sooner(queue.nextDueAt.map { max($0, moment) }))
        }
        return now < moment ? .rest(until: sooner(moment)) : .send([asker.number])
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
    ///
    /// - Parameter isProven: it has taken something that is no delivery.
    mutating func resume(isProven: Bool, at now: Timestamp) {
        if isProven { standing.hasAnswered(at: now) } else { standing.resume(at: now) }
    }

    /// The wall clock was set, and all times that are waited for were moved along.
    mutating func clockMoved(by step: Duration) { standing.clockMoved(by: step) }

    mutating func settle(
        _ verdict: Verdict, of attempt: LaneAttempt, now: Timestamp, jitter: Double
    ) -> LaneSettlement {
        switch verdict.kind {
        case .delivered, .refused:
            // Whatever it said of this message, it answered: it works.
            let wasDown = outage != nil
            standing.hasAnswered(at: now)
            if verdict.reason == .messageGone {
                // The store forgets that message, so the next look finds a delivery that makes one of its own.
                return LaneSettlement(end(.retry(at: now), attempt, verdict), goesOn: false, targetIsBack: wasDown)
            }
            if verdict.kind == .refused, attempt.digest != nil {
                // That the whole is refused says little about its parts: each goes by itself, from the next look on.
                let end = end(.retry(at: now), attempt, verdict, dissolves: true)
                return LaneSettlement(end, goesOn: false, targetIsBack: wasDown)
            }
            let outcome: AttemptOutcome = verdict.kind == .refused ? .dead : .delivered
            return LaneSettlement(end(outcome, attempt, verdict), goesOn: true, targetIsBack: wasDown)
        case .away(mayHaveArrived: false): return LaneSettlement(end(.notSent, attempt, verdict), goesOn: false)
        // With one that whoever comes goes away with again and again something is wrong.
        case .away where attempt.attempts < policy.patience:
            return LaneSettlement(end(.inDoubt(retryAt: now), attempt, verdict), goesOn: false)
        case .retry, .endpointDead, .inDoubt, .away:
            standing.hasFailed(
                Standing.Failure(verdict, of: attempt), at: now, backoff: policy.backoff, jitter: jitter)
            guard let outage else { return failed(verdict, attempt, now, after: ownDelay(verdict, attempt, jitter)) }
            window = 1
            return failed(verdict, attempt, now, after: delay(verdict, attempt, outage, now, jitter))
        }
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
        case .retry(nil), .inDoubt, .endpointDead, .delivered, .refused, .away:
            (attempt.attempts < policy.patience ? outage.freshAt : outage.probeAt).duration(since: now)
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
        if verdict.mayHaveArrived, !policy.deduplicates, policy.inDoubt == .skip {
            return LaneSettlement(end(.skipped, attempt, verdict), goesOn: false)
        }
        guard attempt.triedFor + delay <= policy.backoff.limit else {
            let detail = "given up after \(attempt.attempts) attempts; the last one: \(verdict.detail)"
            let end = AttemptEnd(
                attempt.number, .dead, reason: .gaveUp, detail: detail, digest: attempt.digest)
            return LaneSettlement(end, goesOn: false)
        }
        let moment = now.advanced(by: delay)
        let outcome: AttemptOutcome = verdict.mayHaveArrived ? .inDoubt(retryAt: moment) : .retry(at: moment)
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
