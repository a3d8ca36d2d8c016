import Store
import Values

/// Decides what one target's lane does next, and what becomes of a delivery after each attempt. A pure value: the moment
/// and the jitter are given.
///
/// Deliveries go one after the other in the order of their alerts. One that fails holds back the others, so that the
/// order stays, but only for ``LanePolicy/patience`` attempts.
struct LaneMachine: Sendable, Equatable {
    /// How the target is doing.
    enum Condition: Sendable, Equatable {
        case working
        /// The last attempt failed; it is tried again.
        case failing(FailureReason)
        /// It takes nothing until somebody changes something; it is asked again now and then.
        case suspended(FailureReason)
    }

    enum Step: Sendable, Equatable {
        /// Mark these, then send them in this order.
        case send([DeliveryRow.Number])
        /// End these, which are in doubt and must not be repeated.
        case skip([DeliveryRow.Number])
        /// Nothing is due before this moment; `nil` if nothing waits.
        case rest(until: Timestamp?)
    }

    let policy: LanePolicy
    private(set) var condition = Condition.working
    /// The target is left alone until then, whatever is due.
    private(set) var restsUntil: Timestamp?
    private(set) var window = 1

    init(_ policy: LanePolicy) { self.policy = policy }

    // MARK: What next

    func step(_ queue: LaneQueue, now: Timestamp) -> Step {
        let doubtful = mustSkip(queue)
        if !doubtful.isEmpty { return .skip(doubtful) }
        if let restsUntil, now < restsUntil { return .rest(until: restsUntil) }
        let head = queue.inOrder.first
        if let aside = queue.aside, aside.dueAt <= now, !isDue(head, now) || aside.number < (head ?? aside).number {
            return .send([aside.number])
        }
        let due = queue.inOrder.prefix { $0.dueAt <= now }.prefix(condition == .working ? window : 1)
        guard due.isEmpty else { return .send(due.map(\.number)) }
        return .rest(until: [head?.dueAt, queue.aside?.dueAt].compactMap { $0 }.min())
    }

    private func isDue(_ entry: LaneQueue.Entry?, _ now: Timestamp) -> Bool { entry.map { $0.dueAt <= now } ?? false }

    private func mustSkip(_ queue: LaneQueue) -> [DeliveryRow.Number] {
        guard !policy.deduplicates, policy.inDoubt == .skip else { return [] }
        return (queue.inOrder + [queue.aside].compactMap { $0 }).filter(\.isInDoubt).map(\.number)
    }

    // MARK: What happened

    /// A batch was sent without a failure: a quick target gets larger ones.
    mutating func batchEnded(took duration: Duration) {
        window = duration < .milliseconds(50) ? min(window * 2, policy.window) : max(window / 2, 1)
    }

    /// Somebody says that the target works now.
    mutating func resume() {
        condition = .working
        restsUntil = nil
    }

    mutating func settle(
        _ verdict: Verdict, of attempt: LaneAttempt, now: Timestamp, jitter: Double
    ) -> LaneSettlement {
        switch verdict.kind {
        case .delivered:
            let wasDown = condition != .working
            resume()
            return LaneSettlement(end(.delivered, attempt, verdict), goesOn: true, targetIsBack: wasDown)
        case .refused:
            // The target answered, so it works; this one message is parked.
            if condition != .working { resume() }
            return LaneSettlement(end(.dead, attempt, verdict), goesOn: true)
        case .retry(let wish):
            let delay = max(policy.backoff.delay(after: attempt.attempts, jitter: jitter), pause(wish))
            if wish != nil { restsUntil = now.advanced(by: pause(wish)) }
            return failed(verdict, attempt, now, again: { .retry(at: $0) }, after: delay)
        case .endpointDead:
            let delay = policy.backoff.longest
            restsUntil = now.advanced(by: delay)
            let settlement = failed(verdict, attempt, now, again: { .retry(at: $0) }, after: delay)
            condition = .suspended(verdict.reason ?? .gone)
            return settlement
        case .inDoubt:
            guard policy.deduplicates || policy.inDoubt == .repeat else {
                return LaneSettlement(end(.skipped, attempt, verdict), goesOn: true)
            }
            let delay = policy.backoff.delay(after: attempt.attempts, jitter: jitter)
            return failed(verdict, attempt, now, again: { .inDoubt(retryAt: $0) }, after: delay)
        }
    }

    private mutating func failed(
        _ verdict: Verdict, _ attempt: LaneAttempt, _ now: Timestamp, again: (Timestamp) -> AttemptOutcome,
        after delay: Duration
    ) -> LaneSettlement {
        condition = .failing(verdict.reason ?? .unexpectedAnswer)
        window = 1
        let moment = now.advanced(by: delay)
        guard moment.duration(since: attempt.firstAttemptAt ?? now) <= policy.backoff.limit else {
            let detail = "given up after \(attempt.attempts) attempts; the last one: \(verdict.detail)"
            let end = AttemptEnd(
                attempt.number, .dead, reason: FailureReason.gaveUp.rawValue, detail: detail)
            return LaneSettlement(end, goesOn: false)
        }
        return LaneSettlement(end(again(moment), attempt, verdict), goesOn: false)
    }

    private func pause(_ wish: Duration?) -> Duration { wish.map(policy.backoff.pause) ?? .zero }

    private func end(_ outcome: AttemptOutcome, _ attempt: LaneAttempt, _ verdict: Verdict) -> AttemptEnd {
        AttemptEnd(
            attempt.number, outcome, reason: verdict.reason?.rawValue,
            detail: verdict.detail.isEmpty ? nil : verdict.detail)
    }
}
