import Testing
import Values

@Suite("Time zone")
struct TimeZoneTests {
    private static func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

    @Test(
        "shows what a clock there shows",
        arguments: [
            ("Europe/Berlin", "2026-11-22T08:18:43.5Z", "2026-11-22", "09:18:43"),
            ("Europe/Berlin", "2026-07-01T22:30:00Z", "2026-07-02", "00:30:00"),
            ("America/New_York", "2026-01-01T03:00:00Z", "2025-12-31", "22:00:00"),
            ("Asia/Kathmandu", "1999-12-31T23:59:59Z", "2000-01-01", "05:44:59"),
            ("UTC", "1969-12-31T23:59:59Z", "1969-12-31", "23:59:59"),
        ])
    func local(zone: String, moment: String, day: String, time: String) throws {
        let local = try TimeZone(named: zone).local(try Self.moment(moment))
        #expect(local.date.description == day)
        #expect(local.timeOfDay == time)
        #expect(local.hourAndMinute == time.prefix(5))
    }

    @Test("finds the moment again, also around both changes of a year", arguments: ZoneFileTests.names)
    func back(name: String) throws {
        let zone = try TimeZone(named: name)
        for seconds in stride(from: Int64(1_767_225_600), to: 1_798_761_600, by: 1_800) {
            let moment = Timestamp(seconds: seconds)
            let found = zone.moment(of: zone.local(moment))
            // Of what a clock shows twice it is the earlier one.
            #expect(found == moment || found < moment && zone.local(found) == zone.local(moment), "\(name) \(seconds)")
        }
    }

    @Test("an hour that is left out is told from the clock that was not set forward; one that comes twice is the first")
    func gaps() throws {
        let berlin = try TimeZone(named: "Europe/Berlin")
        let spring = LocalTime(date: CivilDate(year: 2026, month: 3, day: 29), secondOfDay: 2 * 3_600 + 1_800)
        #expect(berlin.moment(of: spring).description == "2026-03-29T01:30:00Z")
        let autumn = LocalTime(date: CivilDate(year: 2026, month: 10, day: 25), secondOfDay: 2 * 3_600 + 1_800)
        #expect(berlin.moment(of: autumn).description == "2026-10-25T00:30:00Z")
    }

    @Test(
        "of a process is what TZ says, in each of its forms",
        arguments: [
            ("Europe/Berlin", 7_200), (":Europe/Berlin", 7_200), ("/usr/share/zoneinfo/Europe/Berlin", 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 7_200), ("EST5", -18_000), ("UTC0", 0), ("", 0), ("No/Where", 0),
            ("../x", 0),
        ])
    func process(variable: String, offset: Int) throws {
        let zone = TimeZone.ofProcess(variable: variable)
        #expect(zone.offset(at: try Self.moment("2026-07-01T12:00:00Z")) == offset)
    }

    @Test("of a process without TZ is the machine's, and UTC where there is none")
    func machine() throws {
        let summer = try Self.moment("2026-07-01T12:00:00Z")
        let berlin = TimeZone.ofProcess(variable: nil, systemFile: "/usr/share/zoneinfo/Europe/Berlin")
        #expect((berlin.name, berlin.offset(at: summer)) == ("local", 7_200))
        let none = TimeZone.ofProcess(variable: nil, systemFile: "/nowhere")
        #expect((none.name, none.offset(at: summer)) == ("UTC", 0))
    }

    @Test("moments that no calendar holds are shown as the nearest that it does")
    func farAway() throws {
        for zone in [TimeZone.utc, try TimeZone(named: "Europe/Berlin"), .ofProcess(variable: "EST5")] {
            #expect(zone.local(Timestamp(seconds: .max)).date.year == 9999)
            #expect(zone.local(Timestamp(seconds: .min)).date.year == 1)
        }
    }

    @Test("refuses the name of a zone that is not there")
    func unknown() {
        #expect(throws: TimeZoneError.self) { try TimeZone(named: "Europe/Berln") }
        #expect(throws: TimeZoneError.invalidName("../etc")) { try TimeZone(named: "../etc") }
    }

    @Test(
        "the days of a week",
        arguments: [
            ("1970-01-01", 4), ("2026-11-22", 7), ("2026-11-23", 1), ("1969-12-31", 3), ("0001-01-01", 1),
        ])
    func weekday(day: String, number: Int) {
        #expect(CivilDate(day)?.weekday == number)
    }
}
