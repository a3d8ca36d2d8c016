import Testing
import TextFormats
import Values

@Suite("Readable time")
struct ReadableTimeTests {
    private static func time(in zone: String = "Europe/Berlin") throws -> ReadableTime {
        let now = try #require(Timestamp("2026-11-22T08:18:43.25Z"))
        return ReadableTime(in: try TimeZone(named: zone), now: now)
    }

    @Test(
        "says no more of a moment than is needed",
        arguments: [
            ("2026-11-22T08:00:00Z", "09:00"), ("2026-11-21T23:00:00Z", "00:00"),
            ("2026-11-21T22:59:59Z", "yesterday 23:59"), ("2026-11-23T06:00:00Z", "tomorrow 07:00"),
            ("2026-11-20T17:02:00Z", "Fri 20 Nov 18:02"), ("2026-12-24T17:02:00Z", "Thu 24 Dec 18:02"),
            ("2025-12-31T23:30:00Z", "Thu 1 Jan 00:30"), ("2025-12-31T22:30:00Z", "31 Dec 2025 23:30"),
        ])
    func moments(moment: String, text: String) throws {
        #expect(try Self.time().moment(try #require(Timestamp(moment))) == text)
    }

    @Test(
        "counts back by the unit that fits",
        arguments: [
            ("2026-11-22T08:18:43.9Z", "just now"), ("2026-11-22T08:18:42Z", "1 s ago"),
            ("2026-11-22T08:17:44Z", "59 s ago"), ("2026-11-22T08:17:43Z", "1 min ago"),
            ("2026-11-22T07:18:44Z", "59 min ago"), ("2026-11-22T07:18:43Z", "1 h ago"),
            ("2026-11-21T08:18:44Z", "23 h ago"), ("2026-11-21T08:18:43Z", "yesterday 09:18"),
            ("2026-11-22T08:19:10Z", "in 26 s"), ("2026-11-22T08:23:45Z", "in 5 min"),
            ("2026-11-24T08:23:45Z", "Tue 24 Nov 09:23"),
        ])
    func ages(moment: String, text: String) throws {
        #expect(try Self.time().age(try #require(Timestamp(moment))) == text)
    }

    @Test("tells everything to those who compare")
    func full() throws {
        let moment = try #require(Timestamp("2026-07-01T22:18:43.9Z"))
        #expect(try Self.time().full(moment) == "2026-07-02 00:18:43 +02:00")
        #expect(try Self.time(in: "America/St_Johns").full(moment) == "2026-07-01 19:48:43 -02:30")
        #expect(try Self.time(in: "UTC").full(moment) == "2026-07-01 22:18:43 +00:00")
    }

    @Test("moments beyond every calendar are said too")
    func farAway() throws {
        for zone in ["UTC", "Europe/Berlin"] {
            for seconds in [Int64.min, .max] {
                let moment = Timestamp(seconds: seconds)
                let time = try Self.time(in: zone)
                #expect(!time.moment(moment).isEmpty && !time.age(moment).isEmpty && !time.full(moment).isEmpty)
            }
        }
    }
}
