import Store
import Values

/// A time in which a target is taken to be down, from its first failure: who asks next, and when. Times are those in which the lane
/// counts what is due.
struct Outage: Sendable, Equatable {
    /// Which of the deliveries that are due asks.
    enum Asker: Sendable, Equatable {
        /// No message can be to blame: the oldest of all, however often it was tried.
        case oldest
        /// The target is to blame: the first in order.
        case first
        /// A message may be to blame: another one than this, if there is one.
        case other(than: DeliveryRow.Number)
    }

    /// What may be done about a delivery that was never tried.
    enum Fresh: Sendable, Equatable {
        /// It is sent at once: only such have failed as had failed before, and they may be to blame themselves.
        case passes
        /// It asks in place of the others as long as what the target took speaks for it: up to this moment.
        case asks(until: Timestamp)
        /// It waits in order; because of it the others ask sooner.
        case waits
    }

    let reason: FailureReason
    let began: Timestamp
    /// Failures of its kind, refusals or others, one after the other.
    let failures: Int
    /// Turns of different deliveries among all of them: that one message is refused says little about the target.
    let witnesses: Int
    /// Whose attempt failed last.
    let last: DeliveryRow.Number
    /// When the target last answered as one that works.
    let answered: Timestamp?
    let asker: Asker
    let fresh: Fresh
    /// When the target is asked again.
    let probeAt: Timestamp
    /// The same while something waits that was never tried; not later.
    let freshAt: Timestamp

    /// How long an answer speaks for the target.
    static let proof: Duration = .seconds(120)

    /// The delivery that asks; `nil` if none is due.
    func asker(in queue: LaneQueue, at now: Timestamp) -> LaneQueue.Entry? {
        if case .asks(let end) = fresh, now <= end, let fresh = queue.fresh { return fresh }
        let candidates = queue.due + queue.aside
        switch asker {
        case .oldest: return candidates.min { $0.number < $1.number }
        case .first: return candidates.first
        case .other(let last): return candidates.first { $0.number != last } ?? candidates.first
        }
    }

    /// The same for a lane that begins anew: nothing has been tried under the new settings, so the target is asked at once.
    func anew(at now: Timestamp) -> Outage { resumed(at: now, answered: nil) }

    /// The same, to be asked at once as if the next failure were the first.
    func resumed(at now: Timestamp, answered: Timestamp?) -> Outage {
        Outage(
            reason: reason, began: now, failures: 0, witnesses: 1, last: last, answered: answered,
            asker: reason.mayBeTheMessages ? .first : .oldest, fresh: fresh == .passes ? .passes : .waits,
            probeAt: now, freshAt: now)
    }

    func moved(by step: Duration) -> Outage {
        Outage(
            reason: reason, began: began.advanced(by: step), failures: failures, witnesses: witnesses, last: last,
            answered: answered?.advanced(by: step), asker: asker, fresh: fresh.moved(by: step),
            probeAt: probeAt.advanced(by: step), freshAt: freshAt.advanced(by: step))
    }
}

extension Outage {
    /// What a failure begins or goes on with.
    ///
    /// - Parameters:
    ///   - former: the outage in which it happened; `nil` begins one.
    ///   - isSameKind: whether the failure before was a refusal as well, or neither was.
    init(
        _ failure: Standing.Failure, after former: Outage?, isSameKind: Bool, answered: Timestamp?, at now: Timestamp,
        backoff: Backoff, jitter: Double
    ) {
        // One whose time for a question is long past was slept through: the machine has been off or asleep, and what was
        // true before says little. Only that the order holds stays.
        let known = former.flatMap { now.duration(since: $0.probeAt) > backoff.often * 2 ? nil : $0 }
        let isProven = failure.provesOutage || former.map { $0.fresh != .passes } ?? false
        let trustEnd = answered.map { $0.advanced(by: Self.proof) }.flatMap {
            failure.reason.mayBeTheMessages && now <= $0 ? $0 : nil
        }
        reason = failure.reason
        began = known?.began ?? now
        failures = isSameKind ? (known?.failures ?? 0) + 1 : 1
        witnesses = (known?.witnesses ?? 0) + (known?.last == failure.delivery ? 0 : 1)
        last = failure.delivery
        self.answered = answered
        asker =
            if failure.isRefusal {
                .other(than: failure.delivery)
            } else if !failure.reason.mayBeTheMessages {
                .oldest
            } else {
                witnesses == 1 ? .other(than: failure.delivery) : .first
            }
        fresh = isProven ? trustEnd.map { .asks(until: $0) } ?? .waits : .passes
        let (delay, soon): (Duration, Duration)
        if failure.isRefusal {
            delay = backoff.suspension(after: failures, jitter: jitter)
            soon = backoff.often * (1 << min(witnesses - 1, 5))
        } else {
            let probe = backoff.probe(during: now.duration(since: began), jitter: jitter)
            if let wish = failure.wish {
                delay = max(probe, backoff.rest(wish: wish, isRate: reason == .rateLimited, failures: witnesses))
                soon = delay
            } else {
                delay = probe
                soon = trustEnd == nil ? backoff.often : backoff.shortest
            }
        }
        probeAt = now.advanced(by: delay)
        freshAt = now.advanced(by: min(delay, soon))
    }
}

extension Outage.Fresh {
    fileprivate func moved(by step: Duration) -> Outage.Fresh {
        switch self {
        case .passes, .waits: self
        case .asks(let end): .asks(until: end.advanced(by: step))
        }
    }
}

extension FailureReason {
    /// Whether a failure for this reason may be one message's own: it was sent, and something about it may have displeased. Else
    /// nobody has read it, or all are meant.
    var mayBeTheMessages: Bool {
        switch self {
        case .unreachable, .tls, .forbiddenAddress, .rateLimited, .off, .misconfigured: false
        case .timedOut, .connectionLost, .serverError, .redirected, .rejected, .unauthorized, .gone, .unexpectedAnswer,
            .gaveUp, .notRepeated, .silenced, .inhibited, .missed, .unreadable, .handled, .messageGone, .barred,
            .interrupted:
            true
        }
    }
}
