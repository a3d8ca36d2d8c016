/// Which of the other end's messages have come: the numbers that both ends count, and the acknowledgement that is owed.
struct InboundCounter: Equatable, Sendable {
    /// The number of the message that comes next.
    private(set) var next: Int64 = 1
    /// The highest number that has come.
    private(set) var last: Int64 = 0
    /// When the acknowledgement of `last` is to go out; `nil` when none is owed.
    private(set) var due: ContinuousClock.Instant?
    /// What has come since the last acknowledgement.
    private var unacknowledgedBytes = 0

    /// - Returns: Whether the message is new.
    mutating func received(
        bytes: Int, now: ContinuousClock.Instant, _ pace: StatefulSession.Pace
    ) -> Bool {
        let number = next
        next += 1
        let isNew = number > last
        if isNew {
            last = number
            unacknowledgedBytes += bytes
        }
        // The last one again: the other end has missed its acknowledgement.
        if number == last { owe(now: now, pace) }
        return isNew
    }

    private mutating func owe(now: ContinuousClock.Instant, _ pace: StatefulSession.Pace) {
        if unacknowledgedBytes >= pace.bytes { due = min(due ?? now, now) }
        if due == nil { due = now + pace.interval }
    }

    mutating func sequence(_ number: Int64) throws(HubProtocolError) {
        guard number >= 1 else { throw HubProtocolError(.invalidSequence(number)) }
        // Not compared with `next`, as official ends do: when a transport is lost during a replay, `next` is behind what has
        // come and may have been acknowledged, and the other end rightly goes on after that.
        guard number <= last + 1 else { throw HubProtocolError(.sequenceGap(sent: number, awaited: last + 1)) }
        next = number
    }

    /// - Returns: What is to be acknowledged now.
    mutating func acknowledgement(now: ContinuousClock.Instant) -> Int64? {
        guard let due, due <= now else { return nil }
        self.due = nil
        unacknowledgedBytes = 0
        return last
    }
}
