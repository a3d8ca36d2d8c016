/// Where on earth a clock hangs: turns a moment into the date and time of day that people there read, and back.
package struct TimeZone: Sendable {
    private enum Offsets: Sendable {
        case none
        case file(ZoneFile)
        case rule(ZoneRule)
    }

    /// As it was asked for, such as `Europe/Berlin`; for the machine's own `local`.
    package let name: String
    private let offsets: Offsets

    /// Without summer time and without an offset.
    package static let utc = TimeZone(name: "UTC", offsets: .none)

    private init(name: String, offsets: Offsets) {
        self.name = name
        self.offsets = offsets
    }

    /// The zone with an IANA name, from the system's time zone folder. `UTC` needs no file.
    ///
    /// - Throws: `TimeZoneError`. `unreadable` with `ENOENT` also means that the package tzdata isn't installed.
    package init(named name: String, folder: String = "/usr/share/zoneinfo") throws(TimeZoneError) {
        self.init(name: name, offsets: name == "UTC" ? .none : .file(try ZoneFile(named: name, folder: folder)))
    }

    /// What a process's clock shows: the variable `TZ` if it is set, else the machine's zone.
    ///
    /// As the C library does it, what cannot be read is UTC: a machine without a zone is no reason to show nothing.
    /// - Parameter variable: the value of `TZ`: a name, a path (each with or without a colon in front) or a POSIX rule
    ///   such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` if it isn't set.
    package static func ofProcess(variable: String?, systemFile: String = "/etc/localtime") -> TimeZone {
        guard let variable else {
            return (try? ZoneFile(systemFile: systemFile)).map { TimeZone(name: "local", offsets: .file($0)) } ?? utc
        }
        let text = variable.first == ":" ? String(variable.dropFirst()) : variable
        let file = try? text.first == "/" ? ZoneFile(systemFile: text) : ZoneFile(named: text)
        if let file { return TimeZone(name: text, offsets: .file(file)) }
        return ZoneRule(text).map { TimeZone(name: text, offsets: .rule($0)) } ?? utc
    }

    /// Seconds east of UTC at a moment.
    package func offset(at moment: Timestamp) -> Int {
        // No calendar of a person reaches so far; beyond it, rules would leave the years that a date can hold.
        let seconds = Int(min(max(moment.seconds, Self.first), Self.last))
        return switch offsets {
        case .none: 0
        case .file(let file): file.offset(at: seconds)
        case .rule(let rule): rule.offset(at: seconds)
        }
    }

    /// What the clock and the calendar on the wall show at a moment; of moments before the year 1 or after 9999 the nearest one.
    package func local(_ moment: Timestamp) -> LocalTime {
        let shown = Int(min(max(moment.seconds, Self.first), Self.last)) + offset(at: moment)
        let day = shown.floorDivided(by: 86_400)
        return LocalTime(date: CivilDate(daysSince1970: day), secondOfDay: shown - day * 86_400)
    }

    /// When the clock on the wall shows this.
    ///
    /// What comes twice, as summer time ends, is the earlier one. What is left out, as it begins, is the moment that a
    /// clock which has not been set forward would show so.
    package func moment(of local: LocalTime) -> Timestamp {
        let shown = Int64(local.date.daysSince1970 * 86_400 + local.secondOfDay)
        // The offsets of a day before and a day after: a zone changes at most once between.
        let candidates = [-86_400, 86_400].map { offset(at: Timestamp(seconds: shown + $0)) }
            .map { Timestamp(seconds: shown - Int64($0)) }
        let fitting = candidates.filter { self.local($0) == local }
        return fitting.min() ?? candidates[0]
    }

    private static let first: Int64 = -62_135_510_400  // 0001-01-02
    private static let last: Int64 = 253_402_214_400  // 9999-12-31
}

/// What a clock and a calendar on a wall show.
package struct LocalTime: Hashable, Sendable {
    /// The day there.
    package let date: CivilDate
    /// 0 to 86,399: what the clock shows, not what has gone by since midnight.
    package let secondOfDay: Int

    /// - Precondition: `secondOfDay` is in its range.
    package init(date: CivilDate, secondOfDay: Int) {
        precondition(0..<86_400 ~= secondOfDay, "a day has 86,400 seconds")
        self.date = date
        self.secondOfDay = secondOfDay
    }

    /// `09:18`.
    package var hourAndMinute: String {
        "\(CivilDate.padded(secondOfDay / 3_600, to: 2)):\(CivilDate.padded(secondOfDay / 60 % 60, to: 2))"
    }

    /// `09:18:43`.
    package var timeOfDay: String { "\(hourAndMinute):\(CivilDate.padded(secondOfDay % 60, to: 2))" }
}
