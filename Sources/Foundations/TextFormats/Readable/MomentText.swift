package import Values

/// A moment as people type it: a day, a time of day, or how long ago. What it means depends on the zone and on now.
package enum MomentText: Sendable, Equatable {
    /// `2026-11-20`.
    case day(CivilDate)
    /// `today`, `yesterday`: so many days before today.
    case daysAgo(Int)
    /// `monday`: the last such day, which may be today. Monday is 1.
    case weekday(Int)
    /// `2026-11-20T10:00`, by the clock on the wall.
    case local(LocalTime)
    /// `2026-11-20T10:00:00Z`, or with an offset; the seconds may be left out.
    case exact(Timestamp)
    /// `2h`, `30m`, `7d`.
    case ago(Duration)

    /// `nil` for anything else, and for days that do not exist.
    package init?(_ text: String) {
        switch text.lowercased() {
        case "today": self = .daysAgo(0)
        case "yesterday": self = .daysAgo(1)
        case let word:
            if let index = Self.weekdays.firstIndex(of: word) {
                self = .weekday(index + 1)
            } else if let day = CivilDate(text) {
                self = .day(day)
            } else if let local = LocalTime(typed: text) {
                self = .local(local)
            } else if let moment = Timestamp(text) ?? Self.wholeMinute(text) {
                self = .exact(moment)
            } else if let span = Duration(unitText: text) {
                self = .ago(span)
            } else {
                return nil
            }
        }
    }

    /// Reads `2026-11-20T10:00Z` and `2026-11-20T10:00+01:00`.
    private static func wholeMinute(_ text: String) -> Timestamp? {
        let (minute, zone) = (text.prefix(16), text.dropFirst(16))
        guard let first = zone.first, "Zz+-".contains(first) else { return nil }
        return Timestamp(minute + ":00" + zone)
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    fileprivate static let words = ["today", "yesterday"] + weekdays

    /// The first moment of what is meant: that of a day is its midnight.
    package func start(in zone: TimeZone, now: Timestamp) -> Timestamp {
        switch self {
        case .day, .daysAgo, .weekday: Self.midnight(day(in: zone, now: now), zone)
        case .local(let local): zone.moment(of: local)
        case .exact(let moment): moment
        case .ago(let span): now.advanced(by: .zero - span)
        }
    }

    /// The first moment after what is meant: a day is over with the next midnight, a moment at once.
    package func end(in zone: TimeZone, now: Timestamp) -> Timestamp {
        switch self {
        case .day, .daysAgo, .weekday: Self.midnight(day(in: zone, now: now) + 1, zone)
        case .local, .exact, .ago: start(in: zone, now: now)
        }
    }

    /// The day that is meant, or that of the moment, counted as `CivilDate.daysSince1970` does.
    private func day(in zone: TimeZone, now: Timestamp) -> Int {
        let today = zone.local(now).date
        return switch self {
        case .day(let date): date.daysSince1970
        case .daysAgo(let count): today.daysSince1970 - count
        case .weekday(let weekday): today.daysSince1970 - (today.weekday - weekday + 7) % 7
        case .local(let local): local.date.daysSince1970
        case .exact, .ago: zone.local(start(in: zone, now: now)).date.daysSince1970
        }
    }

    private static func midnight(_ day: Int, _ zone: TimeZone) -> Timestamp {
        zone.moment(of: LocalTime(date: CivilDate(daysSince1970: day), secondOfDay: 0))
    }
}

extension LocalTime {
    /// Reads `2026-11-20T10:00` or `2026-11-20T10:00:30`; a blank does for the `T`.
    fileprivate init?(typed text: String) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard parts.count == 2, let date = CivilDate(String(parts[0])) else { return nil }
        let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= clock.count, clock.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        let numbers = clock.compactMap { Int($0) }
        guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let seconds = numbers.count == 3 ? numbers[2] : 0
        self.init(date: date, secondOfDay: numbers[0] * 3_600 + numbers[1] * 60 + seconds)
    }
}

extension TextFormat where Value == MomentText {
    /// A moment as ``MomentText`` reads it.
    package static var moment: TextFormat {
        TextFormat(
            shape: TextShape(name: "moment", example: "yesterday").with { $0.offers = MomentText.words },
            placeholder: .daysAgo(0)
        ) { text throws(TextFormatError) in
            guard let moment = MomentText(text) else {
                throw TextFormatError(
                    "must be a moment",
                    hint: "such as today, yesterday, monday, 2h, 2026-11-20, 2026-11-20T10:00, or that with Z or +01:00"
                )
            }
            return moment
        }
    }
}
