import Store
import Values

/// A time in which a target is taken to be down, from its first failure. Times are those in which the lane counts what is due.
struct Outage: Sendable, Equatable {
    let reason: FailureReason
    let began: Timestamp
    /// Failures of its kind, refusals or others, one after the other.
    let failures: Int
    /// Turns of different deliveries among them: that one message is refused says little about the target.
    let witnesses: Int
    /// Whether a first attempt has failed in it, or the target has named a rate. Else only those have failed that had failed
    /// before, and they may be to blame themselves.
    let isProven: Bool
    /// Whose attempt failed last.
    let last: DeliveryRow.Number
    /// When the target is asked again.
    let probeAt: Timestamp
    /// When it may be asked sooner while something waits that was never tried.
    let freshAt: Timestamp

    /// The same for a lane that begins anew: nothing has been tried under the new settings, so the target is asked at once.
    func anew(at now: Timestamp) -> Outage {
        Outage(
            reason: reason, began: now, failures: 0, witnesses: 1, isProven: isProven, last: last, probeAt: now,
            freshAt: now)
    }

    func moved(by step: Duration) -> Outage {
        Outage(
            reason: reason, began: began.advanced(by: step), failures: failures, witnesses: witnesses,
            isProven: isProven, last: last, probeAt: probeAt.advanced(by: step), freshAt: freshAt.advanced(by: step))
    }
}

extension FailureReason {
    /// Whether a failure for this reason may be one message's own: it was sent, and something about it may have displeased. Else
    /// nobody has read it, or all are meant.
    var mayBeTheMessages: Bool {
        switch self {
        case .unreachable, .tls, .forbiddenAddress, .rateLimited, .off, .misconfigured: false
        case .timedOut, .connectionLost, .serverError, .redirected, .rejected, .unauthorized, .gone, .unexpectedAnswer,
            .gaveUp, .notRepeated, .unreadable, .interrupted:
            true
        }
    }
}
