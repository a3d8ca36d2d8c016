/// A minute of the day in no particular time zone.
package struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 0 to 1439.
    package let minutes: Int

    package static let midnight = TimeOfDay(minutes: 0)

    private init(minutes: Int) {
        self.minutes = minutes
    }

    /// `nil` unless the hour is 0 to 23 and the minute 0 to 59.
    package init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// `07:05`.
    package var description: String {
        (minutes < 600 ? "0" : "") + "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}
