import Values

/// A month of the calendar.
struct PageMonth: Hashable, Sendable {
    let year: Int
    /// 1 to 12.
    let month: Int

    init(of date: CivilDate) { (year, month) = (date.year, date.month) }

    /// `2026-11`; `nil` for anything else, and for years in which nobody had pocket money.
    init?(_ text: String) {
        guard text.utf8.count == 7, let day = CivilDate("\(text)-01"), 1970...9_998 ~= day.year else { return nil }
        self.init(of: day)
    }

    var text: String { String(first.description.dropLast(3)) }
    var before: PageMonth { PageMonth(of: CivilDate(daysSince1970: first.daysSince1970 - 1)) }
    var after: PageMonth { PageMonth(of: CivilDate(daysSince1970: first.daysSince1970 + 31)) }

    /// Its first day.
    var first: CivilDate { CivilDate(year: year, month: month, day: 1) }
    /// Its last one.
    var last: CivilDate { CivilDate(daysSince1970: after.first.daysSince1970 - 1) }

    /// The first moment of it, and the first after it.
    func period(in zone: TimeZone) -> (since: Timestamp, until: Timestamp) {
        (
            zone.moment(of: LocalTime(date: first, secondOfDay: 0)),
            zone.moment(of: LocalTime(date: after.first, secondOfDay: 0))
        )
    }
}
