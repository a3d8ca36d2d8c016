package import Values

/// Hours of some days in which a person is told only of what is urgent, by the clock on the wall.
package struct QuietHours: Sendable, Equatable {
    /// Days on which they begin, 1 for Monday to 7 for Sunday; at least one.
    package let days: Set<Int>
    /// Minutes since midnight, 0 to 1,439.
    package let start: Int
    /// Minutes since midnight, 1 to 1,440; at or before the start, it is the next day's.
    package let end: Int

    /// - Precondition: the ranges that the properties name, and hours that are not empty.
    package init(days: Set<Int>, start: Int, end: Int) {
        precondition(!days.isEmpty && days.isSubset(of: 1...7), "days are 1 to 7")
        precondition(0..<1_440 ~= start && 1...1_440 ~= end && start != end, "hours of a day")
        (self.days, self.start, self.end) = (days, start, end)
    }

    /// When they end, if they are on at this moment.
    package func end(at moment: Timestamp, in zone: TimeZone) -> Timestamp? {
        let today = zone.local(moment).date.daysSince1970
        // Yesterday's may go on into today.
        for day in [today, today - 1] where days.contains(CivilDate(daysSince1970: day).weekday) {
            let ending = zone.moment(onDay: end > start ? day : day + 1, minute: end)
            if zone.moment(onDay: day, minute: start) <= moment, moment < ending { return ending }
        }
        return nil
    }

    /// When they begin on a day, counted from 1970; `nil` if that is none of theirs.
    func beginning(onDay day: Int, in zone: TimeZone) -> Timestamp? {
        days.contains(CivilDate(daysSince1970: day).weekday) ? zone.moment(onDay: day, minute: start) : nil
    }
}

extension TimeZone {
    /// - Parameter minute: of the day, up to 1,440, which is the next one's midnight.
    func moment(onDay day: Int, minute: Int) -> Timestamp {
        let date = CivilDate(daysSince1970: day + minute / 1_440)
        return moment(of: LocalTime(date: date, secondOfDay: minute % 1_440 * 60))
    }
}
