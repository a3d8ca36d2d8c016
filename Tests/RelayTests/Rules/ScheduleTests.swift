import Testing
import Values

@testable import Relay

/// By the zone files of this machine.
@Suite("Schedules")
struct ScheduleTests {
    struct Case: Sendable {
        let zone: String
        let days: Set<Int>
        let clock: String
        /// A moment in UTC.
        let after: String
        /// The day of the next occasion, and its moment in UTC.
        let next: (date: String, at: String)

        init(_ zone: String, _ days: Set<Int>, _ clock: String, after: String, _ date: String, _ at: String) {
            (self.zone, self.days, self.clock, self.after) = (zone, days, clock, after)
            next = (date, at)
        }

        var schedule: Schedule {
            let parts = clock.split(separator: ":").compactMap { Int($0) }
            return Schedule(days: days, minute: parts[0] * 60 + parts[1])
        }
    }

    private static func moment(_ text: String) throws -> Timestamp {
        let words = text.split(separator: " ")
        let parts = words[1].split(separator: ":").compactMap { Int($0) }
        return TimeZone.utc.moment(
            of: LocalTime(
                date: try #require(CivilDate(String(words[0]))), secondOfDay: parts[0] * 3_600 + parts[1] * 60))
    }

    @Test(
        "the next occasion is the wall clock's, whatever summer time does",
        arguments: [
            Case("UTC", [7], "18:00", after: "2026-11-24 00:00", "2026-11-29", "2026-11-29 18:00"),
            Case("UTC", [7], "18:00", after: "2026-11-29 17:59", "2026-11-29", "2026-11-29 18:00"),
            Case("UTC", [7], "18:00", after: "2026-11-29 18:00", "2026-12-06", "2026-12-06 18:00"),
            Case("Europe/Berlin", [7], "18:00", after: "2026-10-24 12:00", "2026-10-25", "2026-10-25 17:00"),
            Case("Europe/Berlin", [7], "18:00", after: "2026-10-17 12:00", "2026-10-18", "2026-10-18 16:00"),
            // 02:30 comes twice: the first of them, and no second one.
            Case("Europe/Berlin", [7], "02:30", after: "2026-10-24 12:00", "2026-10-25", "2026-10-25 00:30"),
            Case("Europe/Berlin", [7], "02:30", after: "2026-10-25 00:30", "2026-11-01", "2026-11-01 01:30"),
            // 02:30 is left out: an hour later on the wall.
            Case("Europe/Berlin", [7], "02:30", after: "2026-03-28 12:00", "2026-03-29", "2026-03-29 01:30"),
            Case("Europe/Berlin", [7], "02:30", after: "2026-03-29 01:30", "2026-04-05", "2026-04-05 00:30"),
            // Midnight is left out.
            Case("Africa/Cairo", [5], "00:00", after: "2026-04-20 12:00", "2026-04-24", "2026-04-23 22:00"),
            // The local day is not that of UTC.
            Case("Pacific/Auckland", [7], "08:00", after: "2026-11-27 00:00", "2026-11-29", "2026-11-28 19:00"),
            Case("America/New_York", [7], "22:00", after: "2026-11-29 23:00", "2026-11-29", "2026-11-30 03:00"),
            // A Friday that there was not: 31 December followed 29.
            Case("Pacific/Apia", [5], "18:00", after: "2011-12-27 00:00", "2011-12-30", "2011-12-31 04:00"),
        ])
    func next(_ example: Case) throws {
        let (zone, after) = (try TimeZone(named: example.zone), try Self.moment(example.after))
        let next = example.schedule.next(after: after, in: zone)
        #expect(next.date.description == example.next.date)
        #expect(try next.at == Self.moment(example.next.at))
        #expect(example.schedule.last(upTo: next.at, in: zone).at == next.at)
    }

    @Test("a year of occasions is one for each day, in order, and what comes last is what came next")
    func year() throws {
        for (name, days) in [("Europe/Berlin", [1, 4] as Set<Int>), ("America/Santiago", [7]), ("UTC", [1, 2, 3])] {
            let (zone, schedule) = (try TimeZone(named: name), Schedule(days: days, minute: 150))
            var (moment, dates): (Timestamp, [CivilDate]) = (try Self.moment("2026-01-01 00:00"), [])
            while dates.count < 52 * days.count {
                let next = schedule.next(after: moment, in: zone)
                let before = schedule.last(upTo: next.at.advanced(by: .microseconds(-1)), in: zone)
                #expect(dates.last == nil || before.date == dates.last)
                dates.append(next.date)
                moment = next.at
            }
            #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
            #expect(dates.allSatisfy { days.contains($0.weekday) })
            #expect(try #require(dates.last) <= CivilDate(year: 2027, month: 1, day: 3))
        }
    }

    @Test("a summary's week begins when the one before it ended, also when a clock was set between")
    func weeks() throws {
        let zone = try TimeZone(named: "Europe/Berlin")
        let schedule = Schedule(days: [7], minute: 18 * 60)
        var end = schedule.next(after: try Self.moment("2026-10-12 00:00"), in: zone).at
        for _ in 0..<4 {
            let next = schedule.next(after: end, in: zone).at
            #expect(WeekSummary.period(endingAt: next, in: zone) == end..<next)
            end = next
        }
    }
}
