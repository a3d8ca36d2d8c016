package import Values

/// A moment as the clock and the calendar of a place show it, no more of it than is needed: what each language has its own words for.
package struct ReadableMoment: Sendable, Equatable {
    /// Which day it is on, seen from today.
    package enum Day: Sendable, Equatable {
        case today
        case yesterday
        case tomorrow
        case ofThisYear(CivilDate)
        case ofAnotherYear(CivilDate)
    }

    /// Seen from the day on which it is read.
    package let day: Day
    /// What the clock on the wall shows.
    package let clock: LocalTime

    /// - Parameter now: what "today" is seen from.
    package init(_ moment: Timestamp, in zone: TimeZone, now: Timestamp) {
        let today = zone.local(now).date
        clock = zone.local(moment)
        day =
            switch clock.date.daysSince1970 - today.daysSince1970 {
            case 0: .today
            case -1: .yesterday
            case 1: .tomorrow
            default: clock.date.year == today.year ? .ofThisYear(clock.date) : .ofAnotherYear(clock.date)
            }
    }

    /// `09:18` today, `yesterday 18:02`, `tomorrow 07:00`, `Sat 21 Nov 09:18` this year, else `21 Nov 2025 09:18`.
    package var english: String {
        switch day {
        case .today: clock.hourAndMinute
        case .yesterday: "yesterday \(clock.hourAndMinute)"
        case .tomorrow: "tomorrow \(clock.hourAndMinute)"
        case .ofThisYear(let date):
            "\(Self.english(date)) \(clock.hourAndMinute)"
        case .ofAnotherYear(let date): "\(Self.text(date)) \(date.year) \(clock.hourAndMinute)"
        }
    }

    /// `Sat 21 Nov`.
    package static func english(_ date: CivilDate) -> String { "\(weekdays[date.weekday - 1]) \(text(date))" }

    private static func text(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1])" }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
