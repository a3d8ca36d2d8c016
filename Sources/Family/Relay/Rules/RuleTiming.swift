package import Store
import Values

/// When a rule wants its alerts told, beside at once and once.
package struct RuleTiming: Sendable, Equatable {
    /// How long what follows a message is gathered; `nil`: each is told at once.
    package var group: Duration?
    /// Told again while nobody has seen it.
    package var again: DeliveryTiming.Again?
    /// Who is told next, while nobody has seen it.
    package var ladder: [DeliveryTiming.Rung]
    /// While one of these problems is open for what an alert is about, it is skipped.
    package var unless: Set<AlertRow.Event>

    /// At once and once, unless said otherwise.
    package init(
        group: Duration? = nil, again: DeliveryTiming.Again? = nil, ladder: [DeliveryTiming.Rung] = [],
        unless: Set<AlertRow.Event> = []
    ) {
        self.group = group
        self.again = again
        self.ladder = ladder
        self.unless = unless
    }

    /// What one delivery carries of it; `nil` for nothing.
    ///
    /// - Parameters:
    ///   - isUrgent: what is urgent is gathered with nothing.
    ///   - quietFrom: when the target's people have quiet hours, if they begin within a window.
    func planned(isUrgent: Bool, quietFrom: (Duration) -> Timestamp?) -> DeliveryTiming? {
        guard self != RuleTiming() else { return nil }
        let group = isUrgent ? nil : group
        return DeliveryTiming(
            group: group, groupEndsBy: group.flatMap(quietFrom), unless: unless.sorted { $0.rawValue < $1.rawValue },
            again: again, ladder: ladder)
    }
}

extension Person {
    /// The moments at which quiet hours of theirs begin, after one moment and up to another one; in any order.
    func quietBeginnings(after start: Timestamp, upTo end: Timestamp, in zone: TimeZone) -> [Timestamp] {
        let (first, last) = (zone.local(start).date.daysSince1970, zone.local(end).date.daysSince1970)
        return (first...max(first, last)).flatMap { day in quiet.compactMap { $0.beginning(onDay: day, in: zone) } }
            .filter { start < $0 && $0 <= end }
    }
}
