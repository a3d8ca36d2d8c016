package import Values

/// Says moments as people say them: in their zone, seen from now, no more of it than is needed.
package struct ReadableTime: Sendable {
    private let zone: TimeZone
    private let now: Timestamp

    /// - Parameter now: what "today" and "ago" are seen from.
    package init(in zone: TimeZone, now: Timestamp) {
        self.zone = zone
        self.now = now
    }

    /// When something was or will be, by clock and calendar: `09:18` today, `yesterday 18:02`, `tomorrow 07:00`,
    /// `Sat 21 Nov 09:18` this year, else `21 Nov 2025 09:18`.
    package func moment(_ moment: Timestamp) -> String {
        ReadableMoment(moment, in: zone, now: now).english
    }

    /// How long ago something was, or in what time it will be: `just now`, `45 s ago`, `2 min ago`, `3 h ago`, `in 26 s`,
    /// and from a day on as ``moment(_:)``, since nobody counts back hours over a night.
    package func age(_ moment: Timestamp) -> String {
        let seconds = now.duration(since: moment).components.seconds
        guard seconds != 0 else { return "just now" }
        guard seconds.magnitude < Self.secondsPerDay else { return self.moment(moment) }
        let span = Self.span(seconds.magnitude)
        return seconds > 0 ? "\(span) ago" : "in \(span)"
    }

    /// `2026-11-22 09:18:43 +01:00`: everything, for those who compare it with a log.
    package func full(_ moment: Timestamp) -> String {
        let (local, offset) = (zone.local(moment), zone.offset(at: moment))
        let minutes = offset.magnitude / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(local.date) \(local.timeOfDay) \(offset < 0 ? "-" : "+")\(parts[0]):\(parts[1])"
    }

    /// How long something is, in the largest unit of which it has one: `45 s`, `2 min`, `3 h`, `1 day`, `12 days`.
    ///
    /// - Parameter duration: less than nothing is nothing; the rest below the unit is left out.
    package static func span(_ duration: Duration) -> String { span(UInt64(max(0, duration.components.seconds))) }

    private static func span(_ seconds: UInt64) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<secondsPerDay: "\(seconds / 3_600) h"
        case ..<(2 * secondsPerDay): "1 day"
        default: "\(seconds / secondsPerDay) days"
        }
    }

    private static let secondsPerDay: UInt64 = 86_400
}
