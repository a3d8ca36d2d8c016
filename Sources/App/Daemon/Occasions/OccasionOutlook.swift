import Relay
import Values

/// What one schedule asks for at a moment. A pure value: how far it has come and the moment are given.
///
/// An occasion of the last day is told, whatever kept the program from it; an older one is written down as missed. Where a clock that
/// was ahead is set back, occasions come again: whoever carries this out tells none a second time, by its key.
struct OccasionOutlook: Sendable, Equatable {
    /// So long afterwards it is told all the same.
    static let patience: Duration = .seconds(86_400)
    /// From then on it is told as late.
    private static let prompt: Duration = .seconds(60)

    /// To be told now.
    private(set) var due: Schedule.Occasion?
    /// The last that went by and is not told any more.
    private(set) var missed: Schedule.Occasion?
    private(set) var isLate = false
    /// What comes after that.
    let next: Schedule.Occasion
    /// Up to when occasions are dealt with, once all of this is done.
    let reckonedAt: Timestamp

    init(of schedule: Schedule, in zone: TimeZone, reckonedAt former: Timestamp, now: Timestamp) {
        let (from, last) = (min(former, now), schedule.last(upTo: now, in: zone))
        next = schedule.next(after: now, in: zone)
        reckonedAt = max(from, last.at)
        guard last.at > from else { return }
        guard now.duration(since: last.at) < Self.patience else {
            missed = last
            return
        }
        due = last
        isLate = now.duration(since: last.at) >= Self.prompt
        let before = schedule.last(upTo: last.at.advanced(by: .microseconds(-1)), in: zone)
        if before.at > from { missed = before }
    }

    /// Whether there is anything to be written down.
    func changes(_ former: Timestamp) -> Bool { due != nil || missed != nil || reckonedAt != former }
}
