import Store
import Values

/// A time in which a target takes nothing, from its first failure. Times are those in which the lane counts what is due.
struct Outage: Sendable, Equatable {
    let reason: FailureReason
    let began: Timestamp
    /// Failures of its kind, refusals or others, one after the other.
    let failures: Int
    /// Turns of different deliveries among them: that one message is refused says little about the target.
    let witnesses: Int
    /// Whose attempt failed last.
    let last: DeliveryRow.Number
    /// When the target is asked again.
    let probeAt: Timestamp
    /// When it may be asked sooner by a delivery that was never tried.
    let freshAt: Timestamp

    func moved(by step: Duration) -> Outage {
        Outage(
            reason: reason, began: began.advanced(by: step), failures: failures, witnesses: witnesses, last: last,
            probeAt: probeAt.advanced(by: step), freshAt: freshAt.advanced(by: step))
    }
}
